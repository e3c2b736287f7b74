/// The wait before each retry: it grows up to a ceiling, and can be randomized.
public struct Backoff: Hashable, Sendable, CustomStringConvertible {
    /// The randomization of waits.
    public enum Jitter: Hashable, Sendable {
        /// Waits aren't randomized: clients that failed at the same time retry at the same time.
        case none
        /// Each wait is drawn between zero and its longest, so that clients that failed at the same time retry one by
        /// one.
        case full
    }

    /// The longest first wait.
    package let first: Duration
    /// The factor by which the longest wait grows with each retry.
    package let factor: Int
    /// The longest wait of all.
    package let ceiling: Duration
    /// The randomization of each wait.
    package let jitter: Jitter

    private init(first: Duration, factor: Int, ceiling: Duration, jitter: Jitter) {
        // About a century counts as forever. Numbers up to that can be multiplied.
        let forEver = Duration.seconds(Int64(1) << 32)
        (self.first, self.factor) = (min(max(.zero, first), forEver), min(max(1, factor), 1 << 20))
        (self.ceiling, self.jitter) = (min(max(.zero, ceiling), forEver), jitter)
    }

    /// Creates waits that grow by a factor up to a ceiling.
    public static func exponential(
        from first: Duration, by factor: Int = 2, upTo ceiling: Duration = .seconds(30), jitter: Jitter = .full
    ) -> Backoff {
        Backoff(first: first, factor: factor, ceiling: ceiling, jitter: jitter)
    }

    /// Creates waits that are all the same.
    public static func constant(_ duration: Duration, jitter: Jitter = .none) -> Backoff {
        Backoff(first: duration, factor: 1, ceiling: duration, jitter: jitter)
    }

    /// Returns the longest wait before a retry. Retries are counted from 0.
    package func longest(before retry: Int) -> Duration {
        guard factor > 1, first > .zero else { return min(first, ceiling) }
        var duration = min(first, ceiling)
        // 128 doublings get from an attosecond to any ceiling.
        for _ in 0..<min(max(0, retry), 128) where duration < ceiling { duration = min(duration * factor, ceiling) }
        return duration
    }

    /// Returns the wait before a retry, given a random number.
    package func wait(before retry: Int, drawing number: UInt64) -> Duration {
        let longest = longest(before: retry)
        return jitter == .none ? longest : longest * (Double(number >> 11) / Double(1 << 53 as UInt64))
    }

    /// The first wait, the factor, the ceiling and the jitter.
    public var description: String {
        let waits =
            factor == 1 || first >= ceiling
            ? "\(min(first, ceiling).brief) each"
            : "\(first.brief), \(factor) times as long each time, at most \(ceiling.brief)"
        return jitter == .full ? "\(waits), randomly shortened" : waits
    }
}

extension Duration {
    /// The duration in seconds with at most three decimals: `0.25 s`.
    public var brief: String {
        let (seconds, attoseconds) = components
        let thousandths = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
        let whole = seconds.magnitude + thousandths / 1000
        var decimals = "\(thousandths % 1000 + 1000)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (self < .zero ? "-" : "") + "\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)") + " s"
    }
}
