extension ClientSpan {
    /// Creates the span of an exchange from the event of its end; nil for any other event.
    ///
    ///     let spans = trace.events.compactMap { ClientSpan($0) }
    public init?(_ event: LoadEvent, including options: SpanOptions = SpanOptions()) {
        switch event.kind {
        case .received(let response, let request, _, let duration):
            self.init(sending: request, at: event.date.addingTimeInterval(-duration.inSeconds), including: options)
            end(with: response, after: duration)
        case .failed(let request, _, _, let duration):
            self.init(sending: request, at: event.date.addingTimeInterval(-duration.inSeconds), including: options)
            end(withErrorType: event.errorType ?? "_OTHER", after: duration)
        default: return nil
        }
    }
}

// The metric.
extension ClientSpan {
    /// The name of the metric of the durations, whose unit is the second: a histogram.
    public static let durationMetric = "http.client.request.duration"

    /// The boundaries of the histogram's buckets that conventions recommend, in seconds.
    public static let durationBoundaries = [
        0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ]

    /// The attributes of the metric, which have few values: no URL, and no fields.
    public var metricAttributes: [String: SpanValue] {
        attributes.filter { Self.metricNames.contains($0.key) }
    }

    private static let metricNames: Set<String> = [
        "http.request.method", "server.address", "server.port", "error.type", "http.response.status_code",
        "network.protocol.version", "url.scheme", "url.template",
    ]
}

extension LoadObserver {
    /// Returns an observer that receives the span of each exchange when it ends.
    ///
    ///     .spans { span in exporter.add(span) }
    ///
    /// With `Policy.tracing(sampling:to:)` each span has the identifiers that were sent to the server. A load that a
    /// cache answers, or that joins an equal one, has no span.
    ///
    /// - Parameters:
    ///   - options: The attributes that spans have only if you ask for them.
    ///   - receive: The function that receives the spans. It is called on the thread of the load.
    public static func spans(
        including options: SpanOptions = SpanOptions(), _ receive: @escaping @Sendable (ClientSpan) -> Void
    ) -> LoadObserver {
        LoadObserver(reading: .messages) { event in
            if let span = ClientSpan(event, including: options) { receive(span) }
        }
    }
}
