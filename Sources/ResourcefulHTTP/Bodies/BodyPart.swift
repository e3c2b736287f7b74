/// One part of a multipart response, with its own fields and content (RFC 2046, section 5.1).
///
///     let photos = StreamResource(parts: Request("photos"))
///     for try await part in webservice.stream(of: photos) {
///         show(part.body, as: part.headerFields.contentType)
///     }
public struct BodyPart: Hashable, Sendable, CustomStringConvertible {
    /// The fields of the part, such as `Content-Type` and `Content-Range`.
    public var headerFields: HeaderFields
    /// The content as it is in the body. If the part has its own content coding, it isn't decoded.
    public var body: Data

    /// Creates a part.
    public init(headerFields: HeaderFields = [:], body: Data) {
        self.headerFields = headerFields
        self.body = body
    }

    /// The media type and the size. It never shows the content, which may be secret.
    public var description: String { "\(headerFields.contentType?.essence ?? "text/plain"), \(body.count) bytes" }
}
