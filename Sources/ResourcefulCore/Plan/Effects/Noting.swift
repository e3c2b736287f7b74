/// A decision that watchers are told of.
struct Noting: Command {
    typealias Outcome = Void
    let decision: LoadDecision

    var text: String { "\(decision)" }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Void, Performer.Value>
    ) -> Performer.Answer {
        interpreter.note(decision, then: next)
    }
}

extension Plan where Value == Void {
    /// Tells the watchers of a load what was decided, and why. It changes nothing.
    public static func note(_ decision: LoadDecision) -> Plan { Plan(Noting(decision: decision)) }
}
