extension Request {
    private static let json: HeaderFields = ["Accept": "application/json"]

    /// Asks for JSON, unless the request has an Accept field (RFC 9110, section 12.5.1).
    package mutating func askForJSON() {
        guard !headerFields.contains(.accept) else { return }
        var content = parts.content
        content.headerFields = headerFields.isPristine ? Self.json : headerFields.merging(defaults: Self.json)
        content.known.acceptIsDefault = true
        parts = Shared(content)
    }

    /// Adds the fields whose names the request doesn't have yet. An Accept field among them replaces the default that a
    /// resource added.
    package mutating func add(defaults fields: HeaderFields) {
        var own = headerFields
        if fields.contains(.accept), parts.content.known.acceptIsDefault, own[.accept] == Self.json[.accept] {
            own[.accept] = nil
        }
        headerFields = own.merging(defaults: fields)
    }
}

extension Request {
    /// Whether the body is a multipart body without a boundary.
    package var lacksBoundary: Bool {
        if case .multipart(let multipart)? = body?.content { multipart.boundary == nil } else { false }
    }

    /// Returns a copy of the request whose multipart body has a boundary made of 128 random bits.
    package func separatingParts(by first: UInt64, _ second: UInt64) -> Request {
        guard case .multipart(var multipart)? = body?.content else { return self }
        multipart.boundary = Body.Boundary(first, second)
        var request = self
        request.body?.content = .multipart(multipart)
        return request
    }
}

extension Request {
    /// The media type of the content: the Content-Type field, or else the body's own (RFC 9110, section 8.3).
    package var mediaType: MediaType? { headerFields.contentType ?? body?.mediaType }
}
