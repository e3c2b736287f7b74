#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StreamResource where Element == BodyPart {
    /// A stream of the parts of a multipart body, `multipart/mixed` or any other (RFC 2046, section 5.1), each as soon
    /// as the delimiter behind it has come.
    ///
    /// What stands before the first and behind the last delimiter is left out; a body without the last one ends the
    /// stream with a ``ParseFailure``. A part that is multipart itself is one part here.
    ///
    /// - Parameters:
    ///   - url: The target.
    ///   - method: What is asked of it.
    ///   - headerFields: The fields that are sent. Unless Accept or Range is among them, multiparts are asked for.
    ///   - body: The content that is sent.
    ///   - boundary: What separates the parts of a response whose Content-Type does not say it: that of a fixture.
    ///   - maximumSize: How many bytes the content of a part may have at most. A larger one ends the stream.
    ///   - maximumHeadSize: How many bytes the fields of a part may have at most.
    public init(
        parts url: URL, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        boundary: Body.Boundary? = nil, maximumSize: Int = StreamLimit.element, maximumHeadSize: Int = StreamLimit.head
    ) {
        self.init(
            parts: Request(url: url, method: method, headerFields: headerFields, body: body), boundary: boundary,
            maximumSize: maximumSize, maximumHeadSize: maximumHeadSize)
    }

    /// A stream of the parts of a multipart body, for a request made elsewhere: one of several ranges, say.
    public init(
        parts request: Request, boundary: Body.Boundary? = nil, maximumSize: Int = StreamLimit.element,
        maximumHeadSize: Int = StreamLimit.head
    ) {
        // Accept is about the resource, and ranges of it come as parts whatever it is (RFC 9110, section 14.6).
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
