public import ResourcefulCore

/// Who watches loads: told of every event, able to change none.
///
/// An observer is called at once, by whichever thread the load is on; what takes long is better handed on. Those with
/// `OnMainActor` in their names hand on to the main actor, in order.
public struct LoadObserver: Sendable {
    private let observe: @Sendable (LoadEvent) -> Void

    /// An observer from a function.
    public init(_ observe: @escaping @Sendable (LoadEvent) -> Void) {
        self.observe = observe
    }

    /// Tells the observer of an event.
    public func callAsFunction(_ event: LoadEvent) { observe(event) }

    /// Tells of every event on the main actor, in order.
    ///
    ///     .onMainActor { event in console.append("\(event)") }
    public static func onMainActor(_ tell: @escaping @MainActor @Sendable (LoadEvent) -> Void) -> LoadObserver {
        let events = InOrder<LoadEvent>()
        return LoadObserver { event in
            guard events.append(event) else { return }
            Task { @MainActor in
                while let event = events.next() { tell(event) }
            }
        }
    }

    /// One line for each exchange, without secrets: `GET https://example.org/a → 200 OK, 1024 bytes, 12.3 ms`.
    public static func logging(_ write: @escaping @Sendable (String) -> Void) -> LoadObserver {
        LoadObserver { event in
            switch event.kind {
            case .received(let response, let request, let attempt, let time):
                let number = attempt > 1 ? " (request \(attempt) of the load)" : ""
                write("\(request) → \(response.status), \(response.body.count) bytes, \(time.inWords)\(number)")
            case .failed(let request, let error, _, let time): write("\(request) ✗ \(error), \(time.inWords)")
            default: break
            }
        }
    }
}

// How loads end.
extension LoadObserver {
    /// Tells how each load has ended, once, whatever it was: a resource, a plan, a stream, a download, a page.
    ///
    ///     .ended { end in metrics.count(end.error == nil ? "loaded" : "failed") }
    public static func ended(_ tell: @escaping @Sendable (LoadEnd) -> Void) -> LoadObserver {
        LoadObserver { event in
            if case .finished(let end) = event.kind { tell(end) }
        }
    }

    /// Tells of each load that has failed, and was not canceled: the one place for an app's error tips.
    ///
    ///     .failures { error, request in log.error("\(request?.description ?? ""): \(error)") }
    public static func failures(_ tell: @escaping @Sendable (any Error, Request?) -> Void) -> LoadObserver {
        ended { end in
            if let error = end.failure { tell(error, end.request) }
        }
    }

    /// Tells of each load that has failed on the main actor, in order.
    ///
    ///     .failuresOnMainActor { error, _ in tips.show(error.localizedDescription) }
    public static func failuresOnMainActor(
        _ tell: @escaping @MainActor @Sendable (any Error, Request?) -> Void
    ) -> LoadObserver {
        let ends = InOrder<LoadEnd>()
        return ended { end in
            guard end.failure != nil, ends.append(end) else { return }
            Task { @MainActor in
                while let end = ends.next() {
                    if let error = end.failure { tell(error, end.request) }
                }
            }
        }
    }
}

// How many are under way.
extension LoadObserver {
    /// Tells how many loads are under way whenever that changes, in order.
    ///
    /// Every load that begins ends, by a value, an error or a cancellation; so the last count is zero.
    public static func counting(_ show: @escaping @Sendable (Int) -> Void) -> LoadObserver {
        counting { counts in
            while let count = counts.next() { show(count) }
        }
    }

    /// Tells how many loads are under way on the main actor: what an activity indicator shows.
    ///
    ///     .countingOnMainActor { count in indicator.isVisible = count > 0 }
    public static func countingOnMainActor(_ show: @escaping @MainActor @Sendable (Int) -> Void) -> LoadObserver {
        counting { counts in
            Task { @MainActor in
                while let count = counts.next() { show(count) }
            }
        }
    }

    private static func counting(by handOn: @escaping @Sendable (InOrder<Int>) -> Void) -> LoadObserver {
        let (count, counts) = (Locked(0), InOrder<Int>())
        return LoadObserver { event in
            let change: Int
            switch event.kind {
            case .planned: change = 1
            case .finished: change = -1
            default: return
            }
            // Under one lock: the counts come in the order in which they are true.
            let isFirst = count.withLock { count in
                count += change
                return counts.append(count)
            }
            if isFirst { handOn(counts) }
        }
    }
}

/// The name of ``LoadObserver`` in the version before.
@available(*, deprecated, renamed: "LoadObserver")
public typealias Observer = LoadObserver
