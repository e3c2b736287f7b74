extension CurlTransport {
    /// How a transport reaches servers: the allowed addresses, the version of HTTP and the routes.
    ///
    ///     let network = CurlTransport.Network(
    ///         reach: .publicAddresses, resolving: ["api.example.org": ["203.0.113.7"]])
    ///     let transport = CurlTransport(network: network)
    ///
    /// A transport that can't do what a value asks for fails its loads; it never silently does less.
    public struct Network: Hashable, Sendable {
        /// A version of HTTP.
        public struct HTTPVersion: Hashable, Sendable, CustomStringConvertible {
            /// Its name.
            public let description: String

            /// The newest version that both sides support: HTTP/2 over TLS if the server offers it, otherwise HTTP/1.1.
            public static var negotiated: HTTPVersion { HTTPVersion(description: "negotiated") }
            /// HTTP/1.1 (RFC 9112), even if a server offers others.
            public static var http1: HTTPVersion { HTTPVersion(description: "HTTP/1.1") }
            /// HTTP/2 without negotiation, also in plain text (RFC 9113, section 3.3), for servers that are known to
            /// support it.
            public static var http2: HTTPVersion { HTTPVersion(description: "HTTP/2") }
        }

        /// The addresses that may be connected to. With a limit, loads through a proxy or a Unix domain socket fail: it
        /// isn't known where these lead.
        var reach: Reach
        /// The version of HTTP to use.
        public var httpVersion: HTTPVersion
        /// The addresses of hosts that aren't looked up, by host in lowercase.
        var resolving: [String: [InternetAddress]]
        /// The address of this machine that connections are made from; nil for the system's choice.
        var localAddress: InternetAddress?

        /// Creates a network configuration. By default, the system decides.
        public init(
            reach: Reach = .anywhere, httpVersion: HTTPVersion = .negotiated,
            resolving: [String: [InternetAddress]] = [:],
            localAddress: InternetAddress? = nil
        ) {
            self.reach = reach
            self.httpVersion = httpVersion
            self.resolving = resolving
            self.localAddress = localAddress
        }
    }
}

extension CurlTransport.Network {
    /// Whether HTTP/2 may be spoken to an origin.
    func maySpeakHTTP2(to origin: Origin?) -> Bool {
        httpVersion == .http2 || httpVersion == .negotiated && origin?.scheme == "https"
    }

    /// Returns the error of every load if addresses can't be checked because something else connects to them; nil if
    /// they can.
    func impossibility(_ proxy: CurlTransport.Proxy, _ unixDomainSocket: String?) -> TransportError? {
        guard !reach.isUnlimited else { return nil }
        if unixDomainSocket != nil {
            return TransportError(.unavailable, "a Unix domain socket can't be limited to \(reach)")
        }
        guard ["http", "https"].contains(where: { proxy.text(for: $0) != nil }) else { return nil }
        return TransportError(.unavailable, "a proxy connects to the addresses, so they can't be limited to \(reach)")
    }
}
