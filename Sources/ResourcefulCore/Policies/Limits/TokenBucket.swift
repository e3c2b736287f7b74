#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A bucket of tokens that fills evenly: it allows a burst at once, and then one token after each interval. It decides
/// without side effects.
///
/// One date is remembered: when the bucket will be full again (the generic cell rate algorithm).
package struct TokenBucket: Hashable, Sendable {
    /// The number of seconds between two tokens.
    package let interval: Double
    /// The number of tokens in a full bucket.
    package let burst: Int

    /// Creates a bucket. A rate that isn't a positive number, or is below one in an hour, counts as one in an hour.
    package init(perSecond rate: Double, burst: Int) {
        interval = rate.isFinite && rate > 0 ? min(1 / rate, 3600) : 3600
        self.burst = min(max(1, burst), 1 << 24)
    }

    /// Takes a token. Returns when the bucket will be full again, and how long to wait for the token.
    ///
    /// If the date is too far ahead because the clock was set back, the bucket counts as empty.
    package func taking(at now: Date, fullAt full: Date?) -> (fullAt: Date, wait: Duration) {
        let missing = min(max(0, full?.timeIntervalSince(now) ?? 0), Double(burst) * interval)
        let wait = max(0, missing - Double(burst - 1) * interval)
        // A wait that is shorter than the clock's resolution is a rounding error.
        return (now.addingTimeInterval(missing + interval), wait < 1e-6 ? .zero : .seconds(wait))
    }
}
