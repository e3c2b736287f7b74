import CResourcefulCurl

extension EasyHandle {
    /// Sets the URL. From 8.8 on, libcurl leaves out an empty query with its question mark, unless the target of the
    /// request is set (RFC 9112, section 3.2).
    func set(url: String, _ settings: CurlTransport.Settings) {
        set(RSF_OPT_URL, url)
        guard let target = Self.target(withEmptyQueryOf: url) else { return }
        // For an HTTP proxy, the target of a plain request is the whole URL.
        if url.lowercased().hasPrefix("https:") || !settings.proxy.isShared { set(RSF_OPT_REQUEST_TARGET, target) }
    }

    /// Returns the path and the question mark of a URL whose query is empty; nil for any other URL.
    private static func target(withEmptyQueryOf url: String) -> String? {
        let end = url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let target = url[..<end]
        guard target.utf8.last == UInt8(ascii: "?"), let authority = target.firstRange(of: "://") else { return nil }
        return target[authority.upperBound...].firstIndex(of: "/").map { String(target[$0...]) } ?? "/?"
    }
}
