/// The bytes of structured fields that other fields need, too (RFC 9651, section 3).
package enum StructuredFieldGrammar {
    package static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Returns whether a byte is printable ASCII, as strings require.
    static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
}
