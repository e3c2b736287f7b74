/// The recent number of bytes per second: the mean over a sliding window. It is a pure value.
struct TransferRate: Sendable {
    private struct Sample: Sendable {
        let time: Duration
        var count: Int
    }

    /// The length of the window, and below it the minimum time between samples.
    static let window = Duration.seconds(5)
    static let spacing = Duration.milliseconds(100)

    /// The spaced samples, of which the first is at or before the beginning of the window, and the latest sample.
    private var samples: [Sample] = []
    private var last: Sample?

    /// Adds the total number of bytes at a time. Neither decreases.
    mutating func note(_ count: Int, at time: Duration) {
        let sample = Sample(time: time, count: count)
        last = sample
        // The time before the first byte is no part of the rate.
        guard count > 0, let newest = samples.last else {
            samples = [sample]
            return
        }
        if time - newest.time >= Self.spacing { samples.append(sample) }
        // The last sample before the window approximates the count at its beginning.
        let old = samples.dropFirst().prefix { time - $0.time >= Self.window }.count
        samples.removeFirst(old)
    }

    /// The number of bytes per second; nil before enough time has passed.
    var bytesPerSecond: Double? {
        guard let first = samples.first, let last, last.time - first.time >= Self.spacing else { return nil }
        return Double(last.count - first.count) / ((last.time - first.time) / .seconds(1))
    }
}
