public import ResourcefulCore

/// Who watches loads: told of every event, able to change none.
///
/// An observer is called at once, by whichever thread the load is on; what takes long is better handed on.
public struct Observer: Sendable {
    private let observe: @Sendable (LoadEvent) -> Void

    /// An observer from a function.
    public init(_ observe: @escaping @Sendable (LoadEvent) -> Void) {
        self.observe = observe
    }

    /// Tells the observer of an event.
    public func callAsFunction(_ event: LoadEvent) { observe(event) }

    /// One line for each exchange, without secrets: `GET https://example.org/a → 200 OK, 1024 bytes, 12.3 ms`.
    public static func logging(_ write: @escaping @Sendable (String) -> Void) -> Observer {
        Observer { event in
            switch event.kind {
            case .received(let response, let request, let attempt, let time):
                let number = attempt > 1 ? " (request \(attempt) of the load)" : ""
                write("\(request) → \(response.status), \(response.body.count) bytes, \(time.inWords)\(number)")
            case .failed(let request, let error, _, let time): write("\(request) ✗ \(error), \(time.inWords)")
            default: break
            }
        }
    }

    /// Tells how many loads are under way whenever that changes: what an activity indicator shows.
    ///
    /// Every load that begins ends, by a value, an error or a cancellation; so the count comes back to zero.
    public static func counting(_ show: @escaping @Sendable (Int) -> Void) -> Observer {
        let count = Locked(0)
        return Observer { event in
            let change: Int
            switch event.kind {
            case .planned: change = 1
            case .finished: change = -1
            default: return
            }
            show(
                count.withLock { count in
                    count += change
                    return count
                })
        }
    }
}
