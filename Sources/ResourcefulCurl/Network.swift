import ResourcefulCore
public import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CurlTransport {
    /// How a transport gets to servers: which addresses it may reach, and by what versions and ways.
    ///
    ///     let network = CurlTransport.Network(
    ///         reach: .publicAddresses, resolving: ["api.example.org": ["203.0.113.7"]])
    ///     let transport = CurlTransport(network: network)
    ///
    /// A transport that can't do what a value asks for refuses its loads; it never does less in silence.
    public struct Network: Hashable, Sendable {
        /// A version of HTTP.
        public struct HTTPVersion: Hashable, Sendable, CustomStringConvertible {
            /// Its name.
            public let description: String

            /// The newest that both sides know: HTTP/2 over TLS where the server offers it, and else HTTP/1.1.
            public static var negotiated: HTTPVersion { HTTPVersion(description: "negotiated") }
            /// HTTP/1.1 (RFC 9112), whatever else a server offers.
            public static var http1: HTTPVersion { HTTPVersion(description: "HTTP/1.1") }
            /// HTTP/2 without asking, also in clear (RFC 9113, section 3.3): for servers that are known to speak it.
            public static var http2: HTTPVersion { HTTPVersion(description: "HTTP/2") }
        }

        /// Which addresses may be connected to. With a limit, loads through a proxy or a socket of the file system
        /// fail: where these lead is not known.
        public var reach: Reach
        /// By which version of HTTP servers are spoken to.
        public var httpVersion: HTTPVersion
        /// The addresses of hosts that are not asked for: by host, in lower case.
        public var resolving: [String: [InternetAddress]]
        /// The address of this machine that connections are made from; nil for what the system chooses.
        public var localAddress: InternetAddress?

        /// What the system does, unless told otherwise.
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
    /// Why every load fails: an address can't be looked at where somebody else connects to it. Nil when it can.
    func impossibility(_ proxy: CurlTransport.Proxy, _ unixDomainSocket: String?) -> TransportError? {
        guard !reach.isUnlimited else { return nil }
        if unixDomainSocket != nil {
            return TransportError(.unavailable, "a socket of the file system has no address: it can't be \(reach)")
        }
        switch proxy {
        case .none: return nil
        case .environment where !Self.environmentHasProxy: return nil
        case .environment, .url:
            return TransportError(
                .unavailable, "through a proxy, which addresses are reached can't be limited to \(reach)")
        }
    }

    /// Whether libcurl would find a proxy (curl(1), "Environment").
    private static var environmentHasProxy: Bool {
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        let environment = ProcessInfo.processInfo.environment
        return names.contains { environment[$0]?.isEmpty == false }
    }
}
