#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How far a server's clock is ahead of ours, and how sure that is.
///
/// A `Date` field says the whole second in which a response was made, somewhere between sending and receiving: so one
/// response alone bounds the offset to half a second and half the round trip, either way. Bounds of several
/// responses overlap, and the offset lies where all of them do.
public struct ServerClock: Hashable, Sendable, Codable {
    /// What to add to our time to get the server's.
    public var offset: Duration
    /// How much more or less the offset may have been when it was measured.
    public var uncertainty: Duration
    /// When it was measured, by our clock.
    public var measured: Date

    /// An estimate.
    public init(offset: Duration, uncertainty: Duration, measured: Date) {
        (self.offset, self.uncertainty, self.measured) = (offset, uncertainty, measured)
    }

    /// The estimate of one response: its `Date`, and when by our clock the request was sent and the response received.
    ///
    /// Nil when our clock went backwards meanwhile, and for dates before 2000-01-02, where clocks begin that were never
    /// set.
    package init?(date: Date, sent: Date, received: Date) {
        let roundTrip = received.timeIntervalSince(sent)
        let whole = date.timeIntervalSince1970.rounded(.down)
        let middle = sent.timeIntervalSince1970 + roundTrip / 2
        guard (0...86_400).contains(roundTrip), middle.magnitude < Self.latest, whole >= Self.earliest,
            whole < Self.latest
        else { return nil }
        // The date was cut off, not rounded; and a microsecond is for the last binary digits of ours.
        self.init(
            offset: .seconds(whole + 0.5 - middle), uncertainty: .seconds(0.5 + roundTrip / 2 + 1e-6),
            measured: received)
    }

    /// The estimate of one response; nil when it says nothing: no valid `Date`, or made or kept by a cache (`Age`, or a
    /// hit by `X-Cache`).
    package init?(_ response: Response, sent: Date, received: Date) {
        let fields = response.headerFields
        let isHit = fields["X-Cache"].map { FieldParameters.lowercased($0.utf8).hasPrefix("hit") } ?? false
        guard !fields.contains("Age"), !isHit, let date = fields["Date"].flatMap({ FieldDate.date(of: $0) }) else {
            return nil
        }
        self.init(date: date, sent: sent, received: received)
    }

    /// The server's time at ours.
    public func serverTime(at date: Date) -> Date { date.addingTimeInterval(offset / .seconds(1)) }

    /// How much more or less the offset may be by now: clocks drift apart by up to 0.1 ms a second.
    public func uncertainty(at date: Date) -> Duration {
        uncertainty + .seconds(min(abs(date.timeIntervalSince(measured)), Self.latest) * 1e-4)
    }

    /// Whether it was measured at most 24 hours ago, and not in the future.
    package func isValid(at date: Date) -> Bool { (-1...86_400).contains(date.timeIntervalSince(measured)) }

    /// What this estimate and a newer one say together; nil when they contradict each other.
    package func combined(with newer: ServerClock) -> ServerClock? {
        let old = uncertainty(at: newer.measured)
        let lower = max(offset - old, newer.offset - newer.uncertainty)
        let upper = min(offset + old, newer.offset + newer.uncertainty)
        guard lower <= upper else { return nil }
        return ServerClock(offset: (lower + upper) / 2, uncertainty: (upper - lower) / 2, measured: newer.measured)
    }

    private static let earliest = 946_771_200.0
    private static let latest = 253_402_300_800.0
}
