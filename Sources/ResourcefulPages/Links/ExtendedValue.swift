/// A parameter value in any script: `UTF-8'de'n%c3%a4chstes` (RFC 8187, section 3.2).
struct ExtendedValue {
    let language: String
    let text: String

    init(_ text: String, language: String = "") {
        self.text = text
        self.language = language
    }

    /// Decodes a field's value. Returns nil if it is malformed, or if its character set isn't UTF-8.
    init?(_ value: String) {
        let parts = value.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, LinkText.lowercased(parts[0]) == "utf-8",
            let bytes = PercentEncoding.decoded(parts[2], plain: Self.isPlain)
        else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
        // Malformed UTF-8 was repaired.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        language = String(decoding: parts[1], as: UTF8.self)
    }

    /// The value as it is in the field.
    var encoded: String {
        let isTag = language.utf8.allSatisfy { Self.isPlain($0) || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "%") }
        return "UTF-8'\(isTag ? language : "")'\(PercentEncoding.encoded(text, plain: Self.isPlain))"
    }

    /// Whether a byte isn't encoded in an extended value (RFC 8187, section 3.2.1).
    private static func isPlain(_ byte: UInt8) -> Bool {
        PercentEncoding.isAlphanumeric(byte) || "!#$&+-.^_`|~".utf8.contains(byte)
    }
}
