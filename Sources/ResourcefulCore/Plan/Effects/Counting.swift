/// A command that counts what is under way, without waiting for it.
private struct Counting: Command {
    typealias Outcome = Int
    let counted: Underway

    var text: String { "count what is under way" }

    var effectName: EffectName? { EffectName("count") }

    func told(_ outcome: Int) -> EffectOutcome { .number(UInt64(clamping: outcome)) }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Int, Performer.Value>
    ) -> Performer.Answer {
        interpreter.count(counted, then: next)
    }
}

extension Plan where Value == Int {
    /// The number of runs or of holders of permits at this moment.
    package static func count(of counted: Underway) -> Plan { Plan(Counting(counted: counted)) }
}

extension Interpreter {
    /// Counts nothing, because nothing else is under way.
    package func count(_ counted: Underway, then next: Next<Int, Value>) -> Answer {
        resume(with: next(.success(0)))
    }
}
