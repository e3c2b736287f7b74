/// An observer of loads: it receives every event and can't change any.
///
/// An observer is called synchronously, on the thread of the load, so move slow work elsewhere. Observers with
/// `OnMainActor` in their names pass events on to the main actor, in order.
///
///     let slow = LoadObserver { event in
///         if case .received(_, let request, _, let time) = event.kind, time > .seconds(2) {
///             print(request, "took", time)
///         }
///     }
///     let webservice = Webservice(baseURL: api, observers: [slow, .logging { print($0) }])
public struct LoadObserver: Sendable {
    private let observe: @Sendable (LoadEvent) -> Void
    /// What keeps the effects of loads; nil for an observer of events.
    let keeper: (any LoadKeeper)?
    /// What the observer reads now.
    let reading: @Sendable () -> Reading

    /// What an observer reads of events: what takes most of the time of observing, and is made only if it is read.
    public struct Reading: OptionSet, Sendable {
        /// The parts as bits.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The text of `.planned`. Without it, that is empty.
        public static let plans = Reading(rawValue: 1)
        /// Whole requests and responses. Without it, a request has its method, its options and its origin for a URL,
        /// and a response its status and metrics, unless the exchange or the load has failed.
        public static let messages = Reading(rawValue: 2)
    }

    /// Creates an observer from a function.
    ///
    /// - Parameters:
    ///   - reading: What it reads: evaluated for each load. It receives more if another observer reads more.
    ///   - observe: The function.
    public init(
        reading: @autoclosure @escaping @Sendable () -> Reading = [.plans, .messages],
        _ observe: @escaping @Sendable (LoadEvent) -> Void
    ) {
        (self.observe, self.reading) = (observe, reading)
        keeper = nil
    }

    /// Creates an observer that receives no events: the loads themselves hand over their effects.
    package init(keeper: any LoadKeeper) {
        (observe, reading) = ({ _ in }, { [] })
        self.keeper = keeper
    }

    /// Passes an event to the observer.
    public func callAsFunction(_ event: LoadEvent) { observe(event) }

    /// Returns an observer that receives every event on the main actor, in order.
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

    /// Returns an observer that writes one line for each exchange, without secrets: `GET https://example.org/a → 200
    /// OK, 1024 bytes, 12.3 ms`.
    public static func logging(_ write: @escaping @Sendable (String) -> Void) -> LoadObserver {
        LoadObserver(reading: .messages) { event in
            switch event.kind {
            case .received(let response, let request, let attempt, let time):
                let number = attempt > 1 ? " (request \(attempt) of the load)" : ""
                let body = request.leavesBody ? "its body is read as a stream" : "\(response.body.count) bytes"
                write("\(request) → \(response.status), \(body), \(time.inWords)\(number)")
            case .failed(let request, let error, _, let time): write("\(request) ✗ \(error), \(time.inWords)")
            default: break
            }
        }
    }
}

// The ends of loads.
extension LoadObserver {
    /// Returns an observer that receives the end of each load, once, of any kind: a resource, a plan, a stream, a
    /// download, a page.
    ///
    ///     .ended { end in metrics.count(end.error == nil ? "loaded" : "failed") }
    public static func ended(_ tell: @escaping @Sendable (LoadEnd) -> Void) -> LoadObserver {
        ended(reading: .messages, tell)
    }

    private static func ended(reading: Reading, _ tell: @escaping @Sendable (LoadEnd) -> Void) -> LoadObserver {
        LoadObserver(reading: reading) { event in
            if case .finished(let end) = event.kind { tell(end) }
        }
    }

    /// Returns an observer that receives each load that failed and wasn't canceled: the one place for an app's error
    /// messages.
    ///
    ///     .failures { error, request in log.error("\(request?.description ?? ""): \(error)") }
    public static func failures(_ tell: @escaping @Sendable (any Error, Request?) -> Void) -> LoadObserver {
        ended(reading: []) { end in
            if let error = end.failure { tell(error, end.request) }
        }
    }

    /// Returns an observer that receives each failed load on the main actor, in order.
    ///
    ///     .failuresOnMainActor { error, _ in tips.show(error.localizedDescription) }
    public static func failuresOnMainActor(
        _ tell: @escaping @MainActor @Sendable (any Error, Request?) -> Void
    ) -> LoadObserver {
        let ends = InOrder<LoadEnd>()
        return ended(reading: []) { end in
            guard end.failure != nil, ends.append(end) else { return }
            Task { @MainActor in
                while let end = ends.next() {
                    if let error = end.failure { tell(error, end.request) }
                }
            }
        }
    }
}

// The number of active loads.
extension LoadObserver {
    /// Returns an observer that receives the number of active loads whenever it changes, in order.
    ///
    /// Every load that begins ends, with a value, an error or a cancellation, so the last count is zero.
    public static func counting(_ show: @escaping @Sendable (Int) -> Void) -> LoadObserver {
        counting { counts in
            while let count = counts.next() { show(count) }
        }
    }

    /// Returns an observer that receives the number of active loads on the main actor, for an activity indicator.
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
        return LoadObserver(reading: []) { event in
            let change: Int
            switch event.kind {
            case .planned: change = 1
            case .finished: change = -1
            default: return
            }
            // Under one lock, so the counts are in order.
            let isFirst = count.withLock { count in
                count += change
                return counts.append(count)
            }
            if isFirst { handOn(counts) }
        }
    }
}
