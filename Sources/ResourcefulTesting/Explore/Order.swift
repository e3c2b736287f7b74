extension DryRun {
    /// In which order the branches of a plan take their steps.
    ///
    ///     run.order = .choices([0, 2])
    ///
    /// In every order but the usual one, answers are on their way for as long as one likes: others may take steps in
    /// between, and may even wait and wake up again.
    public enum Order: Hashable, Sendable, CustomStringConvertible {
        /// The usual one: by time, and at the same time in turn, one step each, those on the left first.
        case inTurn
        /// One branch as far as it gets, then the next one, but where several could go on as is said here: 0 stands for
        /// the branch that took the step before, 1 for the next one in line. After the last choice, it is 0.
        case choices([Int])
        /// By chance: the same order for the same seed.
        case drawn(seed: UInt64)

        /// As it stands in code: `.choices([0, 2])`.
        public var description: String {
            switch self {
            case .inTurn: ".inTurn"
            case .choices(let choices): ".choices(\(choices))"
            case .drawn(let seed): ".drawn(seed: \(seed))"
            }
        }
    }
}

extension Scheduler {
    /// Who chooses in an order; nobody in the usual one.
    init?(_ order: DryRun.Order) {
        switch order {
        case .inTurn: return nil
        case .choices(let choices): self.init(choices)
        case .drawn(let seed):
            var numbers = SplitMix64(seed: seed)
            // Most failures need few changes of branch, some need many.
            let percent = [15, 40, 80][Int(numbers.next() % 3)] as UInt64
            self.init([], then: .drawn(numbers, percent: percent))
        }
    }
}
