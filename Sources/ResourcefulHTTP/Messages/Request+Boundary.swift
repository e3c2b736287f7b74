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
