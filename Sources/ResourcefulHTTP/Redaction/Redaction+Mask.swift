#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Redaction: TextMask {
    /// What stands in the place of a secret.
    package var mark: String { Self.mark }

    /// Whether a key is the name of a secret.
    package func hides(valueOf key: String) -> Bool { isSecret(key: key) }

    /// Whether a value under a key is itself the name of a secret.
    package func hides(valueNamed name: String, under key: String) -> Bool {
        SecretPair.Role(key) == .name && isSecret(key: name)
    }

    /// Whether what such a name is about stands under a key.
    package func isOfValues(_ key: String) -> Bool { SecretPair.Role(key) == .value }

    /// A text on one line, shortened to a few words or to a limit, secrets replaced.
    package func line(_ text: String, limit: Int? = nil) -> String {
        limit.map { Excerpt.line(text, limit: $0, mask: self) } ?? Excerpt.line(text, mask: self)
    }
}

extension JSON {
    /// Reads a document strictly, as `init(parsing:)` does, and shows no secrets: they are replaced in descriptions of
    /// its values, and in the failures to read them. The values themselves are what the document holds.
    ///
    /// The documents that a ``Response`` brings are read so.
    ///
    /// - Throws: ``ParseFailure`` with the line and the column when the text is no JSON. Linear in its length.
    public init(parsing data: Data, redacting redaction: Redaction) throws {
        try self.init(parsing: data, mask: redaction)
    }
}
