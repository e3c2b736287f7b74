/// A command that tells the time.
struct TellingTime: Command {
    typealias Outcome = Date

    var text: String { "the time" }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Date, Performer.Value>
    ) -> Performer.Answer {
        interpreter.tellTime(then: next)
    }
}

extension Plan where Value == Date {
    /// The plan whose value is the current time.
    public static var now: Plan { Plan(TellingTime()) }
}
