/// A link that carries one message at a time. What it carries is decided when an exchange begins, so earlier exchanges
/// go first, and later ones use the time that is left.
struct SharedLink {
    let bytesPerSecond: Int
    /// The precision of durations.
    private static let shortest = Duration(secondsComponent: 0, attosecondsComponent: 1)
    /// The time that is taken: sorted, without overlaps.
    private var taken: [Range<Duration>] = []

    init(bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }

    /// Returns how long a number of bytes takes, rounded up.
    func time(for bytes: Int) -> Duration {
        let exact = Duration.seconds(1) * bytes / bytesPerSecond
        return exact * bytesPerSecond < .seconds(1) * bytes ? exact + Self.shortest : exact
    }

    /// Returns how many of the bytes are carried in a time.
    func bytes(in time: Duration, of total: Int) -> Int {
        guard time < self.time(for: total) else { return total }
        var bytes = min(total, Int(time / .seconds(1) * Double(bytesPerSecond)))
        while bytes > 0, self.time(for: bytes) > time { bytes -= 1 }
        return bytes
    }

    /// Takes the first free time from a moment on, in as many pieces as necessary, and returns it.
    mutating func carry(_ bytes: Int, from start: Duration) -> [Range<Duration>] {
        var left = time(for: bytes)
        var moment = start
        var pieces: [Range<Duration>] = []
        for other in taken where other.upperBound > moment && left > .zero {
            let free = min(left, other.lowerBound - moment)
            if free > .zero {
                pieces.append(moment..<(moment + free))
                left -= free
            }
            moment = other.upperBound
        }
        if left > .zero { pieces.append(moment..<(moment + left)) }
        taken = (taken + pieces).sorted { $0.lowerBound < $1.lowerBound }
        return pieces
    }

    /// Frees what these pieces have left at a moment.
    mutating func free(_ pieces: [Range<Duration>], from moment: Duration) {
        taken = taken.flatMap { other -> [Range<Duration>] in
            guard pieces.contains(other), other.upperBound > moment else { return [other] }
            return other.lowerBound < moment ? [other.lowerBound..<moment] : []
        }
    }

    /// Forgets what was carried before a moment, at which no later exchange can begin.
    mutating func forget(before moment: Duration) { taken.removeAll { $0.upperBound <= moment } }
}
