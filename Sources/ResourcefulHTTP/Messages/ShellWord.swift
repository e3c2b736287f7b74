/// Text and bytes as words of a POSIX shell, so that nothing in them is read as anything else.
enum ShellWord {
    /// A text as one word that stands for exactly that text.
    ///
    /// What a terminal would act upon, or show in another order, is written by its number; the text must not end with a
    /// line feed then, and never have NUL in it.
    static func quoted(_ text: String) -> String {
        guard isPlain(text) else { return "\"$(\(printf(text.utf8)))\"" }
        // Byte by byte: a quote and an accent behind it are one character.
        let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "'") ? Array(#"'\''"#.utf8) : [$0] }
        return "'\(String(decoding: bytes, as: UTF8.self))'"
    }

    /// The command that writes the bytes to its output.
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

    /// Whether a text can be read and pasted as it stands: no controls but line feeds, and nothing that turns its
    /// direction.
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
