import CResourcefulCurl

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EasyHandle {
    /// Sets the URL. From 8.8 on, libcurl leaves out an empty query with its question mark, unless the target of the
    /// request is set (RFC 9112, section 3.2).
    func set(url: String, _ settings: CurlTransport.Settings) {
        set(RSF_OPT_URL, url)
        if let target = Self.target(withEmptyQueryOf: url), settings.sendsTargets(ofScheme: url.prefix { $0 != ":" }) {
            set(RSF_OPT_REQUEST_TARGET, String(target))
        }
    }

    /// Returns the path and the question mark of a URL whose query is empty; nil for any other URL.
    private static func target(withEmptyQueryOf url: String) -> Substring? {
        let end = url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let target = url[..<end]
        guard target.utf8.last == UInt8(ascii: "?"), let authority = target.firstRange(of: "://") else { return nil }
        return target[authority.upperBound...].firstIndex(of: "/").map { target[$0...] } ?? "/?"
    }
}

extension CurlTransport.Settings {
    /// Whether the target of a request is its path and query. For a proxy in plain text, it is the whole URL.
    fileprivate func sendsTargets(ofScheme scheme: some StringProtocol) -> Bool {
        scheme.lowercased() == "https" || proxy == "" || proxy == nil && !hasEnvironmentProxy
    }

    /// Whether the environment may have a proxy for plain HTTP.
    private var hasEnvironmentProxy: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["http_proxy", "all_proxy", "ALL_PROXY"].contains { environment[$0]?.isEmpty == false }
    }
}
