/// A command that carries out a plan whose requests are changed or pass through a policy.
package struct Layered<Inner>: Command {
    package typealias Outcome = Inner

    /// A layer around the requests of a plan.
    package enum Layer: Sendable {
        /// A change to the request, before anything else happens to it.
        case change(@Sendable (inout Request) -> Void)
        /// A policy that the request passes through.
        case policy(Policy)
        /// A policy whose plan neither joins nor begins a run that others can join.
        case apart(Policy)
    }

    /// The plan.
    package private(set) var plan: Plan<Inner>
    /// The layer around its requests.
    package let layer: Layer

    package var text: String { "\(plan)" }

    package static var holdsPlans: Bool { true }

    package var depth: UInt8 { plan.link?.depth ?? 0 }

    package mutating func takeLinks(into links: inout [Link]) { plan.takeLink(into: &links) }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Inner, Performer.Value>
    ) -> Performer.Answer {
        interpreter.surround(self, then: next)
    }
}

extension Plan {
    /// Returns a plan that sends every request, now or later, through a policy: inside its resource's policies, and
    /// outside the Webservice's.
    ///
    /// Requests that the policy itself sends don't pass through it again.
    public func applying(_ policy: Policy) -> Plan { surrounded(by: .policy(policy)) }

    /// Returns a plan that sends every request through a policy, and shares no runs: its outcome is for no other load.
    func apart(applying policy: Policy) -> Plan { surrounded(by: .apart(policy)) }

    private func surrounded(by layer: Layered<Value>.Layer) -> Plan {
        // A plan that has its outcome sends nothing.
        if case .step(let step) = node, !step.isEffect { return self }
        return Plan(Layered(plan: self, layer: layer))
    }
}

extension Plan: RequestChanging {
    /// Returns a plan that changes every request it sends, now or later, before anything else happens to it.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Plan {
        surrounded(by: .change(change))
    }
}

extension Step {
    fileprivate var isEffect: Bool { if case .effect = self { true } else { false } }
}

/// The layers of the plans around a request, as an interpreter keeps track of them.
package struct RequestLayers: Sendable {
    /// The changes to the request, innermost first. A later change overrides an earlier one.
    private(set) var changes: [@Sendable (inout Request) -> Void] = []
    /// The policies that the request passes through.
    private(set) var policy: Policy?
    /// Whether the request is a policy's own, so that it doesn't pass through the policies of the Webservice.
    package private(set) var isOfPolicy = false
    /// Whether shared runs of the plan are run for it alone.
    package private(set) var isApart = false
    /// The date at which the plan is over; nil without a deadline.
    package var deadline: Date?

    /// The layers of a plan that is given to a Webservice.
    package static let webservice = RequestLayers()
    /// The layers of a plan that a policy returns.
    package static let policy: RequestLayers = {
        var layers = RequestLayers()
        layers.isOfPolicy = true
        return layers
    }()

    /// Whether the plans around a request do nothing to it.
    package var isEmpty: Bool { changes.isEmpty && policy == nil }

    /// Returns a copy with another layer between the layers and the request.
    package func adding<Inner>(_ layer: Layered<Inner>.Layer) -> RequestLayers {
        var layers = self
        switch layer {
        case .change(let change): layers.changes.insert(change, at: 0)
        case .policy(let policy): layers.policy = layers.policy.map { $0.wrapping(policy) } ?? policy
        case .apart(let policy):
            layers = adding(Layered<Inner>.Layer.policy(policy))
            layers.isApart = true
        }
        return layers
    }
}
