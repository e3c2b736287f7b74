public import Logging
public import ResourcefulDiagnostics
public import ResourcefulLoading

extension LoadObserver {
    /// Returns an observer that logs each exchange, each decision of a policy, and each load that fails.
    ///
    ///     let webservice = Webservice(observers: [.logger(Logger(label: "api"))])
    ///
    /// Messages are constant, and the details are metadata, named as OpenTelemetry names attributes: `url.full`,
    /// `server.address`, `error.type`, `http.response.status_code`, `trace_id`. Numbers are numbers: `duration` is in
    /// seconds. There are no secrets in it, and no bodies.
    ///
    /// In an outage, the log stays short. Each change of a circuit or of a shared store is logged. Of equal failures,
    /// the first one is logged, and then the number of those that followed in the window: with the next load that ends
    /// after it.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The level of exchanges and decisions.
    ///   - noticeLevel: The level of decisions that concern the service: a circuit that opens or closes, a host that is
    ///     replaced, a token that can't be renewed, retries in vain, warnings.
    ///   - failureLevel: The level of loads that failed. Canceled loads aren't failures.
    ///   - window: The time in which equal failures are counted: with the same message, server and type of error. Zero
    ///     logs each of them.
    ///   - options: The attributes that are logged only if you ask for them.
    public static func logger(
        _ logger: Logger, level: Logger.Level = .debug, noticeLevel: Logger.Level = .notice,
        failureLevel: Logger.Level = .error, countingFor window: Duration = .seconds(10),
        including options: SpanOptions = SpanOptions()
    ) -> LoadObserver {
        let log = LoadLog(
            logger: logger, level: level, noticeLevel: noticeLevel, failureLevel: failureLevel, window: window,
            options: options)
        return LoadObserver(reading: logger.logLevel <= level ? .messages : []) { log.tell($0) }
    }
}
