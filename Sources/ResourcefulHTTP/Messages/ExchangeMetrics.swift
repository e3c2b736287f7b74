/// The timing and size of one exchange, as far as the transport knows them.
///
/// All durations start at the beginning of the exchange, so each is at least as long as the one before. A value is nil
/// if the transport can't provide it.
///
///     var metrics = ExchangeMetrics()
///     metrics.connected = .milliseconds(40)
///     metrics.firstByte = .milliseconds(90)
///     metrics.total = .milliseconds(95)
///     response.metrics = metrics
public struct ExchangeMetrics: Hashable, Sendable {
    /// The time until the host's name was resolved to an address.
    public var resolved: Duration?
    /// The time until the connection was established; zero if it already was.
    public var connected: Duration?
    /// The time until the connection was secure (TLS); nil for `http`.
    public var secured: Duration?
    /// The time until the first byte of the response arrived.
    public var firstByte: Duration?
    /// The time until the end of the exchange.
    public var total: Duration?
    /// The number of body bytes that were sent.
    public var sentBytes: Int?
    /// The number of body bytes that were received, before content codings were decoded.
    public var receivedBytes: Int?
    /// Whether the connection had been used before.
    public var isReusedConnection: Bool?
    /// The HTTP version: `HTTP/1.1`, `HTTP/2`.
    public var httpVersion: String?

    /// Creates metrics without any values.
    public init() {}
}

extension Request {
    /// Whether the exchange is measured: the transport then adds ``ExchangeMetrics`` to the response.
    public var isMeasured: Bool { hasOptions && self[MeasuresExchange.self] }
}

/// The option that asks for the metrics of an exchange. It is set for the requests of watched loads.
package enum MeasuresExchange: RequestOption {
    /// Exchanges aren't measured.
    package static let defaultValue = false
}
