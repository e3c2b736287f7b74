/// Sixteen bytes of a text, which are compared at once.
struct SixteenBytes {
    let bytes: SIMD16<UInt8>

    /// Loads the bytes at an index, after which there must be sixteen.
    @inline(__always)
    init(of text: UnsafeRawBufferPointer, at index: Int) {
        bytes = text.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// The number of bytes before the first one that ends a run of plain ASCII in a JSON text: a quote, a backslash, a
    /// control character, or a part of another character. 16 if there is none.
    @inline(__always)
    var plainASCII: Int {
        // As signed numbers, the bytes from 0x80 on are negative.
        let signed = SIMD16<Int8>(truncatingIfNeeded: bytes)
        return Self.first(in: (signed .< 0x20) .| (signed .== 0x22) .| (signed .== 0x5C))
    }

    /// The number of bytes before the first one that must be escaped: a control character, a quote, a backslash, or a
    /// given one. 16 if there is none.
    @inline(__always)
    func plain(except other: UInt8) -> Int {
        let signed = SIMD16<Int8>(truncatingIfNeeded: bytes)
        let others = (signed .== 0x22) .| (signed .== 0x5C) .| (signed .== Int8(truncatingIfNeeded: other))
        return Self.first(in: (signed .< 0x20) .& (signed .>= 0) .| others)
    }

    /// Returns the index of the first element that is true; 16 if there is none.
    @inline(__always)
    private static func first(in mask: SIMDMask<SIMD16<Int8>>) -> Int {
        // A mask has the size of its vector, and all bits of an element are set if it is true.
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        let low = UInt64(littleEndian: halves[0])
        if low != 0 { return low.trailingZeroBitCount >> 3 }
        return 8 + UInt64(littleEndian: halves[1]).trailingZeroBitCount >> 3
    }
}
