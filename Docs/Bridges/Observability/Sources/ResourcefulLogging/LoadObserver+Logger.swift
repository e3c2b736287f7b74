public import Logging
public import ResourcefulDiagnostics
public import ResourcefulLoading

extension LoadObserver {
    /// Returns an observer that logs each exchange, each decision of a policy, and each load that fails.
    ///
    ///     let webservice = Webservice(observers: [.logger(Logger(label: "api"))])
    ///
    /// Messages are constant, and the details are metadata, named as OpenTelemetry names attributes: `url.full`,
    /// `http.response.status_code`, `trace_id`. There are no secrets in it, and no bodies.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The level of exchanges and decisions.
    ///   - failureLevel: The level of loads that failed. Canceled loads aren't failures.
    ///   - options: The attributes that are logged only if you ask for them.
    public static func logger(
        _ logger: Logger, level: Logger.Level = .debug, failureLevel: Logger.Level = .error,
        including options: SpanOptions = SpanOptions()
    ) -> LoadObserver {
        LoadObserver { event in
            // Nothing is made that nobody reads.
            guard logger.logLevel <= max(level, failureLevel) else { return }
            let isRead = logger.logLevel <= level
            let load: Logger.Metadata = ["load": "\(event.load)"]
            switch event.kind {
            case .received, .failed:
                guard isRead, let span = ClientSpan(event, including: options) else { return }
                logger.log(level: level, "HTTP exchange", metadata: load.merging(span.metadata) { _, last in last })
            case .decided(let decision):
                guard isRead else { return }
                let details: Logger.Metadata = ["decision": "\(decision.kind)", "reason": "\(decision.reason)"]
                logger.log(level: level, "Policy decision", metadata: load.merging(details) { _, last in last })
            case .finished(let end):
                guard end.failure != nil, let message = end.message else { return }
                let details: Logger.Metadata = ["error": "\(message)"]
                logger.log(level: failureLevel, "Load failed", metadata: load.merging(details) { _, last in last })
            default: break
            }
        }
    }
}

extension ClientSpan {
    /// The attributes, the duration, and the identifiers of the trace.
    fileprivate var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = attributes.mapValues { value in
            if case .strings(let texts) = value { .array(texts.map { .string($0) }) } else { .string("\(value)") }
        }
        if let duration { metadata["duration"] = "\(duration)" }
        if let context { metadata.merge(["trace_id": "\(context.traceID)", "span_id": "\(context.spanID)"]) { $1 } }
        return metadata
    }
}
