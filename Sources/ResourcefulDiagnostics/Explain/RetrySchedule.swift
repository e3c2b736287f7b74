extension RetryRule {
    /// The waits of the rule, unless a server asks for longer ones.
    public var schedule: RetrySchedule { RetrySchedule(count: min(max(0, limit), 1 << 30), waits: waits) }
}

/// The shortest and the longest wait before each retry, in order. Nothing is stored, so any number of them is
/// cheap.
public struct RetrySchedule: RandomAccessCollection, Hashable, Sendable, CustomStringConvertible {
    /// The number of retries.
    public let count: Int
    fileprivate let waits: Backoff

    /// The index of the first retry.
    public var startIndex: Int { 0 }
    /// The index after the last retry.
    public var endIndex: Int { count }

    /// The shortest and the longest wait before a retry.
    public subscript(retry: Int) -> ClosedRange<Duration> {
        let longest = waits.longest(before: retry)
        return (waits.jitter == .none ? longest : .zero)...longest
    }

    /// The longest total of all waits.
    public var total: Duration {
        // All waits after the first one that reaches the ceiling are as long as it.
        let growing = prefix { $0.upperBound < waits.ceiling }.prefix(128)
        let sum = growing.reduce(Duration.zero) { $0 + $1.upperBound }
        guard growing.count < count else { return sum }
        return sum + self[growing.count].upperBound * (count - growing.count)
    }

    /// The first ten waits on one line: `0–0.25 s, 0–0.5 s`.
    public var description: String {
        let texts = prefix(10).map {
            $0.lowerBound == $0.upperBound ? $0.upperBound.brief : "0–\($0.upperBound.brief)"
        }
        guard !texts.isEmpty else { return "never" }
        return texts.joined(separator: ", ") + (count > 10 ? ", … (\(count))" : "")
    }
}
