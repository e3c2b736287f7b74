/// Text in any script, encoded as in email: `=?UTF-8?B?w6Q=?=` (RFC 2047, section 2).
enum EncodedWord {
    /// Decodes a sequence of encoded words with only spaces between them. Returns nil for anything else.
    static func decoded(_ text: String) -> String? {
        var bytes = Data()
        var label: String?
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "?", omittingEmptySubsequences: false)
            guard parts.count == 5, parts[0] == "=", parts[4] == "=",
                let content = content(of: parts[3], coding: parts[2].lowercased())
            else { return nil }
            // A language may follow the character set (RFC 2231, section 5).
            let charset = parts[1].prefix { $0 != "*" }.lowercased()
            guard (label ?? charset) == charset else { return nil }
            label = charset
            // Joins the bytes before decoding: many servers split characters.
            bytes += content
        }
        return label.flatMap { label in Charset.standard.first { $0.isCalled(label) }?.decode(bytes) }
    }

    private static func content(of text: Substring, coding: String) -> Data? {
        switch coding {
        case "b": return Data(base64Encoded: String(text))
        case "q":
            var bytes = Data()
            var rest = text.utf8[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "="), let value = Hexadecimal.byte(of: rest.prefix(2)) {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte)
                }
            }
            return bytes
        default: return nil
        }
    }
}
