/// The grammar of tokens, shared by method and field names (RFC 9110, section 5.6.2).
package enum TokenGrammar {
    /// Returns whether all bytes are `tchar`, and there is at least one.
    static func matches(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.withContiguousStorageIfAvailable { matches(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { matches($0) }
    }

    /// Returns whether all bytes are `tchar`, and there is at least one.
    static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        for byte in bytes where !isTokenByte(byte) { return false }
        return true
    }

    /// Returns whether a byte is a `tchar`: a letter, a digit or one of fifteen marks. Uses one bit for each.
    @inline(__always)
    static func isTokenByte(_ byte: UInt8) -> Bool {
        let marks: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
        guard byte < 128 else { return false }
        return ((byte < 64 ? marks.0 : marks.1) >> UInt64(byte & 63)) & 1 == 1
    }

    /// Returns the lowercase form of an ASCII letter, and every other byte unchanged.
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}

/// The bytes of structured fields that other fields need, too (RFC 9651, section 3).
package enum StructuredFieldGrammar {
    package static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Returns whether a byte is printable ASCII, as strings require.
    static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
}
