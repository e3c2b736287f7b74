package import ResourcefulTesting

extension SplitMix64 {
    /// A text of scalars that are easy to get wrong: controls, quotes, combining marks, right-to-left, beyond the BMP.
    package mutating func arbitraryText(upTo length: Int = 12) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...length, using: &self) { scalars.append(arbitraryScalar()) }
        return String(scalars)
    }

    /// A text of printable ASCII, quotes and backslashes among it.
    package mutating func arbitraryASCII(upTo length: Int = 12) -> String {
        let bytes = (0..<Int.random(in: 0...length, using: &self)).map { _ in
            UInt8.random(in: 0x20...0x7E, using: &self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func arbitraryScalar() -> Unicode.Scalar {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: return "\r"
        case 1: return "\n"
        case 2: return Self.awkward.randomElement(using: &self) ?? "\0"
        case 3: return Unicode.Scalar(UInt8.random(in: 0...0xFF, using: &self))
        case 4: return Unicode.Scalar(UInt32.random(in: 0x100...0xD7FF, using: &self)) ?? "x"
        case 5: return Unicode.Scalar(UInt32.random(in: 0x10000...0x10FFFF, using: &self)) ?? "x"
        default: return Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &self))
        }
    }

    /// NUL, quotes, separators, form and URL marks, a right-to-left override, a joiner, a combining accent, a family
    /// emoji's parts, a byte order mark and the last scalar of all.
    private static let awkward: [Unicode.Scalar] = [
        "\0", "\"", "\\", "/", " ", "\t", "&", "=", "+", "%", ";", ":", ",", "#", "?", "\u{7F}", "\u{85}", "\u{A0}",
        "\u{301}", "\u{5D0}", "\u{202E}", "\u{200D}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{1F469}", "\u{1F1E9}",
        "\u{10FFFF}",
    ]
}
