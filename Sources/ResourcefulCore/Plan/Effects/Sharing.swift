/// A command that runs a plan under a key, or joins the run that is under way.
package struct Sharing<Shared: Sendable>: Command {
    package typealias Outcome = Shared

    /// The plan to run if there is no run to join.
    package private(set) var plan: Plan<Shared>
    /// The key.
    package let key: RunKey
    /// Whether the run continues after everything that waits for it was canceled.
    package var isKept = false

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

/// A command that begins a run and doesn't wait for it.
private struct BackgroundStart<Shared: Sendable>: Command {
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
    /// Joins the run that is under way under the same key, or starts one.
    ///
    /// A key is a name and the type of the value, so runs with other types are separate. Every waiter receives the
    /// outcome of the run. Canceling a waiter doesn't affect the others; the run is canceled when the last one has
    /// left. A plan that asks, inside its own run, for its own key or for a run that waits for it, runs separately
    /// there.
    public func shared(as key: String) -> Plan { shared(as: key, isKept: false) }

    /// - Parameter isKept: Whether the run continues after everything that waits for it was canceled.
    func shared(as key: String, isKept: Bool) -> Plan {
        Plan(Sharing(plan: self, key: .named(key, Value.self), isKept: isKept))
    }

    /// Begins this plan under a key, unless a run with that key is under way, and doesn't wait for its outcome.
    ///
    /// The run continues after the plan that began it has ended, and ``shared(as:)`` can join it. Observers receive its
    /// outcome like a separate load.
    public func startInBackground(as key: String) -> Plan<Void> {
        Plan<Void>(BackgroundStart(sharing: Sharing(plan: self, key: .named(key, Value.self))))
    }
}
