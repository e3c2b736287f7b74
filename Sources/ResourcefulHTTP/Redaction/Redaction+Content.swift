extension Redaction {
    /// Returns the content of a message without its secrets, in the same format: JSON keeps its shape, a form stays a
    /// form, a multipart body keeps its parts. Binary content stays unchanged. The result doesn't reveal the length of
    /// a secret. Linear in the length of the content.
    ///
    /// Redacting the result again doesn't change it.
    package func redacted(content: Data, of mediaType: MediaType?) -> Data {
        redacted(content: content, of: mediaType, nested: 0)
    }

    /// Returns the redacted content of a part at the given depth of nested multipart bodies.
    func redacted(content: Data, of mediaType: MediaType?, nested: Int) -> Data {
        guard !content.isEmpty else { return content }
        if let multipart = redacted(multipart: content, of: mediaType, nested: nested) { return multipart }
        if let json = redacted(json: content) { return json }
        let bytes = Array(content)
        if WideText(bytes) != nil { return Data(shortlyMasked(bytes)) }
        if mediaType?.isForm == true, let text = String(wellFormed: content, as: UTF8.self) {
            return Data(redacted(urlText: "?\(text)", isForm: true).utf8.dropFirst())
        }
        guard mediaType?.isText == true || String(wellFormed: content, as: UTF8.self) != nil else { return content }
        return Data(shortlyMasked(bytes))
    }
}

extension MediaType {
    /// Whether the content is a URL-encoded form, whatever the parameters.
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }

    /// Whether the content is text, whatever the character set.
    fileprivate var isText: Bool {
        essence.hasPrefix("text/") || ["json", "xml", "javascript"].contains { essence.hasSuffix($0) }
    }
}
