/// A command that reports a decision to the observers.
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
    /// Reports a decision and the reason to the observers of a load. It has no other effect.
    public static func note(_ decision: LoadDecision) -> Plan { Plan(Noting(decision: decision)) }
}
