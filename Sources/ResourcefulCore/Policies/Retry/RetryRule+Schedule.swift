extension RetryRule {
    /// The waits of the rule, when no server asks for longer ones.
    public var schedule: Schedule { Schedule(count: min(max(0, limit), 1 << 30), waits: waits) }

    /// The shortest and the longest wait before each retry, in their order. Nothing is stored: any
    /// number of them is cheap.
    public struct Schedule: RandomAccessCollection, Hashable, Sendable, CustomStringConvertible {
        /// How many retries there are.
        public let count: Int
        fileprivate let waits: Backoff

        /// The place of the first retry.
        public var startIndex: Int { 0 }
        /// The place after the last retry.
        public var endIndex: Int { count }

        /// The bounds of the wait before a retry.
        public subscript(retry: Int) -> ClosedRange<Duration> {
            let longest = waits.longest(before: retry)
            return (waits.jitter == .none ? longest : .zero)...longest
        }

        /// The longest that all waits can be together.
        public var total: Duration {
            // From the first that is as long as the ceiling on, all are.
            let growing = prefix { $0.upperBound < waits.ceiling }.prefix(128)
            let sum = growing.reduce(Duration.zero) { $0 + $1.upperBound }
            guard growing.count < count else { return sum }
            return sum + self[growing.count].upperBound * (count - growing.count)
        }

        /// The waits on one line, `0–0.25 s, 0–0.5 s`; ten of them at most.
        public var description: String {
            let texts = prefix(10).map {
                $0.lowerBound == $0.upperBound ? $0.upperBound.brief : "0–\($0.upperBound.brief)"
            }
            guard !texts.isEmpty else { return "never" }
            return texts.joined(separator: ", ") + (count > 10 ? ", … (\(count))" : "")
        }
    }
}
