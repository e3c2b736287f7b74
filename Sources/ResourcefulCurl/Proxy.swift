extension CurlTransport {
    /// The proxy that requests are sent through, if any.
    public enum Proxy: Hashable, Sendable {
        /// The proxy of the environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
        case environment
        /// No proxy, even if the environment has one.
        case none
        /// The proxy at a URL: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`. The URL includes the user
        /// and password if the proxy requires them.
        case url(URL)

        /// The value for libcurl; nil leaves the choice to the environment.
        var text: String? {
            switch self {
            case .environment: nil
            case .none: ""
            case .url(let url): url.absoluteString
            }
        }

        /// Whether requests for `http` URLs to different origins may share connections: those to an HTTP proxy. Through
        /// a SOCKS proxy, each connection leads to one origin.
        var isShared: Bool {
            switch self {
            case .none: false
            case .url(let url): url.scheme?.lowercased().hasPrefix("socks") != true
            case .environment: !Self.environment(["http_proxy", "all_proxy", "ALL_PROXY"]).isEmpty
            }
        }

        /// Returns the values of those variables of the environment that aren't empty.
        static func environment(_ names: [String]) -> [String] {
            let environment = ProcessInfo.processInfo.environment
            return names.compactMap { environment[$0] }.filter { !$0.isEmpty }
        }
    }
}

extension CurlTransport.Proxy: HidesSecrets {
    /// A description of the proxy, without user and password.
    public var description: String {
        switch self {
        case .environment: return "the environment's proxy"
        case .none: return "no proxy"
        case .url(let url):
            let port = url.port.map { ":\($0)" } ?? ""
            return "the proxy \(url.scheme ?? "")://\(url.host() ?? "")\(port)"
        }
    }
}

extension CurlTransport: HidesSecrets {
    /// A constant text: the settings may be secret.
    public var description: String { "a transport over libcurl" }
}
