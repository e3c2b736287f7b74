public import CoreMetrics
public import ResourcefulDiagnostics
public import ResourcefulLoading

extension LoadObserver {
    /// Returns an observer that measures each exchange, with OpenTelemetry's names for HTTP clients:
    ///
    /// - `http.client.request.duration`: a timer. Configure its histogram with `ClientSpan.durationBoundaries`, if the
    ///   metrics system has histograms.
    /// - `http.client.active_requests`: a meter of the exchanges that are under way.
    ///
    ///     let webservice = Webservice(observers: [.metrics()])
    ///
    /// Dimensions have few values: no URLs. Give requests a `urlTemplate` to tell them apart.
    ///
    /// - Parameters:
    ///   - factory: The metrics system; nil for the one of the process.
    ///   - options: `SpanOptions(hasScheme: true)` adds the dimension `url.scheme`.
    public static func metrics(
        _ factory: (any MetricsFactory)? = nil, including options: SpanOptions = SpanOptions()
    ) -> LoadObserver {
        LoadObserver { event in
            let factory = factory ?? MetricsSystem.factory
            let active = { (request: Request) in
                let span = ClientSpan(sending: request, at: event.date, including: options)
                return Meter(label: "http.client.active_requests", dimensions: span.dimensions, factory: factory)
            }
            switch event.kind {
            case .sent(let request, _): active(request).increment(by: 1)
            case .received(_, let request, _, let duration), .failed(let request, _, _, let duration):
                active(request).decrement(by: 1)
                guard let span = ClientSpan(event, including: options) else { return }
                Timer(label: ClientSpan.durationMetric, dimensions: span.dimensions, factory: factory)
                    .recordSeconds(duration / .seconds(1))
            default: break
            }
        }
    }
}

extension ClientSpan {
    /// The attributes of metrics, sorted by name: metrics systems tell dimensions apart by their order.
    fileprivate var dimensions: [(String, String)] {
        metricAttributes.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
    }
}
