/// The grammar that method and field names share (RFC 9110, section 5.6.2).
package enum TokenGrammar {
    /// Whether the bytes are one or more `tchar`, and nothing else.
    static func matches(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.withContiguousStorageIfAvailable { matches(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { matches($0) }
    }

    /// Whether the bytes are one or more `tchar`, and nothing else.
    static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        for byte in bytes where !isTokenByte(byte) { return false }
        return true
    }

    /// Whether a byte is a `tchar`: a letter, a digit or one of fifteen marks. A bit for each of them.
    @inline(__always)
    static func isTokenByte(_ byte: UInt8) -> Bool {
        let marks: (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
        guard byte < 128 else { return false }
        return ((byte < 64 ? marks.0 : marks.1) >> UInt64(byte & 63)) & 1 == 1
    }

    /// The lower-case form of an ASCII letter; every other byte as it is.
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
