extension StreamResource where Element == BodyPart {
    /// Creates a stream of the parts of a multipart body, `multipart/mixed` or any other (RFC 2046, section 5.1). Each
    /// part arrives as soon as the delimiter after it does.
    ///
    /// Anything before the first and after the last delimiter is skipped. A body without the last delimiter ends the
    /// stream with a `ParseFailure`. A part that is itself multipart arrives as one part.
    ///
    /// - Parameters:
    ///   - request: The `Request` or URL. It asks for multipart media types unless the request has Accept or Range.
    ///   - boundary: The separator of the parts if the Content-Type of the response doesn't name it, as for a fixture.
    ///   - maximumSize: The maximum number of bytes of a part's content. A larger part ends the stream.
    ///   - maximumHeadSize: The maximum number of bytes of a part's fields.
    public init(
        parts request: some RequestConvertible, boundary: Body.Boundary? = nil, maximumSize: Int = 64 << 20,
        maximumHeadSize: Int = 64 << 10
    ) {
        // Accept is about the resource, but ranges of it come as parts whatever its type (RFC 9110, section 14.6).
        let request = request.asRequest
        let hasRanges = request.headerFields.contains("Range")
        self.init(
            hasRanges ? request : request.asking(for: ["multipart/mixed", "multipart/*;q=0.9"]),
            parser: PartParser(boundary: boundary, maximumSize: maximumSize, maximumHeadSize: maximumHeadSize))
    }
}

extension PartParser: StreamParser {
    /// Begins a body with the boundary that its media type names.
    package mutating func begin(_ response: Response) throws { try begin(response.headerFields) }
}
