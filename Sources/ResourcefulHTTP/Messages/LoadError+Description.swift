extension LoadError: CustomStringConvertible, CustomDebugStringConvertible {
    /// One sentence that names the request, the stage and the cause, and why it isn't retried.
    public var description: String { sentence + (remark.map { " (\($0))" } ?? "") }

    private var sentence: String {
        switch stage {
        case .request: "\(subject) can't be sent: \(cause)"
        case .transport: "\(subject) failed\(progress): \(cause)"
        case .status:
            "\(subject) was answered with \(status.map(\.description) ?? "an unexpected status")"
                + ((response?.message(redaction, orText: redirection == nil) ?? redirection).map { ": \($0)" } ?? "")
        case .parse:
            "\(subject) was answered\(status.map { " with \($0)" } ?? ""), but can't be read\(progress): \(cause)"
        }
    }

    /// The request that failed, and the one that was redirected to it.
    private var subject: String {
        guard let response, !response.history.isEmpty, let url = response.url else {
            return source.map { "\(request) (redirected from \($0))" } ?? request.subject
        }
        var last = request
        (last.url, last.method) = (url, response.history.reduce(request.method) { $0.redirected(by: $1.status) })
        return "\(Redaction.standard.including(response.sent?.own).redacted(last)) (redirected from \(request))"
    }

    /// The reason why a redirect wasn't followed, if that is the cause.
    private var redirection: String? {
        guard let error = underlyingError as? TransportError, error.kind == .cannotRedirect else { return nil }
        return error.message
    }

    /// The number of bytes of a stream that were received, as text.
    private var progress: String { received.map { " after \($0) bytes" } ?? "" }

    /// Several lines for a developer: the request, the response, the stage and the cause. If a body can't be read or
    /// came with a failure, an excerpt of it follows. Secrets are replaced.
    ///
    ///     GET https://example.org/episodes.json
    ///     200 OK, application/json, 5120 bytes
    ///     parse failed at [3].title (line 1, column 1042)
    ///       expected a string
    ///       found    null
    ///       …"id": 4, "title": null, "summary": "…
    ///                          ^
    public var debugDescription: String {
        var lines = [subject]
        if let response { lines.append(response.summary) }
        switch (stage, underlyingError) {
        case (.parse, let failure as ParseFailure): lines.append("parse failed" + failure.details)
        case (.status, _):
            lines.append("unexpected status" + (redirection.map { ": \($0)" } ?? ""))
            let said = response?.message(redaction).map { "  the server says: \($0)" }
            let unread = redirection == nil ? underlyingError.map { "  the body can't be read: \(line($0))" } : nil
            lines += [said, response?.excerpt(redaction), unread].compactMap { $0 }
        default:
            lines.append("\(stage) failed: \(cause)")
            if let detail = (underlyingError as? TransportError)?.detail { lines.append("  \(detail)") }
        }
        if let remark { lines.append("  \(remark)") }
        return lines.joined(separator: "\n")
    }

    private var cause: String { underlyingError.map(line) ?? "unknown cause" }

    /// Returns an error on one line: it may quote a server.
    private func line(_ error: any Error) -> String { Excerpt.line(redaction.text(of: error), limit: 2_000, mask: nil) }

    private var redaction: Redaction { secrets?.redaction ?? .standard }

    /// The problem that the server describes according to RFC 9457, if any.
    public var problem: ProblemDetails? { (underlyingError as? ProblemDetails) ?? response?.problem }
}

/// Whether a request refreshes a token: an error says so, and it isn't part of the progress of a load.
package enum RefreshesToken: RequestOption {
    package static let defaultValue = false
}

extension Request {
    /// The method and the URL, and whether the request refreshes a token.
    package var subject: String { self[RefreshesToken.self] ? "\(self) (the refresh of a token)" : "\(self)" }
}

extension Response {
    /// The status, media type and size on one line.
    fileprivate var summary: String {
        let type = headerFields.contentType.map { ", \(Redaction.standard.line($0.essence))" } ?? ""
        return "\(status)\(type), \(body.count) bytes"
    }

    /// Returns the beginning of a body that is text, indented; nil for other bodies.
    fileprivate func excerpt(_ redaction: Redaction) -> String? {
        body.withUnsafeBytes { bytes in
            let beginning = UnsafeRawBufferPointer(rebasing: bytes.prefix(16))
            // The last character of the beginning may be cut.
            guard Charset.validUTF8Prefix(of: beginning) + 4 > beginning.count else { return nil }
            return Excerpt(of: bytes, around: 0, mask: redaction).map { "  \($0.text)" }
        }
    }

    /// Returns the server's own description of the error from the members where it usually is, or else the beginning of
    /// a plain text, on one line with secrets replaced.
    fileprivate func message(_ redaction: Redaction, orText: Bool = false) -> String? {
        guard let json = try? json() else {
            guard orText, !body.isEmpty, headerFields.contentType?.essence == "text/plain" else { return nil }
            return redaction.line(String(decoding: body.prefix(2_000), as: UTF8.self), limit: 500)
        }
        let text = problem?.description ?? Self.messagePaths.lazy.compactMap { try? json[at: $0].string }.first
        return text.flatMap { $0.isEmpty ? nil : redaction.line($0, limit: 200) }
    }

    private static let messagePaths: [JSONPath] = [
        "message", "error.message", "error_description", "detail", "errors.0.message", "errors.0.detail", "error",
        "errors.0", "msg", "title", "reason",
    ]
}
