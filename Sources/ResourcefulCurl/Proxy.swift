extension CurlTransport {
    /// The proxy that requests are sent through, if any.
    public enum Proxy: Hashable, Sendable {
        /// The proxy of the environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. The latter lists
        /// hosts, domains, addresses and blocks of addresses, with or without a port.
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
        var isShared: Bool { text(for: "http").map { !$0.lowercased().hasPrefix("socks") } ?? false }

        /// Returns the proxy for a scheme, which libcurl takes from the same variables of the environment (curl(1)).
        func text(for scheme: String) -> String? {
            guard case .environment = self else { return text == "" ? nil : text }
            let environment = ProcessInfo.processInfo.environment
            let names = (scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"])
            return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }

        /// The entries of `no_proxy` that not every libcurl reads: with a port, in brackets, or blocks of addresses.
        static var exceptions: [String] {
            let environment = ProcessInfo.processInfo.environment
            let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
            return list.lowercased().split { ", \t".contains($0) }.filter { $0.contains(":") || $0.contains("/") }
                .map { String($0.trimmingPrefix(".")) }
        }

        /// Whether one of these entries names an origin.
        static func isExcepted(_ origin: Origin, by exceptions: [String]) -> Bool {
            exceptions.contains { entry in
                if let address = InternetAddress(origin.host), let block = AddressBlock(entry) {
                    return block.contains(address)
                }
                return ["://", "."].contains { "\(origin)".hasSuffix($0 + entry) }
            }
        }

        /// Returns the name of a proxy, without user and password.
        static func name(_ text: String) -> String {
            let scheme = text.firstRange(of: "://")
            let place =
                text[(scheme?.upperBound ?? text.startIndex)...].split(separator: "@", omittingEmptySubsequences: false)
                .last ?? ""
            let name = "\(scheme.map { text[..<$0.lowerBound] } ?? "http")://\(place.prefix { !"/?#".contains($0) })"
            return "the proxy \(Redaction.standard.line(name))"
        }
    }
}

extension CurlTransport.Proxy: HidesSecrets {
    /// A description of the proxy, without user and password.
    public var description: String {
        switch self {
        case .environment: return "the environment's proxy"
        case .none: return "no proxy"
        case .url(let url): return Self.name(url.absoluteString)
        }
    }
}

extension CurlTransport: HidesSecrets {
    /// A constant text: the settings may be secret.
    public var description: String { "a transport over libcurl" }
}
