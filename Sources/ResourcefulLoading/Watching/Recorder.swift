public import ResourcefulCore

/// Keeps the events of loads as a ``LoadTrace``: to be printed, or opened in a browser's developer tools.
///
///     let recorder = Recorder()
///     let webservice = Webservice(observers: [recorder.observer])
///     …
///     print(recorder.trace)
public final class Recorder: Sendable {
    private let events = Locked<[LoadEvent]>([])
    private let limit: Int

    /// A recorder that keeps the last events, so many of them.
    public init(limit: Int = 10_000) {
        self.limit = max(1, limit)
    }

    /// What is given to a Webservice.
    public var observer: LoadObserver {
        LoadObserver { [self] event in
            events.withLock { events in
                // In lumps, since the beginning of an array is expensive to remove.
                if events.count >= 2 * limit { events.removeFirst(events.count - limit) }
                events.append(event)
            }
        }
    }

    /// What has happened so far.
    public var trace: LoadTrace { LoadTrace(events.withLock { Array($0.suffix(limit)) }) }

    /// Forgets what has happened so far.
    public func clear() { events.withLock { $0 = [] } }
}
