extension String {
    /// The number of columns of a text in a terminal: a Chinese character takes two, a combining mark none.
    public var columns: Int { unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) } }

    /// The place where a long text is cut. In the middle, more of the end is left than of the beginning.
    public enum Cut: Sendable { case middle, end }

    /// The text in a number of columns. An ellipsis replaces the rest.
    public func shortened(to limit: Int, at cut: Cut = .end) -> String {
        guard columns > limit else { return self }
        guard limit > 1 else { return limit == 1 ? "…" : "" }
        let tail = cut == .middle ? (limit - 1) * 2 / 3 : 0
        return beginning(limit - 1 - tail) + "…" + String(String(reversed()).beginning(tail).reversed())
    }

    /// The text with lines broken at spaces, so that none is wider. A longer word, such as a URL, isn't broken.
    ///
    /// - Parameters:
    ///   - limit: The number of columns; nil for any.
    ///   - indent: The number of spaces before the rest of a broken line, in addition to those before the line.
    public func wrapped(to limit: Int?, indent: Int = 0) -> String {
        guard let limit else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.columns > limit ? String(line).broken(at: limit, indent: indent) : String(line)
        }.joined(separator: "\n")
    }

    private func broken(at limit: Int, indent: Int) -> String {
        let margin = prefix { $0 == " " }.count
        let hanging = String(repeating: " ", count: min(margin + indent, limit / 2))
        var (lines, line) = ([String](), String(repeating: " ", count: margin))
        var isEmpty = true
        for word in dropFirst(margin).split(separator: " ", omittingEmptySubsequences: false) {
            if !isEmpty, line.columns + 1 + word.columns > limit {
                lines.append(line)
                line = hanging + word
            } else {
                line += isEmpty ? String(word) : " \(word)"
            }
            isEmpty = false
        }
        return (lines + [line]).joined(separator: "\n")
    }

    /// As many characters as fit.
    private func beginning(_ limit: Int) -> String {
        var (text, count) = ("", 0)
        for character in self {
            count += String(character).columns
            if count > limit { break }
            text.append(character)
        }
        return text
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if narrow.contains(where: { $0.contains(scalar.value) }) { return 0 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// Combining marks, joiners and variants.
    private static let narrow: [ClosedRange<UInt32>] = [0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F]

    /// Hangul, the scripts of China and Japan, and pictures.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}

extension Substring {
    fileprivate var columns: Int { String(self).columns }
}
