/// An estimate of how far a server's clock is ahead of the local one, and how certain it is.
///
/// A `Date` field is the whole second in which a response was made, between sending and receiving. So one response
/// bounds the offset to half a second plus half the round trip, in either direction. The offset is where the bounds of
/// several responses overlap.
///
///     let clock = ServerClock(offset: .seconds(90), uncertainty: .seconds(1), measured: now)
///     let theirs = clock.serverTime(at: now)  // 90 s later, give or take a second
public struct ServerClock: Hashable, Sendable, Codable {
    /// The duration to add to the local time to get the server's.
    public var offset: Duration
    /// The largest error of the offset, in either direction, when it was measured.
    public var uncertainty: Duration
    /// The date of the measurement, by the local clock.
    public var measured: Date

    /// Creates an estimate.
    public init(offset: Duration, uncertainty: Duration, measured: Date) {
        (self.offset, self.uncertainty, self.measured) = (offset, uncertainty, measured)
    }

    /// Creates the estimate of one response from its `Date` and the local times of sending the request and receiving
    /// the response.
    ///
    /// Returns nil if the local clock went backward or the round trip took more than a day, for dates before
    /// 2000-01-02, where clocks that were never set begin, and for dates after the year 9999.
    init?(date: Date, sent: Date, received: Date) {
        let roundTrip = received.timeIntervalSince(sent)
        let whole = date.timeIntervalSince1970.rounded(.down)
        let middle = sent.timeIntervalSince1970 + roundTrip / 2
        guard (0...86_400).contains(roundTrip), middle.magnitude < Self.latest, whole >= Self.earliest,
            whole < Self.latest
        else { return nil }
        // The date was truncated, not rounded. The microsecond covers the last binary digits of the local time.
        self.init(
            offset: .seconds(whole + 0.5 - middle), uncertainty: .seconds(0.5 + roundTrip / 2 + 1e-6),
            measured: received)
    }

    /// Creates the estimate of one response. Returns nil if the response has no valid `Date`, or is from a cache (it
    /// has an `Age`, or a hit in `X-Cache`).
    init?(_ response: Response, sent: Date, received: Date) {
        let fields = response.headerFields
        let isHit = fields["X-Cache"]?.lowercased().hasPrefix("hit") == true
        guard !fields.contains("Age"), !isHit, let date = fields.date else { return nil }
        self.init(date: date, sent: sent, received: received)
    }

    /// Returns the server's time for a local time.
    public func serverTime(at date: Date) -> Date { date.addingTimeInterval(offset / .seconds(1)) }

    /// Returns the largest error of the offset at a date: clocks drift apart by up to 0.1 ms per second.
    public func uncertainty(at date: Date) -> Duration {
        uncertainty + .seconds(min(abs(date.timeIntervalSince(measured)), Self.latest) * 1e-4)
    }

    /// Whether it was measured at most 24 hours before the date, and at most a second after it.
    public func isValid(at date: Date) -> Bool { (-1...86_400).contains(date.timeIntervalSince(measured)) }

    /// Returns the combination of this estimate and a newer one; nil if they contradict each other.
    func combined(with newer: ServerClock) -> ServerClock? {
        let old = uncertainty(at: newer.measured)
        let lower = max(offset - old, newer.offset - newer.uncertainty)
        let upper = min(offset + old, newer.offset + newer.uncertainty)
        guard lower <= upper else { return nil }
        return ServerClock(offset: (lower + upper) / 2, uncertainty: (upper - lower) / 2, measured: newer.measured)
    }

    private static let earliest = 946_771_200.0
    private static let latest = 253_402_300_800.0
}
