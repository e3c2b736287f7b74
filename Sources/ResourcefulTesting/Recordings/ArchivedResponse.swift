/// The outcome of a request in an entry of an archive.
struct ArchivedResponse {
    let entry: JSON
    let folder: ArchiveFolder

    private var response: JSON { entry.response }
    private var content: JSON { response.content }
    private var isHead: Bool { entry.request.method.stringIfThere == "HEAD" }

    var outcome: Recording.Outcome {
        guard let status = response.status.intIfThere.flatMap({ Response.Status($0) }) else { return .failure(failure) }
        var answer = Response(status: status, headerFields: fields)
        let body = body(of: answer.headerFields.contentType)
        if let size = missingSize(of: answer, body) { return .withoutContent(answer.decoded, size: size) }
        // The fields describe the content that GET would return (RFC 9110, sections 8.6 and 15.4.5).
        guard let body, !body.isEmpty else { return .response(isHead || status == 304 ? answer : answer.decoded) }
        answer.body = answer.headerFields.decoded(body)
        // A browser recorded the content of its cache: its request was conditional, but the replayed one isn't.
        if status == 304 { answer.status = 200 }
        return .response(answer.decoded)
    }

    /// Returns the size of content that was left out, -1 if it's unknown; nil if none was.
    private func missingSize(of answer: Response, _ body: Data?) -> Int? {
        let (status, size, type) = (answer.status, content.size.intIfThere, answer.headerFields.contentType)
        let isBinary = ["image", "audio", "video", "font"].contains(type?.type) && type?.suffix != "xml"
        // Some programs write bytes as text, and lose those that aren't UTF-8.
        if isBinary, content.text.stringIfThere?.contains("\u{FFFD}") == true { return size ?? -1 }
        guard body ?? Data() == Data(), !isHead, status != 204, !status.isInformational else { return nil }
        // Proxies count the coded bytes, and say how many fewer the decoded ones are.
        if let size, size >= 0 { return size > 0 && size + (content.compression.intIfThere ?? 0) != 0 ? size : nil }
        // Nobody reads the content of a redirect that is followed.
        if status == 304 || status.isRedirection && answer.headerFields.contains("Location") { return nil }
        let sizes = [response.bodySize.intIfThere, answer.headerFields["Content-Length"].flatMap { Int($0) }]
        if let size = sizes.compactMap({ $0 }).first(where: { $0 > 0 }) { return size }
        return size == nil || sizes.contains(0) || body != nil ? nil : -1
    }

    private var fields: HeaderFields {
        var fields = HeaderFields(archived: response)
        fields["Transfer-Encoding"] = nil
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
        if let name = content["_file"].stringIfThere { return folder.content(of: name) }
        let size = content.size.intIfThere ?? -1
        let text = ArchivedContent(content, sizes: [size, size + (content.compression.intIfThere ?? 0)])
        return text?.bytes(of: mediaType, encoding: content.encoding.stringIfThere)
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

extension Response {
    /// The response without the fields that describe how its content was coded: an archive has the decoded content.
    fileprivate var decoded: Response {
        var response = self
        for name: HeaderFields.Name in ["Content-Encoding", "Content-Length"] { response.headerFields[name] = nil }
        return response
    }
}
