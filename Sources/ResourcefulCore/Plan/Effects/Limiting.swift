/// A command that runs a plan once it has a permit.
package struct Limiting<Limited>: Command {
    package typealias Outcome = Limited

    /// The plan to run.
    package private(set) var plan: Plan<Limited>
    /// The gate that gives out the permits.
    package let gate: GateKey
    /// The priority. Waiting plans with a higher priority go first.
    package let priority: Int

    package var text: String { "[\(gate): \(plan)]" }

    package static var holdsPlans: Bool { true }

    package var depth: UInt8 { plan.link?.depth ?? 0 }

    package mutating func takeLinks(into links: inout [Link]) { plan.takeLink(into: &links) }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Limited, Performer.Value>
    ) -> Performer.Answer {
        interpreter.limit(self, then: next)
    }
}

extension Plan {
    /// Runs this plan as soon as fewer than `limit` plans are running under the same key.
    ///
    /// A waiting plan with a higher priority goes first, then the one that came first. Anything inside this plan that
    /// asks for the same key isn't counted again. Different limits under one key are counted separately. If all plans
    /// that hold a permit wait for this one, it runs at once.
    public func limited(to limit: Int, under key: String, priority: Int = 0) -> Plan {
        Plan(Limiting(plan: self, gate: GateKey(name: key, limit: limit), priority: priority))
    }
}
