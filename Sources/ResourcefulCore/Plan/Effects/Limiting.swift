/// What is to be run when there is room.
package struct Limiting<Limited>: Command {
    package typealias Outcome = Limited

    /// The plan to run.
    package private(set) var plan: Plan<Limited>
    /// Where it needs room.
    package let gate: GateKey
    /// Who waits with a higher one goes first.
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
    /// Runs this plan as soon as fewer than so many are running under the same key.
    ///
    /// Who waits with a higher priority goes first, then who came first. What is asked for from within, under the same
    /// key, is not counted again. Limits of different numbers under one key are counted apart. A run whose room is held
    /// by those who wait for it takes that room.
    public func limited(to limit: Int, under key: String, priority: Int = 0) -> Plan {
        Plan(Limiting(plan: self, gate: GateKey(name: key, limit: limit), priority: priority))
    }
}
