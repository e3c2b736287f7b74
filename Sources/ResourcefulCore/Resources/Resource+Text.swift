extension Resource where Value == String {
    /// Creates a resource that reads text.
    ///
    /// A byte order mark declares the character set, or else the media type. Without both it is UTF-8 if the bytes are
    /// well formed, and otherwise Windows-1252, as in browsers.
    ///
    /// - Parameters:
    ///   - request: The ``Request`` or URL.
    ///   - charsets: The character sets to support in addition to ``Charset/standard``.
    public init(text request: some RequestConvertible, charsets: [Charset] = []) {
        self.init(request.asRequest) { try $0.text(charsets: charsets) }
    }
}

extension Response {
    /// Returns the body as text, in the character set that ``Resource/init(text:charsets:)`` describes.
    ///
    /// - Throws: ``ParseFailure`` if the declared character set isn't known, or the bytes aren't valid in the character
    ///   set.
    public func text(charsets: [Charset] = []) throws -> String {
        if let (charset, length) = Charset.marked(body) {
            return try text(of: body.dropFirst(length), as: charset)
        }
        guard let label = headerFields.contentType?[parameter: "charset"] else {
            return String(wellFormed: body, as: UTF8.self) ?? Charset.windows1252.decode(body) ?? ""
        }
        guard let charset = (charsets + Charset.standard).first(where: { $0.isCalled(label) }) else {
            throw ParseFailure(
                expected: "text in a known character set",
                found: "the character set \(Redaction.standard.line(label))", kind: .mediaType)
        }
        return try text(of: body, as: charset)
    }

    private func text(of body: Data, as charset: Charset) throws(ParseFailure) -> String {
        if let text = charset.decode(body) { return text }
        let name = charset.names.first ?? "no name"
        let valid = name == "utf-8" ? body.withUnsafeBytes { Charset.validUTF8Prefix(of: $0) } : 0
        throw body.withUnsafeBytes {
            ParseFailure(
                expected: "text in the character set \(name)", found: "invalid bytes", at: valid, of: $0,
                mask: Redaction.standard)
        }
    }
}
