public import CoreMetrics
public import ResourcefulDiagnostics
public import ResourcefulLoading

extension LoadObserver {
    /// Returns an observer that measures each exchange, with OpenTelemetry's names for HTTP clients, and what policies
    /// decide:
    ///
    /// | metric | instrument | dimensions |
    /// |---|---|---|
    /// | `http.client.request.duration` | timer | those of `ClientSpan.metricAttributes` |
    /// | `http.client.active_requests` | meter | the same, without the result |
    /// | `resourceful.client.decisions` | counter | `kind` and `action`, such as `cache` and `hit`, and the server |
    /// | `resourceful.client.wait.duration` | timer: waits for permits; planned waits before retries | `kind`, the server |
    /// | `resourceful.client.queue.length` | recorder: the loads that waited before | `kind`, the server |
    /// | `resourceful.client.circuit.open` | meter: 1 while a circuit is open | `kind`, the server |
    /// | `resourceful.store.away` | meter: 1 while a store can't be used | `kind` |
    ///
    /// Configure the histogram of durations with `ClientSpan.durationBoundaries`, if the metrics system has histograms.
    ///
    ///     let webservice = Webservice(observers: [.metrics()])
    ///
    /// Dimensions have few values: no URLs. Give requests a `urlTemplate` to tell them apart. Each instrument is made
    /// once, at most 1,000 of each kind; what comes later is measured together, as `otel.metric.overflow`. Without a
    /// metrics system, nothing is made.
    ///
    /// - Parameters:
    ///   - factory: The metrics system; nil for the one of the process. Bootstrap that before the first load.
    ///   - options: `SpanOptions(hasScheme: true)` adds the dimension `url.scheme`.
    public static func metrics(
        _ factory: (any MetricsFactory)? = nil, including options: SpanOptions = SpanOptions()
    ) -> LoadObserver {
        let instruments = Instruments(factory, options)
        return LoadObserver(reading: []) { instruments.tell($0) }
    }
}
