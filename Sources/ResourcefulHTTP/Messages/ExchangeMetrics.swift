/// How one exchange went, as far as the transport knows it.
///
/// The durations are counted from the beginning of the exchange, so each is at least as long as the one before; nil is
/// what the transport can't tell.
public struct ExchangeMetrics: Hashable, Sendable {
    /// Until the host's name had an address.
    public var resolved: Duration?
    /// Until the connection was there; zero when it was there before.
    public var connected: Duration?
    /// Until it was secure (TLS); nil for `http`.
    public var secured: Duration?
    /// Until the first byte of the response came.
    public var firstByte: Duration?
    /// Until the end.
    public var total: Duration?
    /// How many bytes of a body were sent.
    public var sentBytes: Int?
    /// How many bytes of a body came, before codings were undone.
    public var receivedBytes: Int?
    /// Whether the connection had been used before.
    public var isReusedConnection: Bool?
    /// The version of HTTP: `HTTP/1.1`, `HTTP/2`.
    public var httpVersion: String?

    /// Metrics of which nothing is known yet.
    public init() {}
}

extension Request {
    /// Whether somebody wants to know how the exchange went: then a transport adds ``ExchangeMetrics`` to the response.
    public var isMeasured: Bool { hasOptions && self[MeasuresExchange.self] }
}

/// Whether somebody wants to know how the exchange went. Set for requests of loads that are watched.
package enum MeasuresExchange: RequestOption {
    /// Nobody does.
    package static let defaultValue = false
}
