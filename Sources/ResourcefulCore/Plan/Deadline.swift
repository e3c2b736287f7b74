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
    public func deadline(_ deadline: Duration) -> Plan<Value> {
        let end = Plan<Void>.wait(for: deadline).flatMap { Plan<Value>.failure(DeadlineExceeded(deadline: deadline)) }
        return Plan(Race(plans: [plan, end], rules: .untilFirstOutcome))
    }
}
