extension Request {
    /// The request as an HTTP/1.1 message (RFC 9112, section 3), with its secrets replaced: suitable for snapshots.
    ///
    /// See `httpMessage(relativeTo:revealingSecrets:)`.
    public var httpMessage: String {
        get throws(LoadError) { try httpMessage(relativeTo: nil) }
    }

    /// Returns the request as an HTTP/1.1 message (RFC 9112, section 3): the request line, the fields including those
    /// that follow from the body, an empty line, and the content. Bytes that aren't valid UTF-8 appear as U+FFFD.
    ///
    /// The message doesn't include fields that a transport adds, such as User-Agent. A multipart body without a
    /// boundary always gets the same one here. The whole body is read into memory.
    /// - Parameters:
    ///   - baseURL: The URL that a relative URL is resolved against.
    ///   - revealingSecrets: Whether secrets are shown. By default they are replaced (see `Redaction`).
    /// - Throws: `LoadError` at the request stage if the request can't be sent as it is, a file can't be read, or the
    ///   body is a stream, which can't be read in advance.
    public func httpMessage(
        relativeTo baseURL: URL? = nil, revealingSecrets: Bool = false
    ) throws(LoadError) -> String {
        String(decoding: try httpMessageData(relativeTo: baseURL, revealingSecrets: revealingSecrets), as: UTF8.self)
    }

    /// Returns the bytes of the message: see `httpMessage(relativeTo:revealingSecrets:)`.
    ///
    /// - Throws: `LoadError` at the request stage, under the same conditions.
    public func httpMessageData(
        relativeTo baseURL: URL? = nil, revealingSecrets: Bool = false
    ) throws(LoadError) -> Data {
        let shown = try ShownRequest(self, relativeTo: baseURL, revealingSecrets: revealingSecrets)
        let content = try shown.content()
        var lines = ["\(method) \(shown.target) HTTP/1.1"]
        if !shown.headerFields.contains("Host") { lines.append("Host: \(shown.authority)") }
        for field in shown.headerFields { lines.append("\(field.name): \(field.value)") }
        if body != nil || method.expectsBody { lines.append("Content-Length: \(content.count)") }
        return Data((lines + ["", ""]).joined(separator: "\r\n").utf8) + content
    }
}

extension ShownRequest {
    /// The path and query, as they appear in the request line (RFC 9112, section 3.2.1).
    fileprivate var target: String {
        let rest = afterScheme.drop { !"/?#".contains($0) }.prefix { $0 != "#" }
        return rest.first == "/" ? String(rest) : "/\(rest)"
    }

    /// The host and port, without the scheme's default port (RFC 9110, section 4.2.3).
    fileprivate var authority: String {
        let authority = String(afterScheme.prefix { !"/?#".contains($0) })
        for port in url.lowercased().hasPrefix("https:") ? [":443", ":"] : [":80", ":"] where authority.hasSuffix(port)
        {
            return String(authority.dropLast(port.count))
        }
        return authority
    }

    private var afterScheme: Substring {
        let url = url
        return url[(url.firstIndex(of: ":") ?? url.startIndex)...].dropFirst(3)
    }
}
