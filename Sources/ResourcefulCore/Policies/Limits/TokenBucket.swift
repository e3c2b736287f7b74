/// A bucket of tokens that fills evenly: it allows a burst at once, and then one token after each interval. It decides
/// without side effects.
///
/// What is remembered is mainly a date: when the bucket will be full again (the generic cell rate algorithm).
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

    /// Takes a token. Returns what to remember, and how long to wait for the token.
    ///
    /// Several processes can share what is remembered, each with a clock of its own. The one whose clock is ahead
    /// counts, so clocks that are apart by a few seconds make requests later, and never too many. If a clock was set
    /// back by more than that, the bucket counts as empty.
    package func taking(at now: Date, from last: Level?) -> (level: Level, wait: Duration) {
        let isSetBack = last.map { $0.time.timeIntervalSince(now) > Self.largestDifference } ?? false
        let time = isSetBack ? now : max(now, last?.time ?? now)
        let missing = isSetBack ? Double(burst) * interval : max(0, last?.fullAt.timeIntervalSince(time) ?? 0)
        let wait = max(0, missing - Double(burst - 1) * interval)
        // A wait that is shorter than the clock's resolution is a rounding error.
        return (Level(fullAt: time + missing + interval, time: time), wait < 1e-6 ? .zero : .seconds(wait))
    }

    /// How many seconds the clocks of processes may be apart.
    private static let largestDifference = 10.0

    /// What is remembered of a bucket.
    package struct Level: Hashable, Sendable {
        /// The date when the bucket will be full again.
        package var fullAt: Date
        /// The latest time at which a token was taken.
        package var time: Date
    }
}

extension TokenBucket.Level {
    /// Reads an entry of the store.
    package init?(_ entry: StoreEntry) {
        guard entry.data.count == 8 else { return nil }
        let pattern = entry.data.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
        let seconds = Double(bitPattern: pattern)
        guard seconds.isFinite else { return nil }
        self.init(fullAt: entry.date, time: Date(timeIntervalSinceReferenceDate: seconds))
    }

    /// The entry of the store.
    var entry: StoreEntry {
        withUnsafeBytes(of: time.timeIntervalSinceReferenceDate.bitPattern.bigEndian) {
            StoreEntry(data: Data($0), date: fullAt)
        }
    }
}
