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
        guard parts.count == 3, FieldParameters.lowercased(parts[0]) == "utf-8" else { return nil }
        var bytes: [UInt8] = []
        var rest = parts[2]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let value = Hexadecimal.byte(of: rest.prefix(2)) else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else if ByteSet.extendedValue.contains(byte) {
                bytes.append(byte)
            } else {
                return nil
            }
        }
        guard let text = String(wellFormed: bytes, as: UTF8.self) else { return nil }
        self.text = text
        language = String(decoding: parts[1], as: UTF8.self)
    }

    /// The value as it is in the field.
    var encoded: String {
        let language =
            language.utf8.allSatisfy { TokenGrammar.isTokenByte($0) && $0 != UInt8(ascii: "'") } ? language : ""
        return "UTF-8'\(language)'\(PercentEncoding.encoded(text, keeping: .extendedValue))"
    }
}

extension ByteSet {
    /// The bytes that aren't encoded in an extended value (RFC 8187, section 3.2.1).
    static let extendedValue = ByteSet(alphanumericsAnd: "!#$&+-.^_`|~")
}
