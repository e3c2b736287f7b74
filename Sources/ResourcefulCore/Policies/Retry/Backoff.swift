/// How long to wait before each retry: longer each time, up to a ceiling, and by chance a part of it.
public struct Backoff: Hashable, Sendable, CustomStringConvertible {
    /// What chance does to a wait.
    public enum Jitter: Hashable, Sendable {
        /// Nothing: all who failed at once come back at once.
        case none
        /// It takes any part of it, from nothing to all, so that those who failed at once come back one by one.
        case full
    }

    /// The longest that the first wait may be.
    package let first: Duration
    /// How many times longer each wait may be than the one before.
    package let factor: Int
    /// The longest that any wait may be.
    package let ceiling: Duration
    /// What chance does to each wait.
    package let jitter: Jitter

    private init(first: Duration, factor: Int, ceiling: Duration, jitter: Jitter) {
        // A century or so is for ever, and numbers that are no larger can be multiplied.
        let forEver = Duration.seconds(1 << 32)
        (self.first, self.factor) = (min(max(.zero, first), forEver), min(max(1, factor), 1 << 20))
        (self.ceiling, self.jitter) = (min(max(.zero, ceiling), forEver), jitter)
    }

    /// Waits that grow by a factor up to a ceiling.
    public static func exponential(
        from first: Duration, by factor: Int = 2, upTo ceiling: Duration = .seconds(30), jitter: Jitter = .full
    ) -> Backoff {
        Backoff(first: first, factor: factor, ceiling: ceiling, jitter: jitter)
    }

    /// Waits that are all alike.
    public static func constant(_ duration: Duration, jitter: Jitter = .none) -> Backoff {
        Backoff(first: duration, factor: 1, ceiling: duration, jitter: jitter)
    }

    /// The longest that the wait before a retry may be; retries are counted from 0.
    func longest(before retry: Int) -> Duration {
        guard factor > 1, first > .zero else { return min(first, ceiling) }
        var duration = min(first, ceiling)
        // 128 doublings take an attosecond to any ceiling.
        for _ in 0..<min(max(0, retry), 128) where duration < ceiling { duration = min(duration * factor, ceiling) }
        return duration
    }

    /// The wait before a retry, drawn from a number.
    func wait(before retry: Int, drawing number: UInt64) -> Duration {
        let longest = longest(before: retry)
        return jitter == .none ? longest : longest * (Double(number >> 11) / Double(1 << 53 as UInt64))
    }

    /// The first wait, the factor, the ceiling and the jitter.
    public var description: String {
        let waits =
            factor == 1 || first >= ceiling
            ? "\(min(first, ceiling).brief) each"
            : "\(first.brief), \(factor) times as long each time, \(ceiling.brief) at most"
        return jitter == .full ? "\(waits), by chance a part of it" : waits
    }
}

extension Duration {
    /// Seconds with three decimals at most, `0.25 s`.
    package var brief: String {
        let (seconds, attoseconds) = components
        let thousandths = (attoseconds.magnitude + 500_000_000_000_000) / 1_000_000_000_000_000
        let whole = seconds.magnitude + thousandths / 1000
        var decimals = "\(thousandths % 1000 + 1000)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (self < .zero ? "-" : "") + "\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)") + " s"
    }
}
