/// An excerpt of a text that shows a person a place in it.
package struct Excerpt: Sendable {
    /// The text, at most 200 characters on one line, with an ellipsis at each end that was cut.
    package let text: String
    /// The number of Unicode scalars of the text before the place.
    package let caret: Int

    init(text: String, caret: Int) {
        self.text = text
        self.caret = caret
    }

    /// Creates the excerpt around a byte; nil if there is no text.
    package init?(of bytes: UnsafeRawBufferPointer, around offset: Int, mask: (any TextMask)?) {
        guard !bytes.isEmpty else { return nil }
        let offset = min(max(offset, 0), bytes.count)
        var start = max(0, offset - Self.reach)
        var end = min(bytes.count, offset + Self.reach)
        // Move a boundary inside a character to the character's edge.
        while start > 0, start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
        while end < bytes.count, end > offset, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        // The key of a hidden value may be far before the window.
        let context = mask == nil ? start : max(0, start - Self.contextReach)
        // The name of a hidden value may also follow it.
        let contextEnd = mask == nil ? end : min(bytes.count, end + Self.contextReach)
        let piece = Array(bytes[context..<contextEnd])
        let masked = mask?.masked(piece) ?? piece
        let window = masked[(start - context)..<(end - context)]
        let ellipsis = start > 0 ? "…" : ""
        text =
            ellipsis + Self.line(String(decoding: window, as: UTF8.self), limit: Self.limit - 2, mask: mask)
            + (end < bytes.count ? "…" : "")
        let before = String(decoding: window.prefix(offset - start), as: UTF8.self)
        caret = ellipsis.unicodeScalars.count + before.unicodeScalars.count
    }

    /// Returns a text as one line of at most `limit` scalars, without line breaks or changes of direction.
    package static func line(_ text: String, limit: Int, mask: (any TextMask)?) -> String {
        let text = mask.map { String(decoding: $0.masked(Array(text.utf8)), as: UTF8.self) } ?? text
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit).map { isPlain($0) ? $0 : " " }))
    }

    /// Returns a text as one line, shortened to a few words.
    package static func line(_ text: String, mask: (any TextMask)?) -> String {
        text.unicodeScalars.count > 60 ? line(text, limit: 57, mask: mask) + "…" : line(text, limit: 60, mask: mask)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: !scalar.properties.isBidiControl
        default: true
        }
    }

    /// Returns spaces as wide as a text in a terminal: wide characters take two columns, combining ones none.
    static func space(under text: some Sequence<Unicode.Scalar>) -> String {
        text.map { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: ""
            default: isWide(scalar) ? "  " : " "
            }
        }.joined()
    }

    /// Whether a character takes two columns: CJK, Hangul, full-width forms, and most emoji (approximates UAX 11).
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private static let reach = 95
    private static let limit = 200
    private static let contextReach = 65_536
}
