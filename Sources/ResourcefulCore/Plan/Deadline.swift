/// The error of a plan that took longer than its deadline (``Loadable/deadline(_:)``).
///
///     do {
///         print(try run.load(Episode.all.deadline(.seconds(5))))
///     } catch is DeadlineExceeded {
///         showOffline()
///     }
public struct DeadlineExceeded: Error, Hashable, CustomStringConvertible {
    /// The time that the plan had.
    public let deadline: Duration

    /// Creates an error, such as one to test messages with.
    public init(deadline: Duration) { self.deadline = deadline }

    /// The deadline in seconds.
    public var description: String { "the deadline of \(deadline.brief) has passed" }
}

extension Loadable {
    /// Returns a plan that fails with ``DeadlineExceeded`` if this takes longer than a duration.
    ///
    ///     let page = zip(Profile.mine, Episode.all).deadline(.seconds(5))
    ///
    /// Everything counts: all requests and redirects, the waits between retries, a refresh of a token, and the wait for
    /// a permit. What is under way at the deadline is canceled, and has ended when the plan fails. A shared run
    /// continues for its other waiters. The timeout of a single request is ``Request/timeout``.
    ///
    /// Policies know the deadline: a retry that would wait beyond it gives up, and a cache with `stale-if-error` gives
    /// an old response when nine tenths of the time are over.
    public func deadline(_ deadline: Duration) -> Plan<Value> {
        let end = Plan<Void>.wait(for: deadline).flatMap { Plan<Value>.failure(DeadlineExceeded(deadline: deadline)) }
        return Plan(Race(plans: [plan, end], rules: .deadline(deadline)))
    }
}

/// The date at which the load of a request is over; nil without a deadline. It makes no request different.
package enum LoadDeadline: RequestOption {
    package static let defaultValue: Date? = nil
    package static let sharedFields: [HeaderFields.Name]? = []
}

extension RequestLayers {
    /// Returns the layers of the first plan in a race that began at a date.
    package func racing(by rules: RaceRules, since start: @autoclosure () -> Date) -> RequestLayers {
        guard case .deadline(let duration) = rules else { return self }
        var layers = self
        let end = start().addingTimeInterval(duration.inSeconds)
        layers.deadline = layers.deadline.map { min($0, end) } ?? end
        return layers
    }
}
