#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A bucket of tokens that fills evenly: so many at once, and then one after each interval. A pure decision.
///
/// What is remembered is one date: when the bucket will be full again (the generic cell rate algorithm).
package struct TokenBucket: Hashable, Sendable {
    /// Seconds between two tokens.
    package let interval: Double
    /// How many it holds.
    package let burst: Int

    /// A bucket; nothing is ever let through by a rate that is no number above zero, so it counts as one in an hour.
    package init(perSecond rate: Double, burst: Int) {
        interval = rate.isFinite && rate > 0 ? min(1 / rate, 3600) : 3600
        self.burst = min(max(1, burst), 1 << 24)
    }

    /// When a token is taken at a moment: when the bucket is full again then, and how long to wait for the token.
    ///
    /// A date that is too far ahead, since the clock was set back, counts as an empty bucket.
    package func taking(at now: Date, fullAt full: Date?) -> (fullAt: Date, wait: Duration) {
        let missing = min(max(0, full?.timeIntervalSince(now) ?? 0), Double(burst) * interval)
        let wait = max(0, missing - Double(burst - 1) * interval)
        // A wait shorter than the clock can tell is the rounding of dates.
        return (now.addingTimeInterval(missing + interval), wait < 1e-6 ? .zero : .seconds(wait))
    }
}
