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
        case "b": Data(base64Encoded: String(text))
        case "q": Data(PercentEncoding.bytes(text.utf8, after: UInt8(ascii: "="), space: UInt8(ascii: "_")))
        default: nil
        }
    }
}
