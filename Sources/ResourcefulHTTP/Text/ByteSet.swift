/// A set of ASCII characters, with one bit for each.
package struct ByteSet: Sendable {
    private var bits: (low: UInt64, high: UInt64) = (0, 0)

    /// Creates a set of the letters, the digits and the given characters. Characters outside of ASCII are ignored.
    init(alphanumericsAnd others: String) {
        for byte in UInt8.min..<0x80 where Self.isAlphanumeric(byte) { insert(byte) }
        for byte in others.utf8 where byte < 0x80 { insert(byte) }
    }

    /// Returns whether a byte is one of the characters.
    package func contains(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return false }
        return ((byte < 64 ? bits.low : bits.high) >> UInt64(byte & 63)) & 1 == 1
    }

    /// The characters that never need encoding in a URL (RFC 3986, section 2.3).
    package static let unreserved = ByteSet(alphanumericsAnd: "-._~")
    /// The characters allowed in a URL, except `%`: the unreserved and the reserved ones (RFC 3986, section 2.2).
    static let uri = ByteSet(alphanumericsAnd: "-._~:/?#[]@!$&'()*+,;=")
    /// The characters allowed in the name of a template variable (RFC 6570, section 2.3).
    static let nameOfVariable = ByteSet(alphanumericsAnd: "_")
    /// The characters that aren't encoded in a form (the WHATWG URL standard, section 5.2).
    static let form = ByteSet(alphanumericsAnd: "*-._")

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
