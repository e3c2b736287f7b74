/// The bytes allowed in the parts of structured fields (RFC 9651, section 3).
enum StructuredFieldGrammar {
    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Returns whether a byte is a lowercase hexadecimal digit.
    static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"))
    }

    /// Returns whether a byte is printable ASCII, as strings require.
    static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

    static func beginsKey(_ byte: UInt8) -> Bool { isSmallLetter(byte) || byte == UInt8(ascii: "*") }

    static func isKeyByte(_ byte: UInt8) -> Bool {
        isSmallLetter(byte) || isDigit(byte) || "_-.*".utf8.contains(byte)
    }

    static func beginsToken(_ byte: UInt8) -> Bool { isLetter(byte) || byte == UInt8(ascii: "*") }

    /// Returns whether a byte is a `tchar` (RFC 9110, section 5.6.2), a colon or a slash.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~:/".utf8.contains(byte)
    }

    static func isKey(_ text: String) -> Bool {
        text.utf8.first.map(beginsKey) == true && text.utf8.allSatisfy(isKeyByte)
    }

    static func isToken(_ text: String) -> Bool {
        text.utf8.first.map(beginsToken) == true && text.utf8.allSatisfy(isTokenByte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { isSmallLetter(byte | 0x20) }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
}
