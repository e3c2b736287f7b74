/// Text and bytes as words of a POSIX shell, quoted so that the shell can't interpret anything in them.
enum ShellWord {
    /// Returns a single word that expands to exactly the given text.
    ///
    /// Text that would affect a terminal, or change the direction of its output, is written with octal escapes. Such
    /// text must not end with a line feed. Text must never contain NUL.
    static func quoted(_ text: String) -> String {
        guard isPlain(text) else { return "\"$(\(printf(text.utf8)))\"" }
        // Works on bytes, since a quote and an accent after it are one character.
        let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "'") ? Array(#"'\''"#.utf8) : [$0] }
        return "'\(String(decoding: bytes, as: UTF8.self))'"
    }

    /// Returns the command that writes the bytes to standard output.
    static func printf(_ bytes: some Sequence<UInt8>) -> String {
        var format: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "%"): format += Array("%%".utf8)
            case UInt8(ascii: "\\"): format += Array("\\\\".utf8)
            case 0x0A: format += Array("\\n".utf8)
            case 0x0D: format += Array("\\r".utf8)
            case UInt8(ascii: "-") where format.isEmpty: format += Array("\\055".utf8)
            case UInt8(ascii: "'"), ..<0x20, 0x7F...: format += octal(byte)
            default: format.append(byte)
            }
        }
        return "printf '\(String(decoding: format, as: UTF8.self))'"
    }

    /// Whether a text can be read and pasted as it is: it has no control characters except line feeds, no line or
    /// paragraph separators, and nothing that changes its direction.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n"
            case .lineSeparator, .paragraphSeparator: false
            case .format: !scalar.properties.isBidiControl
            default: true
            }
        }
    }

    private static func octal(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "\\")] + [byte >> 6, byte >> 3 & 7, byte & 7].map { UInt8(ascii: "0") + $0 }
    }
}
