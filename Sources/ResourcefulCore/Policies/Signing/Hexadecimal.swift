/// Bytes as text, two hexadecimal digits for each (RFC 4648, section 8).
package enum Hexadecimal {
    /// The digits, in lower case.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }
}
