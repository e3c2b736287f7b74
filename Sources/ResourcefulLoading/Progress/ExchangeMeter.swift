public import ResourcefulCore

/// Counts the bytes of one exchange for those who watch its progress. A transport finds it in the request:
/// `request.meter`.
///
/// A transport that counts bytes as they cross the network says so by ``answer(expecting:)``, before the first
/// ``receive(_:)``. For all others the library counts the pieces that they hand over. A transport that counts in
/// `send(_:)`, too, conforms to ``CountingTransport``.
///
///     request.meter?.answer(expecting: length)
///     for try await piece in pieces { request.meter?.receive(piece.count) }
///
/// All of its functions may be called from any thread, and cost a lock each.
public final class ExchangeMeter: Sendable, Hashable {
    private let meter: ProgressMeter
    private let number: Int
    private let isAnsweredByTransport = Locked(false)

    init(_ meter: ProgressMeter, number: Int) {
        self.meter = meter
        self.number = number
    }

    /// How many bytes the body of the request has; nil when that is not known.
    public func expect(toSend count: Int?) { meter.change { [number] in $0.expects(toSend: count, number) } }

    /// So many bytes of it were sent.
    public func send(_ count: Int) { meter.change { [number] in $0.sent(count, number) } }

    /// It is sent from this byte on, once more.
    public func rewind(to offset: Int) { meter.change { [number] in $0.rewound(to: offset, number) } }

    /// The head of the response is there; its body has so many bytes as they cross the network, if that is known.
    public func answer(expecting count: Int?) {
        isAnsweredByTransport.withLock { $0 = true }
        meter.change { [number] in $0.answered(toReceive: count, number) }
    }

    /// So many bytes of it have come.
    public func receive(_ count: Int) { meter.change { [number] in $0.received(count, number) } }

    /// So many bytes of it have come in all.
    public func receive(inAll count: Int) { meter.change { [number] in $0.received(inAll: count, number) } }

    /// The exchange is over: a success, or in vain.
    package func end(inVain: Bool) { meter.change { [number] in $0.ended(number, inVain: inVain) } }

    /// The same, said for a transport that does not count.
    func answer(inPlaceOfTransport count: Int?) {
        meter.change { [number] in $0.answered(toReceive: count, number) }
    }

    /// Whether the transport counts.
    var isCountedByTransport: Bool { isAnsweredByTransport.withLock { $0 } }

    /// A meter equals itself alone.
    public static func == (left: ExchangeMeter, right: ExchangeMeter) -> Bool { left === right }

    /// Hashes which meter it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What counts the bytes of the exchange, when somebody watches.
package enum MeteredBy: RequestOption {
    /// Nobody watches.
    package static let defaultValue: ExchangeMeter? = nil
}

extension Request {
    /// What counts the bytes of the exchange, when somebody watches: for transports.
    public var meter: ExchangeMeter? { hasOptions ? self[MeteredBy.self] : nil }
}
