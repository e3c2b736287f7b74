/// What is done to every request on its way: a pure function from a request, and what would send it, to a plan.
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
    /// What is known of it beforehand.
    let traits: PolicyTraits

    /// A policy from a function. What the function throws is the outcome.
    public init(_ apply: @escaping @Sendable (_ request: Request, _ next: @escaping Sending) throws -> Plan<Response>) {
        self.init(PolicyTraits(), apply)
    }

    init(
        _ traits: PolicyTraits, _ apply: @escaping @Sendable (Request, @escaping Sending) throws -> Plan<Response>
    ) {
        self.traits = traits
        self.apply = apply
    }

    /// The store that it keeps responses in, when that is not the Webservice's own.
    package var cacheStore: (any CacheReference)? { traits.store }

    /// How it uses a cache, when that is all that it does.
    package var caching: Caching? { traits.caching }

    /// Whether it knows whose credentials it adds.
    package var identifiesUsers: Bool { traits.user != nil }

    /// The plan for a request.
    public func callAsFunction(_ request: Request, next: @escaping Sending) -> Plan<Response> {
        Plan.catching { try apply(request, next) }
    }

    /// The policy that goes on with the request as it is.
    public static let none = Policy { request, next in next(request) }

    /// This policy, with another one inside. Associative; ``none`` is its neutral element.
    public func wrapping(_ inner: Policy) -> Policy {
        Policy(traits.wrapping(inner.traits)) { request, next in
            self(request) { inner($0, next: next) }
        }
    }
}

extension Plan {
    /// The same plan, every request that it sends, now or later, passing through a policy.
    ///
    /// What the policy sends by itself does not pass through it again.
    public func applying(_ policy: Policy) -> Plan {
        Plan<Void>.value(()).continuing { _ in self.rewritten(policy) }
    }

    /// The outcome is kept, not the plan that came to it: to look for it again at each level would double the work.
    private func rewritten(_ policy: Policy) -> Plan {
        switch head {
        case .value(let value): Plan(.value(value))
        case .failure(let error): .failure(error)
        case .send(let effect):
            policy(effect.parameter, next: Plan<Response>.send).continuing(effect.next.applying(policy))
        case .wait(let effect): Plan(.wait(effect.applying(policy)))
        case .now(let effect): Plan(.now(effect.applying(policy)))
        case .random(let effect): Plan(.random(effect.applying(policy)))
        case .read(let effect): Plan(.read(effect.applying(policy)))
        case .update(let effect): Plan(.update(effect.applying(policy)))
        case .decide(let effect): Plan(.decide(effect.applying(policy)))
        case .cache(let effect): Plan(.cache(effect.applying(policy)))
        case .share(let effect):
            effect.parameter.plan.applying(policy).shared(as: effect.parameter.key)
                .continuing(effect.next.applying(policy))
        case .begin(let effect):
            effect.parameter.plan.applying(policy).begun(as: effect.parameter.key)
                .continuing(effect.next.applying(policy))
        case .limit(let effect):
            effect.parameter.plan.applying(policy)
                .limited(to: effect.parameter.limit, under: effect.parameter.key, priority: effect.parameter.priority)
                .continuing(effect.next.applying(policy))
        case .both(let both): Plan(.both(Boxed(both.content.applying(policy))))
        case .each(let each): Plan(.each(Boxed(each.content.applying(policy))))
        }
    }
}
