/// A plan, whose requests are changed, or pass through a policy.
package struct Surrounded<Inner>: Command {
    package typealias Outcome = Inner

    /// What is done to a request that is sent.
    package enum Layer: Sendable {
        /// It is changed, before anything else happens to it.
        case change(@Sendable (inout Request) -> Void)
        /// It passes through a policy.
        case policy(Policy)
    }

    /// The plan.
    package private(set) var plan: Plan<Inner>
    /// What is done to its requests.
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
    /// The same plan, every request that it sends, now or later, passing through a policy: inside the policies of its
    /// resource, outside those of the Webservice.
    ///
    /// What the policy sends by itself does not pass through it again.
    public func applying(_ policy: Policy) -> Plan { surrounded(by: .policy(policy)) }

    private func surrounded(by layer: Surrounded<Value>.Layer) -> Plan {
        // A plan that has come to its outcome sends nothing.
        if case .step(let step) = node, !step.isEffect { return self }
        return Plan(Surrounded(plan: self, layer: layer))
    }
}

extension Plan: RequestChanging {
    /// The same plan, every request that it sends, now or later, changed before anything else happens to it.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Plan {
        surrounded(by: .change(change))
    }
}

extension Step {
    fileprivate var isEffect: Bool { if case .effect = self { true } else { false } }
}

/// What the plans around a request do to it, as an interpreter keeps it in mind.
package struct Surroundings: Sendable {
    /// What changes it, the innermost first: a later one has the last word.
    private(set) var changes: [@Sendable (inout Request) -> Void] = []
    /// The policies that it passes through.
    private(set) var policy: Policy?
    /// Whether it is a policy's own: then it does not pass through those of the Webservice.
    package private(set) var isOfPolicy = false

    /// Those of a plan that a Webservice is given.
    package static let webservice = Surroundings()
    /// Those of what a policy comes to.
    package static let policy: Surroundings = {
        var surroundings = Surroundings()
        surroundings.isOfPolicy = true
        return surroundings
    }()

    /// Whether plans do nothing to a request.
    package var isEmpty: Bool { changes.isEmpty && policy == nil }

    /// The same, and what is between them and the request.
    package func adding<Inner>(_ layer: Surrounded<Inner>.Layer) -> Surroundings {
        var surroundings = self
        switch layer {
        case .change(let change): surroundings.changes.insert(change, at: 0)
        case .policy(let policy):
            surroundings.policy = surroundings.policy.map { $0.wrapping(policy) } ?? policy
        }
        return surroundings
    }
}
