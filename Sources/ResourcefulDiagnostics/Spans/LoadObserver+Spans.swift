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
        LoadObserver { event in
            if let span = ClientSpan(event, including: options) { receive(span) }
        }
    }
}
