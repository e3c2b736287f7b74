/// What a person wants to see of a text to find a place in it.
enum Excerpt {
    /// At most 200 characters around a byte, on one line, an ellipsis at each end that was cut, secrets replaced.
    static func of(_ bytes: UnsafeRawBufferPointer, around offset: Int) -> String? {
        guard !bytes.isEmpty else { return nil }
        let offset = min(max(offset, 0), bytes.count)
        var start = max(0, offset - reach)
        var end = min(bytes.count, offset + reach)
        // A window that would begin or end inside a character is moved to its boundary.
        while start > 0, start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
        while end < bytes.count, end > offset, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        // The name of a secret may stand long before the window into its value.
        let context = max(0, start - contextReach)
        let masked = Redaction.standard.masked(Array(bytes[context..<end]))
        let text = String(decoding: masked[(start - context)...], as: UTF8.self)
        return (start > 0 ? "…" : "") + line(text, limit: limit - 2) + (end < bytes.count ? "…" : "")
    }

    /// A text on one line and not longer than a limit, in scalars; nothing in it can turn or break the line.
    static func line(_ text: String, limit: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit).map { isPlain($0) ? $0 : " " }))
    }

    /// A text on one line, shortened to a few words.
    static func line(_ text: String) -> String {
        text.unicodeScalars.count > 60 ? line(text, limit: 57) + "…" : line(text, limit: 60)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: !scalar.properties.isBidiControl
        default: true
        }
    }

    /// The line and the column of a byte.
    static func position(in bytes: UnsafeRawBufferPointer, of offset: Int) -> TextPosition {
        let before = bytes[..<min(max(offset, 0), bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return TextPosition(line: line, column: before.count - start + 1)
    }

    private static let reach = 95
    private static let limit = 200
    private static let contextReach = 65_536
}
