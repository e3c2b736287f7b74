/// What is done to every request on its way: a pure function from a request, and the plan that would send it, to a plan.
///
/// A policy may change the request, wait, send it again or not at all, and look at the response or the error. It does
/// none of this itself: it answers with a plan. So it is tested like any plan, without a network or a clock.
///
///     let stamped = Policy { request, next in
///         Plan.now.flatMap { date in
///             var request = request
///             request.headerFields["X-Time"] = "\(date.timeIntervalSince1970)"
///             return next(request)
///         }
///     }
public struct Policy: Sendable {
    /// Goes on with a request: the policies further inside, then the transport.
    public typealias Sending = @Sendable (Request) -> Plan<Response>

    private let apply: @Sendable (Request, @escaping Sending) throws -> Plan<Response>

    /// A policy from a function. What the function throws is the outcome.
    public init(_ apply: @escaping @Sendable (_ request: Request, _ next: @escaping Sending) throws -> Plan<Response>) {
        self.apply = apply
    }

    /// The plan for a request.
    public func callAsFunction(_ request: Request, next: @escaping Sending) -> Plan<Response> {
        Plan.catching { try apply(request, next) }
    }

    /// The policy that goes on with the request as it is.
    public static let none = Policy { request, next in next(request) }

    /// This policy, with another one inside. Associative; ``none`` is its neutral element.
    public func wrapping(_ inner: Policy) -> Policy {
        Policy { request, next in self(request) { inner($0, next: next) } }
    }
}

extension Plan {
    /// The same plan, every request that it sends, now or later, passing through a policy.
    ///
    /// What the policy sends by itself does not pass through it again.
    public func applying(_ policy: Policy) -> Plan {
        Plan<Void>(.done(.success(()))).continuing { _ in self.rewritten(policy) }
    }

    private func rewritten(_ policy: Policy) -> Plan {
        switch head {
        case .done(let result): Plan(.done(result))
        case .send(let request, let next): policy(request, next: Plan<Response>.send).continuing(next.applying(policy))
        case .wait(let duration, let next): Plan(.wait(duration, next.applying(policy)))
        case .now(let next): Plan(.now(next.applying(policy)))
        case .random(let next): Plan(.random(next.applying(policy)))
        case .read(let key, let next): Plan(.read(key, next.applying(policy)))
        case .write(let entry, let key, let next): Plan(.write(entry, key, next.applying(policy)))
        case .share(let plan, let key, let next): Plan(.share(plan.applying(policy), key, next.applying(policy)))
        case .both(let both): Plan(.both(both.applying(policy)))
        case .each(let each): Plan(.each(each.applying(policy)))
        }
    }
}

extension Next {
    /// The same continuation, every request that is sent from here on passing through a policy.
    func applying(_ policy: Policy) -> Next {
        Next { self($0).applying(policy) }
    }
}
