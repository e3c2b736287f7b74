extension Redaction: TextMask {
    /// The text that replaces a secret.
    package var mark: String { Self.mark }

    /// Returns whether a key is the name of a secret.
    package func hides(valueOf key: String) -> Bool { isSecret(key: key) }

    /// Returns whether a value under a key is itself the name of a secret.
    package func hides(valueNamed name: String, under key: String) -> Bool {
        SecretPair.Role(key) == .name && isSecret(key: name)
    }

    /// Returns whether a key is the one for the value that such a name belongs to.
    package func isOfValues(_ key: String) -> Bool { SecretPair.Role(key) == .value }

    /// Returns a text on one line with secrets replaced, shortened to a few words or to a limit.
    public func line(_ text: String, limit: Int? = nil) -> String {
        limit.map { Excerpt.line(text, limit: $0, mask: self) } ?? Excerpt.line(text, mask: self)
    }
}

extension JSON {
    /// Reads a document strictly, as `init(parsing:)` does, and replaces secrets in the descriptions of its values and
    /// in parse failures. The values themselves stay unchanged.
    ///
    /// The documents of a ``Response`` are read this way.
    ///
    /// - Throws: ``ParseFailure`` with the line and the column if the text isn't JSON. Linear in its length.
    public init(parsing data: Data, redacting redaction: Redaction) throws {
        try self.init(parsing: data, mask: redaction)
    }
}
