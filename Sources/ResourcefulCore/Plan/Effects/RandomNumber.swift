/// A command that draws a random number.
package struct DrawingNumber: Command {
    package typealias Outcome = UInt64

    /// Whether secrets are made of the number.
    let isSecret: Bool

    package init(isSecret: Bool) { self.isSecret = isSecret }

    package var text: String { "a random number" }

    package var effectName: EffectName? { EffectName("number") }

    package func told(_ outcome: UInt64) -> EffectOutcome { .number(outcome, isSecret: isSecret) }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<UInt64, Performer.Value>
    ) -> Performer.Answer {
        interpreter.drawNumber(isSecret: isSecret, then: next)
    }
}

extension Plan where Value == UInt64 {
    /// The plan whose value is drawn uniformly from all 64-bit numbers.
    ///
    /// A record of a black box has the number. For a number that a secret is made of, use ``secretRandom``.
    public static var random: Plan { Plan(DrawingNumber(isSecret: false)) }

    /// The plan whose value is drawn like ``random``, and isn't recorded: for a password, a verifier, a `state`.
    ///
    /// A dry run that repeats the record of a load draws another number.
    public static var secretRandom: Plan { Plan(DrawingNumber(isSecret: true)) }
}
