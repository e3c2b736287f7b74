import ResourcefulCore

/// Counts the bytes of one exchange. It is handed to transports in the request: see ``MeteredBy``.
///
/// A transport that counts itself says ``answer(expecting:)`` first; for others, those who call it count.
package final class ExchangeMeter: Sendable, Hashable {
    private let meter: ProgressMeter
    private let number: Int
    private let isAnsweredByTransport = Locked(false)

    init(_ meter: ProgressMeter, number: Int) {
        self.meter = meter
        self.number = number
    }

    /// How many bytes the body of the request has; nil when that is not known.
    package func expect(toSend count: Int?) { meter.change { [number] in $0.expects(toSend: count, number) } }

    /// So many bytes of it were sent.
    package func send(_ count: Int) { meter.change { [number] in $0.sent(count, number) } }

    /// It is sent from this byte on, once more.
    package func rewind(to offset: Int) { meter.change { [number] in $0.rewound(to: offset, number) } }

    /// The head of the response is there; its body has so many bytes as they cross the network, if that is known.
    package func answer(expecting count: Int?) {
        isAnsweredByTransport.withLock { $0 = true }
        meter.change { [number] in $0.answered(toReceive: count, number) }
    }

    /// So many bytes of it have come.
    package func receive(_ count: Int) { meter.change { [number] in $0.received(count, number) } }

    /// So many bytes of it have come in all.
    package func receive(inAll count: Int) { meter.change { [number] in $0.received(inAll: count, number) } }

    /// The exchange is over: a success, or in vain.
    package func end(inVain: Bool) { meter.change { [number] in $0.ended(number, inVain: inVain) } }

    /// The same, said for a transport that does not count.
    func answer(inPlaceOfTransport count: Int?) {
        meter.change { [number] in $0.answered(toReceive: count, number) }
    }

    /// Whether the transport counts.
    var isCountedByTransport: Bool { isAnsweredByTransport.withLock { $0 } }

    package static func == (left: ExchangeMeter, right: ExchangeMeter) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What counts the bytes of the exchange, when somebody watches.
package enum MeteredBy: RequestOption {
    /// Nobody watches.
    package static let defaultValue: ExchangeMeter? = nil
}

extension Request {
    /// What counts the bytes of the exchange, when somebody watches.
    package var meter: ExchangeMeter? { hasOptions ? self[MeteredBy.self] : nil }
}
