#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StreamResource where Element == BodyPart {
    /// A stream of the parts of a multipart body, `multipart/mixed` or any other (RFC 2046, section 5.1), each as soon
    /// as the delimiter behind it has come.
    ///
    /// What stands before the first and behind the last delimiter is left out; a body without the last one ends the
    /// stream with a ``ParseFailure``. A part that is multipart itself is one part here.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL. Unless it has Accept or Range, multiparts are asked
    ///     for.
    ///   - boundary: What separates the parts of a response whose Content-Type does not say it: that of a fixture.
    ///   - maximumSize: How many bytes the content of a part may have at most. A larger one ends the stream.
    ///   - maximumHeadSize: How many bytes the fields of a part may have at most.
    public init(
        parts request: some RequestConvertible, boundary: Body.Boundary? = nil, maximumSize: Int = 64 << 20,
        maximumHeadSize: Int = 64 << 10
    ) {
        // Accept is about the resource, and ranges of it come as parts whatever it is (RFC 9110, section 14.6).
        let request = request.asRequest
        let hasRanges = request.headerFields.contains("Range")
        self.init(
            hasRanges ? request : request.asking(for: ["multipart/mixed", "multipart/*;q=0.9"]),
            parser: PartParser(boundary: boundary, maximumSize: maximumSize, maximumHeadSize: maximumHeadSize))
    }
}

extension PartParser: StreamParser {
    /// Begins a body by the boundary that its media type names.
    package mutating func begin(_ response: Response) throws { try begin(response.headerFields) }
}
