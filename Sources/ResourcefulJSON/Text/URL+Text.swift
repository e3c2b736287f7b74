extension URL {
    /// Creates the URL of a text; nil if it isn't one.
    ///
    /// Bytes that a URL can't contain are percent-encoded (RFC 3986, section 2.1), and all others stay, `%XX` included.
    /// If a part has one such byte, Foundation would encode the escapes in it again. The host stays unchanged, since
    /// its encoding differs.
    package init?(text: String) {
        var text = text
        self.init(string: text.withUTF8(Self.encoded) ?? text)
    }

    /// Returns the encoded text; nil if the text needs no encoding.
    private static func encoded(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let first = text.indices.first(where: { !isAllowed($0, in: text) }) else { return nil }
        let authority = authority(of: text)
        let fragment = text.firstIndex(of: UInt8(ascii: "#"))
        var encoded = Array(text[..<first])
        for index in first..<text.count {
            if authority.contains(index) || index == fragment || isAllowed(index, in: text) {
                encoded.append(text[index])
            } else {
                let digits = [text[index] >> 4, text[index] & 0xF].map { Hexadecimal.digit($0, uppercase: true) }
                encoded += [UInt8(ascii: "%")] + digits
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Whether a path, a query and a fragment can contain a byte.
    @inline(__always)
    private static func isAllowed(_ index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch text[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "?")...UInt8(ascii: "Z"),
            UInt8(ascii: "&")...UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "$"),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        case UInt8(ascii: "%"): Hexadecimal.byte(of: text[(index + 1)...].prefix(2)) != nil
        default: false
        }
    }

    /// Returns the range of the host, and what is around it, up to the path.
    private static func authority(of text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let isEnd = { (byte: UInt8) in "/?#".utf8.contains(byte) }
        guard let slash = text.firstIndex(where: isEnd), text[slash...].starts(with: "//".utf8),
            slash == 0 || text[slash - 1] == UInt8(ascii: ":")
        else { return 0..<0 }
        return slash..<(text[(slash + 2)...].firstIndex(where: isEnd) ?? text.count)
    }
}
