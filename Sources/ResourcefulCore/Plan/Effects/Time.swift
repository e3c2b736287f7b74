/// A command that tells the time.
struct TellingTime: Command {
    typealias Outcome = Date

    var text: String { "the time" }

    var effectName: EffectName? { EffectName("time") }

    func told(_ outcome: Date) -> EffectOutcome { .date(outcome) }

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

/// A command that waits.
struct Waiting: Command {
    typealias Outcome = Void
    let duration: Duration

    var text: String { "wait \(duration)" }

    var effectName: EffectName? { EffectName("wait", .duration(duration), isRepeated: false) }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Void, Performer.Value>
    ) -> Performer.Answer {
        interpreter.wait(for: duration, then: next)
    }
}

extension Plan where Value == Void {
    /// Waits for a duration.
    public static func wait(for duration: Duration) -> Plan { Plan(Waiting(duration: duration)) }
}
