/// Counts the bytes of one exchange. A transport gets it from the request: `request.meter`.
///
/// A transport that counts bytes as they cross the network calls ``answer(expecting:)`` before the first
/// ``receive(_:)``. For all others, the library counts the pieces that they return. A transport that also counts in
/// `send(_:)` conforms to ``CountingTransport``.
///
///     request.meter?.answer(expecting: length)
///     for try await piece in pieces { request.meter?.receive(piece.count) }
///
/// To count the bytes of loads yourself, give each exchange a meter: ``Webservice/metered(by:)``. Its functions, which
/// by default do nothing, are called on any thread.
public protocol ExchangeMeter: AnyObject, Sendable {
    /// Sets the number of bytes in the request's body; nil if it is unknown.
    func expect(toSend count: Int?)

    /// Adds a number of sent bytes.
    func send(_ count: Int)

    /// Notes that the body is sent again from this offset.
    func rewind(to offset: Int)

    /// Notes that the head of the response has arrived, with the size of its body as it crosses the network, if that is
    /// known.
    func answer(expecting count: Int?)

    /// Adds a number of received bytes.
    func receive(_ count: Int)

    /// Ends the exchange, once. It was in vain if it failed, or if the status isn't successful. The library calls this.
    func end(inVain: Bool)
}

extension ExchangeMeter {
    /// Does nothing.
    public func expect(toSend count: Int?) {}
    /// Does nothing.
    public func send(_ count: Int) {}
    /// Does nothing.
    public func rewind(to offset: Int) {}
    /// Does nothing.
    public func answer(expecting count: Int?) {}
    /// Does nothing.
    public func receive(_ count: Int) {}
    /// Does nothing.
    public func end(inVain: Bool) {}
}

extension Request {
    /// The meter that counts the bytes of the exchange, if anything counts them. Transports use it.
    public var meter: (any ExchangeMeter)? { countedExchange }

    /// The meter, which knows whether the transport counts.
    var countedExchange: CountedExchange? { hasOptions ? self[CountedBy.self] : nil }
}

/// The meter that counts the bytes of the exchange, if anything counts them.
enum CountedBy: RequestOption {
    static let defaultValue: CountedExchange? = nil
}

/// Passes on what a transport counts, notes whether it does, and ends once.
final class CountedExchange: ExchangeMeter, Hashable {
    private let meter: any ExchangeMeter
    private let state = Locked((isCounted: false, isOver: false))

    init(_ meter: any ExchangeMeter) { self.meter = meter }

    /// Whether the transport counts.
    var isCountedByTransport: Bool { state.withLock { $0.isCounted } }

    func expect(toSend count: Int?) { meter.expect(toSend: count) }

    func send(_ count: Int) { meter.send(count) }

    func rewind(to offset: Int) { meter.rewind(to: offset) }

    func answer(expecting count: Int?) {
        state.withLock { $0.isCounted = true }
        meter.answer(expecting: count)
    }

    /// Like ``answer(expecting:)``, for a transport that doesn't count.
    func answer(inPlaceOfTransport count: Int?) { meter.answer(expecting: count) }

    func receive(_ count: Int) { meter.receive(count) }

    func end(inVain: Bool) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { meter.end(inVain: inVain) }
    }

    static func == (left: CountedExchange, right: CountedExchange) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
