/// What is to be shared, and under which key.
package struct Sharing<Shared: Sendable>: Command {
    package typealias Outcome = Shared

    /// The plan to run unless there is a run to join.
    package private(set) var plan: Plan<Shared>
    /// The key.
    package let key: RunKey

    package var text: String { "[\(key): \(plan)]" }

    package static var holdsPlans: Bool { true }

    package var depth: UInt8 { plan.link?.depth ?? 0 }

    package mutating func takeLinks(into links: inout [Link]) { plan.takeLink(into: &links) }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Shared, Performer.Value>
    ) -> Performer.Answer {
        interpreter.share(self, then: next)
    }
}

/// A run that is begun, and not waited for.
private struct Beginning<Shared: Sendable>: Command {
    typealias Outcome = Void
    var sharing: Sharing<Shared>

    var text: String { "begin \(sharing.text)" }

    static var holdsPlans: Bool { true }

    var depth: UInt8 { sharing.depth }

    mutating func takeLinks(into links: inout [Link]) { sharing.takeLinks(into: &links) }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Void, Performer.Value>
    ) -> Performer.Answer {
        interpreter.begin(sharing, then: next)
    }
}

extension Plan where Value: Sendable {
    /// Joins the run that is under way under the same key, or starts one: so many at once, one run.
    ///
    /// A key is a name and the type of the value: runs of other types are other runs. Every waiter gets the run's
    /// outcome. A waiter that is canceled leaves the others alone; the run is canceled when the last one has left. A
    /// plan that asks from within for its own key, or for a run that waits for its own, runs on its own there.
    public func shared(as key: String) -> Plan { Plan(Sharing(plan: self, key: .named(key, Value.self))) }

    /// Begins this plan under a key, unless a run of that key is under way, and does not wait for its outcome.
    ///
    /// It goes on when the one who began it has ended, and can be joined by ``shared(as:)``. Observers are told how it
    /// ended, as of a load of its own.
    public func begun(as key: String) -> Plan<Void> {
        Plan<Void>(Beginning(sharing: Sharing(plan: self, key: .named(key, Value.self))))
    }
}
