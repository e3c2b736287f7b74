#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One part of a multipart response: fields and content of its own (RFC 2046, section 5.1).
public struct BodyPart: Hashable, Sendable, CustomStringConvertible {
    /// The fields of the part: `Content-Type`, `Content-Range` and the like.
    public var headerFields: HeaderFields
    /// The content, as it stands in the body: a coding of its own is not undone.
    public var body: Data

    /// A part.
    public init(headerFields: HeaderFields = [:], body: Data) {
        self.headerFields = headerFields
        self.body = body
    }

    /// The media type and the size, never the content: it may hold secrets.
    public var description: String { "\(headerFields.contentType?.essence ?? "text/plain"), \(body.count) bytes" }
}
