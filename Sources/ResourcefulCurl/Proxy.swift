#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CurlTransport {
    /// Whether and through what requests are sent on their way to their origin.
    public enum Proxy: Hashable, Sendable {
        /// What the environment says: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
        case environment
        /// None, whatever the environment says.
        case none
        /// The proxy at a URL: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`, with user and password in
        /// it if it wants them.
        case url(URL)

        /// What libcurl calls it; nil leaves it to the environment.
        var text: String? {
            switch self {
            case .environment: nil
            case .none: ""
            case .url(let url): url.absoluteString
            }
        }
    }
}

extension CurlTransport.Proxy: CustomStringConvertible, CustomReflectable {
    /// Which it is, without user and password.
    public var description: String {
        switch self {
        case .environment: return "the environment's proxy"
        case .none: return "no proxy"
        case .url(let url):
            let port = url.port.map { ":\($0)" } ?? ""
            return "the proxy \(url.scheme ?? "")://\(url.host() ?? "")\(port)"
        }
    }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension CurlTransport: CustomStringConvertible, CustomReflectable {
    /// What it is: nothing of what it is told, for that may be secret.
    public var description: String { "a transport over libcurl" }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
