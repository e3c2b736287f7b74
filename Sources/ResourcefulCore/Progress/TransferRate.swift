/// How many bytes a second there have lately been: the mean over a window that slides, from values of time.
struct TransferRate: Sendable {
    private struct Sample: Sendable {
        let time: Duration
        var count: Int
    }

    /// How far the window reaches back, and how close its samples are at most.
    static let window = Duration.seconds(5)
    static let spacing = Duration.milliseconds(100)

    /// Spaced samples, the first at the window's beginning or before it, and what is known last.
    private var samples: [Sample] = []
    private var last: Sample?

    /// Takes note of how many bytes there have been in all at a time. Neither of them goes back.
    mutating func note(_ count: Int, at time: Duration) {
        let sample = Sample(time: time, count: count)
        last = sample
        guard let newest = samples.last else {
            samples.append(sample)
            return
        }
        if time - newest.time >= Self.spacing { samples.append(sample) }
        // The sample before the window tells how many there were at its beginning, nearly.
        let old = samples.dropFirst().prefix { time - $0.time >= Self.window }.count
        samples.removeFirst(old)
    }

    /// Bytes a second; nil before there is any time to tell from.
    var bytesPerSecond: Double? {
        guard let first = samples.first, let last, last.time - first.time >= Self.spacing else { return nil }
        return Double(last.count - first.count) / ((last.time - first.time) / .seconds(1))
    }
}
