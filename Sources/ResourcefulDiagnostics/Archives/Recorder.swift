/// Records the events of loads as a ``LoadTrace``, which you can print or open in a browser's developer tools.
///
///     let recorder = Recorder()
///     let webservice = Webservice(
///         baseURL: api, observers: [recorder.observer], transport: StubTransport(podcast))
///     _ = try await webservice.load(Episode.all)
///     print(recorder.trace)
public final class Recorder: Sendable {
    private let events = Locked<[LoadEvent]>([])
    private let limit: Int

    /// Creates a recorder that keeps the last events, up to a limit.
    public init(limit: Int = 10_000) {
        self.limit = max(1, limit)
    }

    /// The observer to pass to a Webservice.
    public var observer: LoadObserver {
        LoadObserver { [self] event in
            events.withLock { events in
                // In batches, because removing the beginning of an array is expensive.
                if events.count >= 2 * limit { events.removeFirst(events.count - limit) }
                events.append(event)
            }
        }
    }

    /// The events so far.
    public var trace: LoadTrace { LoadTrace(events.withLock { Array($0.suffix(limit)) }) }

    /// Removes the events so far.
    public func clear() { events.withLock { $0 = [] } }
}
