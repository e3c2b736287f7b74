/// The outcome of a request in an entry of an archive.
struct ArchivedResponse {
    let entry: JSON

    init(_ entry: JSON) { self.entry = entry }

    private var response: JSON { entry.response }
    private var content: JSON { response.content }

    var outcome: Recording.Outcome {
        guard let status = response.status.intIfThere.flatMap({ Response.Status($0) }) else { return .failure(failure) }
        var answer = Response(status: status, headerFields: fields)
        guard let body = body(of: answer.headerFields.contentType) else {
            let size = content.size.intIfThere ?? 0
            return size > 0 ? .withoutContent(answer, size: size) : .response(answer)
        }
        answer.body = body
        // A browser recorded the content of its cache: its request was conditional, but the replayed one isn't.
        if status == 304, !body.isEmpty { answer.status = 200 }
        return .response(answer)
    }

    /// The fields without those that describe how the content was encoded: the archive has the decoded content.
    private var fields: HeaderFields {
        var fields = HeaderFields(archived: response)
        for name: HeaderFields.Name in ["Content-Encoding", "Transfer-Encoding", "Content-Length"] {
            fields[name] = nil
        }
        if !fields.contains("Content-Type"), let type = content.mimeType.stringIfThere.flatMap({ MediaType($0) }) {
            fields.contentType = type.essence == "x-unknown" ? nil : type
        }
        if !fields.contains("Set-Cookie") {
            for cookie in response.cookies.elementsIfThere {
                guard let name = cookie.name.stringIfThere, let value = cookie.value.stringIfThere,
                    let field = try? HeaderFields.Field("Set-Cookie", "\(name)=\(value)")
                else { continue }
                fields.append(field)
            }
        }
        return fields
    }

    /// Returns the content; nil if it's missing.
    private func body(of mediaType: MediaType?) -> Data? {
        guard let text = content.text.stringIfThere else { return nil }
        if content.encoding.stringIfThere?.lowercased() == "base64" {
            return Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        }
        let charset = mediaType?[parameter: "charset"]?.lowercased() ?? ""
        // The archive has characters, but the reader of the response expects bytes in this charset.
        guard ["iso-8859-1", "latin1", "windows-1252"].contains(charset),
            text.unicodeScalars.allSatisfy({ $0.value < 0x80 || (0xA0...0xFF).contains($0.value) })
        else { return Data(text.utf8) }
        return Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    /// The reason for the missing response, in the words of the archive.
    private var failure: TransportError {
        let texts = [response["_error"], entry["_error"], response.statusText, entry.comment]
        let message = texts.lazy.compactMap { $0.stringIfThere }.first { !$0.isEmpty }
        guard let message else { return TransportError(.other, "the recording has no response") }
        let kind = response["_errorKind"].stringIfThere.flatMap { Self.kinds[$0] }
        return TransportError(kind ?? Self.kind(ofBrowsers: message), message)
    }

    private static let kinds: [String: TransportError.Kind] = {
        let kinds: [TransportError.Kind] = [
            .cannotResolveHost, .cannotConnect, .proxyRefused, .timedOut, .connectionLost, .insecure,
            .malformedResponse, .tooLarge, .cannotRedirect, .unavailable, .circuitOpen, .addressRefused, .other,
        ]
        return Dictionary(kinds.map { ("\($0)", $0) }) { first, _ in first }
    }()

    /// Returns the kind for Chrome's error names. The messages of other browsers are prose.
    private static func kind(ofBrowsers message: String) -> TransportError.Kind {
        let message = message.uppercased()
        let kinds: [(String, TransportError.Kind)] = [
            ("NAME_NOT_RESOLVED", .cannotResolveHost), ("ERR_SSL", .insecure), ("ERR_CERT", .insecure),
            ("TIMED_OUT", .timedOut), ("CONNECTION_REFUSED", .cannotConnect), ("INTERNET_DISCONNECTED", .cannotConnect),
            ("ADDRESS_UNREACHABLE", .cannotConnect), ("CONNECTION_", .connectionLost),
            ("EMPTY_RESPONSE", .connectionLost),
            ("TOO_MANY_REDIRECTS", .cannotRedirect), ("ERR_INVALID", .malformedResponse),
        ]
        return kinds.first { message.contains($0.0) }?.1 ?? .other
    }
}
