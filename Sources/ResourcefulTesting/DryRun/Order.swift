extension DryRun {
    /// The order in which the branches of a plan take their steps.
    ///
    ///     run = DryRun(baseURL: api, podcast)
    ///     run.order = .choices([1])  // the right branch first
    ///
    /// In every order except the default, answers take arbitrarily long: other branches may take steps in between, and
    /// may even wait and wake up again.
    public enum Order: Hashable, Sendable, CustomStringConvertible {
        /// The default order: by time, and at the same time in turn, one step each, the left branch first.
        case inTurn
        /// One branch as far as it gets, then the next one. These choices apply wherever several branches could go on:
        /// 0 for the branch of the previous step, 1 for the next one in line. After the last choice, it's always 0.
        case choices([Int])
        /// A random order, the same one for the same seed.
        case drawn(seed: UInt64)

        /// The order as Swift code, such as `.choices([0, 2])`.
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
    /// Creates the scheduler of an order; nil for the default order.
    package init?(_ order: DryRun.Order) {
        switch order {
        case .inTurn: return nil
        case .choices(let choices): self.init(choices)
        case .drawn(let seed):
            var numbers = SplitMix64(seed: seed)
            // Most failures need few switches of branch, but some need many.
            let percent = [15, 40, 80][Int(numbers.next() % 3)] as UInt64
            self.init(drawingFrom: numbers, percent: percent)
        }
    }
}
