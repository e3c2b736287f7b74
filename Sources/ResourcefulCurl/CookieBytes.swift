/// The bytes of cookies as text and back: a server gets back what it sent, whatever encoding it uses (RFC 6265, section
/// 5.4 leaves it open).
///
/// A field's value is text, so bytes above 0x7F that aren't UTF-8 become characters for private use, from U+EF80 on. A
/// cookie that already contains these is taken byte by byte as well, so that nothing else is sent as such a byte.
enum CookieBytes {
    private static let first: UInt32 = 0xEF80

    /// Returns the text of a `Set-Cookie` field. Linear.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        if let text = String(wellFormed: bytes, as: UTF8.self), !isEscaped(text) { return text }
        return String(String.UnicodeScalarView(bytes.map(scalar)))
    }

    /// Returns the bytes of a `Cookie` field. Linear.
    static func bytes(_ text: String) -> [UInt8] {
        guard isEscaped(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    private static func isEscaped(_ text: String) -> Bool { text.unicodeScalars.contains { byte($0) != nil } }

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        first..<first + 0x80 ~= scalar.value ? UInt8(scalar.value - first + 0x80) : nil
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard byte >= 0x80 else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(first + UInt32(byte) - 0x80) ?? Unicode.Scalar(byte)
    }
}
