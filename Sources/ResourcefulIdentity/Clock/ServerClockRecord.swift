/// The store's record of a server's clock: the estimate, and a newer one that contradicts it.
///
/// One contradicting response may be an outlier, for example of another machine behind the same name. If two in a row
/// agree with each other, the server's clock was set.
struct ServerClockRecord: Hashable, Sendable {
    var clock: ServerClock
    var rival: ServerClock?

    init(_ clock: ServerClock, rival: ServerClock? = nil) { (self.clock, self.rival) = (clock, rival) }

    /// Returns the record after one more estimate; nil if the change is too small to be written.
    func adding(_ sample: ServerClock) -> ServerClockRecord? {
        let now = sample.measured
        guard clock.isValid(at: now) else { return ServerClockRecord(sample) }
        guard let better = clock.combined(with: sample) else {
            if let rival, rival.isValid(at: now), let winner = rival.combined(with: sample) {
                return ServerClockRecord(winner)
            }
            return ServerClockRecord(clock, rival: sample)
        }
        let isMuchBetter = better.uncertainty * 4 < clock.uncertainty(at: now) * 3
        let isOld = now.timeIntervalSince(clock.measured) > 43_200
        return isMuchBetter || isOld || rival != nil ? ServerClockRecord(better) : nil
    }
}

// The bytes: for each estimate, a line with the offset and the uncertainty in nanoseconds, and the date of the
// measurement in seconds since 2001.
extension ServerClockRecord {
    /// Creates the record of an entry. Returns nil if the entry isn't one that ``entry`` makes.
    init?(_ entry: StoreEntry) {
        guard let text = String(data: entry.data, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n")
        let clocks = lines.compactMap { ServerClock(line: $0) }
        guard let first = clocks.first, clocks.count == lines.count, clocks.count <= 2 else { return nil }
        self.init(first, rival: clocks.dropFirst().first)
    }

    /// The record as an entry for the store.
    var entry: StoreEntry {
        let lines = [clock.line] + (rival.map { [$0.line] } ?? [])
        let text = lines.joined(separator: "\n")
        return StoreEntry(data: Data(text.utf8), date: clock.measured)
    }
}

extension ServerClock {
    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let offset = Int64(words[0]), let uncertainty = Int64(words[1]), uncertainty >= 0,
            let measured = Double(words[2]), measured.isFinite
        else { return nil }
        self.init(
            offset: .nanoseconds(offset), uncertainty: .nanoseconds(uncertainty),
            measured: Date(timeIntervalSinceReferenceDate: measured))
    }

    /// A line of the entry. The offset is rounded to nanoseconds, the uncertainty is rounded up.
    fileprivate var line: String {
        "\(offset.nanoseconds) \(uncertainty.nanoseconds + 2) \(measured.timeIntervalSinceReferenceDate)"
    }
}

extension Duration {
    /// The whole nanoseconds, limited to about 285 years.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let bounded = min(max(seconds, -9_000_000_000), 9_000_000_000)
        return bounded * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
