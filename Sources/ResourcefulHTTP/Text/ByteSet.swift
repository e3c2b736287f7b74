/// A set of ASCII characters, a bit for each of them.
package struct ByteSet: Sendable {
    private var bits: (low: UInt64, high: UInt64) = (0, 0)

    /// The letters and digits, and the given characters; those beyond ASCII are never in it.
    init(alphanumericsAnd others: String) {
        for byte in UInt8.min..<0x80 where Self.isAlphanumeric(byte) { insert(byte) }
        for byte in others.utf8 where byte < 0x80 { insert(byte) }
    }

    /// Whether a byte is one of the characters.
    package func contains(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return false }
        return ((byte < 64 ? bits.low : bits.high) >> UInt64(byte & 63)) & 1 == 1
    }

    /// What always stands for itself in a URL (RFC 3986, section 2.3).
    package static let unreserved = ByteSet(alphanumericsAnd: "-._~")
    /// What can stand in a URL at all, `%` left aside: the unreserved and the reserved (RFC 3986, section 2.2).
    static let uri = ByteSet(alphanumericsAnd: "-._~:/?#[]@!$&'()*+,;=")
    /// What the name of a variable of a template is made of (RFC 6570, section 2.3).
    static let nameOfVariable = ByteSet(alphanumericsAnd: "_")
    /// What stands for itself in a form (the WHATWG URL standard, section 5.2).
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
