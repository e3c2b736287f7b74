/// A command that draws a random number.
struct DrawingNumber: Command {
    typealias Outcome = UInt64

    var text: String { "a random number" }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<UInt64, Performer.Value>
    ) -> Performer.Answer {
        interpreter.drawNumber(then: next)
    }
}

extension Plan where Value == UInt64 {
    /// The plan whose value is drawn uniformly from all 64-bit numbers.
    public static var random: Plan { Plan(DrawingNumber()) }
}
