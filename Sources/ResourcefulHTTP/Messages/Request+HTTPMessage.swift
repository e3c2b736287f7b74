#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Request {
    /// The request as a message of HTTP/1.1 (RFC 9112, section 3), its secrets replaced: what a snapshot keeps.
    ///
    /// See ``httpMessage(relativeTo:revealingSecrets:)``.
    public var httpMessage: String {
        get throws(LoadError) { try httpMessage(relativeTo: nil) }
    }

    /// The request as a message of HTTP/1.1 (RFC 9112, section 3): request line, fields, those that follow from the
    /// body, an empty line, and the content. Bytes that are no UTF-8 stand as U+FFFD.
    ///
    /// What a transport adds, such as User-Agent, is not in it. A multipart body to which no plan has given a boundary
    /// has always the same one. All of the body is read into memory.
    /// - Parameters:
    ///   - baseURL: What a relative URL is resolved against.
    ///   - revealingSecrets: Whether secrets are shown; else they are replaced (see ``Redaction``).
    /// - Throws: ``LoadError`` at the request stage when the request can't be sent as it stands, a file can't be read,
    ///   or the body is a stream, which can't be read beforehand.
    public func httpMessage(
        relativeTo baseURL: URL? = nil, revealingSecrets: Bool = false
    ) throws(LoadError) -> String {
        String(decoding: try httpMessageData(relativeTo: baseURL, revealingSecrets: revealingSecrets), as: UTF8.self)
    }

    /// The bytes of the message: see ``httpMessage(relativeTo:revealingSecrets:)``.
    ///
    /// - Throws: ``LoadError`` at the request stage, as it does.
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
    /// Path and query, as they stand in the request line (RFC 9112, section 3.2.1).
    fileprivate var target: String {
        let rest = afterScheme.drop { !"/?#".contains($0) }.prefix { $0 != "#" }
        return rest.first == "/" ? String(rest) : "/\(rest)"
    }

    /// Host and port, without the port that the scheme has anyway (RFC 9110, section 4.2.3).
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
