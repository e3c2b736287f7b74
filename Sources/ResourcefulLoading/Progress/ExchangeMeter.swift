/// Counts the bytes of one exchange for observers of its progress. A transport gets it from the request:
/// `request.meter`.
///
/// A transport that counts bytes as they cross the network calls ``answer(expecting:)`` before the first
/// ``receive(_:)``. For all others, the library counts the pieces that they return. A transport that also counts in
/// `send(_:)` conforms to ``CountingTransport``.
///
///     request.meter?.answer(expecting: length)
///     for try await piece in pieces { request.meter?.receive(piece.count) }
///
/// You can call its functions on any thread; each takes a lock.
public final class ExchangeMeter: Sendable, Hashable {
    private let meter: ProgressMeter
    private let number: Int
    private let isAnsweredByTransport = Locked(false)

    init(_ meter: ProgressMeter, number: Int) {
        self.meter = meter
        self.number = number
    }

    /// Sets the number of bytes in the request's body; nil if it is unknown.
    public func expect(toSend count: Int?) { meter.change { [number] in $0.expects(toSend: count, number) } }

    /// Adds a number of sent bytes.
    public func send(_ count: Int) { meter.change { [number] in $0.sent(count, number) } }

    /// Notes that the body is sent again from this offset.
    package func rewind(to offset: Int) { meter.change { [number] in $0.rewound(to: offset, number) } }

    /// Notes that the head of the response has arrived, with the size of its body as it crosses the network, if that is
    /// known.
    public func answer(expecting count: Int?) {
        isAnsweredByTransport.withLock { $0 = true }
        meter.change { [number] in $0.answered(toReceive: count, number) }
    }

    /// Adds a number of received bytes.
    public func receive(_ count: Int) { meter.change { [number] in $0.received(count, number) } }

    /// Sets the total number of received bytes.
    public func receive(inAll count: Int) { meter.change { [number] in $0.received(inAll: count, number) } }

    /// Ends the exchange, as a success or in vain.
    package func end(inVain: Bool) { meter.change { [number] in $0.ended(number, inVain: inVain) } }

    /// Like ``answer(expecting:)``, for a transport that doesn't count.
    func answer(inPlaceOfTransport count: Int?) {
        meter.change { [number] in $0.answered(toReceive: count, number) }
    }

    /// Whether the transport counts.
    var isCountedByTransport: Bool { isAnsweredByTransport.withLock { $0 } }

    /// A meter equals only itself.
    public static func == (left: ExchangeMeter, right: ExchangeMeter) -> Bool { left === right }

    /// Hashes the meter's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The meter that counts the bytes of the exchange, if there are observers.
package enum MeteredBy: RequestOption {
    /// No observers.
    package static let defaultValue: ExchangeMeter? = nil
}

extension Request {
    /// The meter that counts the bytes of the exchange, if there are observers. Transports use it.
    public var meter: ExchangeMeter? { hasOptions ? self[MeteredBy.self] : nil }
}
