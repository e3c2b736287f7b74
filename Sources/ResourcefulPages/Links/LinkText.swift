/// The grammar of a link in a field.
enum LinkText {
    /// Takes the parameters at the beginning of a text, `;name=value;name="value"`, up to a comma (RFC 8288, appendix
    /// B.3). Returns names in lower case and values without quotes, in order.
    static func parameters(_ bytes: inout Substring.UTF8View) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        while true {
            skipSpace(&bytes)
            guard bytes.first == UInt8(ascii: ";") else { return pairs }
            bytes = bytes.dropFirst()
            skipSpace(&bytes)
            let name = bytes.prefix { !isEnd($0) && $0 != UInt8(ascii: "=") && !isSpace($0) }
            bytes = bytes[name.endIndex...]
            skipSpace(&bytes)
            var value = ""
            if bytes.first == UInt8(ascii: "=") {
                bytes = bytes.dropFirst()
                skipSpace(&bytes)
                value = bytes.first == UInt8(ascii: "\"") ? quotedValue(&bytes) : plainValue(&bytes)
            }
            if !name.isEmpty { pairs.append((lowercased(name), value)) }
            // Ignores other text before the next parameter.
            bytes = bytes[(bytes.firstIndex(where: isEnd) ?? bytes.endIndex)...]
        }
    }

    /// Returns a value as a quoted string (RFC 9110, section 5.6.4).
    static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns the text with ASCII letters in lower case.
    static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") }

    private static func skipSpace(_ bytes: inout Substring.UTF8View) { bytes = bytes.drop(while: isSpace) }

    private static func plainValue(_ bytes: inout Substring.UTF8View) -> String {
        let value = bytes.prefix { !isEnd($0) }
        bytes = bytes[value.endIndex...]
        let last = value.lastIndex { !isSpace($0) }
        return last.map { String(decoding: value[...$0], as: UTF8.self) } ?? ""
    }

    /// Takes a quoted string (RFC 8288, appendix B.4).
    private static func quotedValue(_ bytes: inout Substring.UTF8View) -> String {
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
