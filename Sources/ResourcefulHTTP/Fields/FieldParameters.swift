/// The parameters of a field value, `;name=value;name="value"`. Parsing is lenient (RFC 9110, section 5.6.6; RFC 8288,
/// appendix B.3).
package struct FieldParameters: Hashable, Sendable {
    /// Names in lower case and values without quotes, in order.
    private(set) var pairs: [Pair] = []

    struct Pair: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Takes the parameters at the beginning of a text. A comma ends them only if `endingAtComma` is true.
    init(_ bytes: inout Substring.UTF8View, endingAtComma: Bool) {
        while true {
            Self.skipWhiteSpace(&bytes)
            guard bytes.first == UInt8(ascii: ";") else { return }
            bytes = bytes.dropFirst()
            Self.skipWhiteSpace(&bytes)
            let isEnd = { (byte: UInt8) in
                byte == UInt8(ascii: ";") || (endingAtComma && byte == UInt8(ascii: ","))
            }
            let name = bytes.prefix { !isEnd($0) && $0 != UInt8(ascii: "=") && !Self.isSpace($0) }
            bytes = bytes[name.endIndex...]
            Self.skipWhiteSpace(&bytes)
            var value = ""
            if bytes.first == UInt8(ascii: "=") {
                bytes = bytes.dropFirst()
                Self.skipWhiteSpace(&bytes)
                value = bytes.first == UInt8(ascii: "\"") ? Self.quoted(&bytes) : Self.plain(&bytes, isEnd)
            }
            if !name.isEmpty { pairs.append(Pair(name: Self.lowercased(name), value: value)) }
            // Ignores other text before the next parameter.
            bytes = bytes[(bytes.firstIndex(where: isEnd) ?? bytes.endIndex)...]
        }
    }

    /// The value of the first parameter with a name, which must be in lower case.
    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Returns a value as a token if it is one, or else as a quoted string (RFC 9110, section 5.6.4).
    static func written(_ value: String) -> String {
        TokenGrammar.matches(value.utf8) ? value : quoted(value)
    }

    /// Returns a value as a quoted string (RFC 9110, section 5.6.4).
    package static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    static func skipWhiteSpace(_ bytes: inout Substring.UTF8View) { bytes = bytes.drop(while: isSpace) }

    /// Returns the text with ASCII letters in lower case.
    package static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.map(TokenGrammar.lowercased), as: UTF8.self)
    }

    private static func plain(_ bytes: inout Substring.UTF8View, _ isEnd: (UInt8) -> Bool) -> String {
        let value = bytes.prefix { !isEnd($0) }
        bytes = bytes[value.endIndex...]
        let last = value.lastIndex { !isSpace($0) }
        return last.map { String(decoding: value[...$0], as: UTF8.self) } ?? ""
    }

    /// Takes a quoted string (RFC 8288, appendix B.4).
    private static func quoted(_ bytes: inout Substring.UTF8View) -> String {
        bytes = bytes.dropFirst()
        var text: [UInt8] = []
        while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            if let escaped = bytes.popFirst() { text.append(escaped) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
