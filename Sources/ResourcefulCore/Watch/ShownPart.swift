extension Body {
    /// The description of a part of a multipart body.
    package struct ShownPart: Hashable, Sendable {
        package var name: String
        package var fileName: String?
        package var mediaType: MediaType?
        /// The value; nil for a file.
        package var data: Data?

        package init(name: String, fileName: String? = nil, mediaType: MediaType? = nil, data: Data? = nil) {
            (self.name, self.fileName, self.mediaType, self.data) = (name, fileName, mediaType, data)
        }
    }

    /// The parts of a multipart body; nil for any other.
    package var shownParts: [ShownPart]? {
        guard case .multipart(let multipart) = content else { return nil }
        return multipart.parts.map { part in
            var data: Data?
            if part.fileName == nil, case .data(let bytes) = part.content { data = bytes }
            return ShownPart(name: part.name, fileName: part.fileName, mediaType: part.mediaType, data: data)
        }
    }

    /// Returns the parts of a serialized multipart body; nil for any other body, and for one that can't be split into
    /// parts.
    package static func shownParts(of content: Data, mediaType: MediaType?) -> [ShownPart]? {
        guard case .parts(let parts, _)? = MultipartContent(content, of: mediaType) else { return nil }
        return parts.map { part in
            ShownPart(
                name: part.formName ?? "", fileName: part.fileName, mediaType: part.headerFields.contentType,
                data: part.fileName == nil ? part.body : nil)
        }
    }
}

extension Redaction {
    /// Returns the value of a part as text, without its secrets.
    package func redactedValue(_ data: Data, of part: Body.ShownPart) -> String {
        if isSecret(name: part.name) { return Self.mark }
        return String(decoding: redacted(content: data, of: part.mediaType), as: UTF8.self)
    }
}
