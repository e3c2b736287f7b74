extension Request {
    /// Whether the body is a multipart one that has no boundary yet.
    package var lacksBoundary: Bool {
        if case .multipart(let multipart)? = body?.content { multipart.boundary == nil } else { false }
    }

    /// The request, the parts of its body separated by a boundary made of 128 random bits.
    package func separatingParts(by first: UInt64, _ second: UInt64) -> Request {
        guard case .multipart(var multipart)? = body?.content else { return self }
        multipart.boundary = Body.Boundary(first, second)
        var request = self
        request.body?.content = .multipart(multipart)
        return request
    }
}

extension Request {
    /// What the content is: what the fields say, and otherwise what the body says (RFC 9110, section 8.3).
    package var mediaType: MediaType? { headerFields.contentType ?? body?.mediaType }
}
