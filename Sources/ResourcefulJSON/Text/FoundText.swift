/// Names for unexpected bytes, as a person would say them.
package enum FoundText {
    /// Returns the name of what is at a byte: a character, an escape, data in a format other than JSON, or the end.
    static func name(at offset: Int, of bytes: UnsafeRawBufferPointer) -> String {
        if offset < 4, let form = form(of: bytes) { return form }
        guard offset < bytes.count else { return "the end of the text" }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        if rest[0] == UInt8(ascii: "\\"), rest.count > 1 {
            return "the escape \(String(decoding: rest.prefix(rest[1] == UInt8(ascii: "u") ? 6 : 2), as: UTF8.self))"
        }
        return character(rest)
    }

    /// Returns the name of the first character of some bytes: the character if it is visible, or else its first byte.
    package static func character(_ bytes: some Sequence<UInt8>) -> String {
        var decoder = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        if case .valid(let encoded) = decoder.parseScalar(from: &rest) {
            let scalar = Unicode.UTF8.decode(encoded)
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
                .spaceSeparator:
                break
            default: return "the character \(scalar)"
            }
        }
        let first = bytes.first { _ in true } ?? 0
        return "the byte 0x\(Hexadecimal.text(of: [first]))"
    }

    /// Returns the format of the text by its first bytes; nil if they don't indicate a format other than JSON in UTF-8.
    private static func form(of bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0x1F, 0x8B): return "data compressed by gzip"
        case (0x28, 0xB5): return "data compressed by zstd"
        case (0xFE, 0xFF), (0xFF, 0xFE), (0, 1...), (0x09...0x7F, 0): return "text in UTF-16 (JSON is in UTF-8)"
        case (0, 0): return "text in UTF-32 (JSON is in UTF-8)"
        default: break
        }
        let beginning = String(decoding: bytes.prefix(64), as: UTF8.self).lowercased()
        let markup = beginning.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard markup.hasPrefix("<") else { return nil }
        if markup.hasPrefix("<!doctype html") || markup.hasPrefix("<html") { return "an HTML page" }
        return markup.hasPrefix("<?xml") ? "an XML document" : nil
    }
}
