/// What the bytes of a field's value are, looked at eight at a time.
struct FieldBytes {
    /// Whether they contain no NUL, CR or LF (RFC 9110, section 5.5).
    let areAllowed: Bool
    let areASCII: Bool

    init(_ bytes: UnsafeRawBufferPointer) {
        var (union, forbidden): (UInt64, UInt64) = (0, 0)
        var index = 0
        while bytes.count >= 8, index < bytes.count {
            // The last eight overlap those before them.
            let word = bytes.loadUnaligned(fromByteOffset: min(index, bytes.count - 8), as: UInt64.self)
            union |= word
            forbidden |= Self.zeros(word) | Self.zeros(word ^ Self.each(0x0A)) | Self.zeros(word ^ Self.each(0x0D))
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            union |= UInt64(byte)
            if byte == 0 || byte == 0x0A || byte == 0x0D { forbidden = 1 }
            index += 1
        }
        areAllowed = forbidden == 0
        areASCII = union & Self.each(0x80) == 0
    }

    private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// Returns a word that isn't zero if a byte of the given one is.
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- each(1)) & ~word & each(0x80) }
}
