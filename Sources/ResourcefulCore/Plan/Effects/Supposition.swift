/// An entry of the store that an explanation supposes after an attempt to send a request has succeeded.
package struct Supposition: Sendable {
    /// The name of the entry.
    package let name: String
    /// The entry as a success would leave it.
    package let entry: StoreEntry
}

/// A command that supposes the success of an attempt that would first send a request of a policy's own. Only
/// explanations carry it out.
package struct Supposing: Command {
    package typealias Outcome = Void

    /// The attempt.
    package private(set) var attempt: Plan<Response>
    /// What its first request would change.
    package let supposition: Supposition

    package var text: String { "\(attempt)" }

    package static var holdsPlans: Bool { true }

    package var depth: UInt8 { attempt.link?.depth ?? 0 }

    package mutating func takeLinks(into links: inout [Link]) { attempt.takeLink(into: &links) }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Void, Performer.Value>
    ) -> Performer.Answer {
        interpreter.suppose(self, then: next)
    }
}

extension Plan where Value == Void {
    /// Supposes the success of an attempt.
    static func supposing(_ supposition: Supposition, after attempt: Plan<Response>) -> Plan {
        Plan(Supposing(attempt: attempt, supposition: supposition))
    }
}

extension Interpreter {
    /// Supposes nothing.
    package func suppose(_ supposing: Supposing, then next: Next<Void, Value>) -> Answer {
        resume(with: next(.success(())))
    }
}
