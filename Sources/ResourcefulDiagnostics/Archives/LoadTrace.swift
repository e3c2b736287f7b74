/// The events of one or more loads, to view as text or in a browser's developer tools (see ``har(maximumBodySize:)``).
///
///     let recorder = Recorder()
///     let webservice = Webservice(
///         baseURL: api, observers: [recorder.observer], transport: StubTransport(podcast))
///     _ = try await webservice.load(Episode.all)
///     let har = try JSON.Encoder().encode(recorder.trace.har())  // open it in a browser's tools
public struct LoadTrace: Hashable, Sendable {
    /// The events, in order.
    public var events: [LoadEvent]

    /// Creates a trace of events.
    public init(_ events: [LoadEvent] = []) {
        self.events = events
    }

    /// Returns the events of one load.
    public func load(_ number: Int) -> LoadTrace { LoadTrace(events.filter { $0.load == number }) }

    /// One line for each event, with the time since the first one: what happened and why.
    ///
    /// ```text
    /// +0 s      planned GET http://localhost/list.json
    /// +1 ms     → GET http://localhost/list.json
    /// +4.2 ms   ← 503 Service Unavailable, 0 bytes, after 3.1 ms, from GET http://localhost/list.json
    /// +4.3 ms   retry: 503 Service Unavailable; Retry-After says 1 s (1 of 3)
    /// ```
    public var text: String {
        guard let first = events.first else { return "" }
        let isOne = events.allSatisfy { $0.load == first.load }
        return events.map { event in
            let time = Duration.seconds(event.date.timeIntervalSince(first.date)).inWords
            let padding = String(repeating: " ", count: max(1, 9 - time.count))
            return "+\(time)\(padding)\(isOne ? "\(event.kind)" : "\(event)")"
        }.joined(separator: "\n")
    }
}

extension LoadTrace: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
