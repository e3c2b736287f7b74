/// Sixteen bytes of a text, which are compared at once.
struct SixteenBytes {
    /// The bytes as signed numbers: those from 0x80 on are negative.
    let bytes: SIMD16<Int8>

    /// Loads the bytes at an index, after which there must be sixteen.
    @inline(__always)
    init(of text: UnsafeRawBufferPointer, at index: Int) {
        bytes = text.loadUnaligned(fromByteOffset: index, as: SIMD16<Int8>.self)
    }

    /// The number of bytes before the first one that ends a run of plain ASCII in a JSON text: a quote, a backslash, a
    /// control character, or a part of another character. 16 if there is none.
    @inline(__always)
    var plainASCII: Int { Self.first(in: notPlain) }

    /// The number of bytes before the first one that isn't whitespace of JSON; 16 if there is none.
    @inline(__always)
    var spaces: Int {
        let breaks = (bytes .== Self.all(0x0A)) .| (bytes .== Self.all(0x0D)) .| (bytes .== Self.all(0x09))
        return Self.first(in: .!(breaks .| (bytes .== Self.space)))
    }

    /// The numbers of bytes before the first one that ends a string or its text, and before the first one that isn't
    /// UTF-8 after the three bytes before the index, which must exist; 16 if there is none.
    @inline(__always)
    static func scalars(_ text: UnsafeRawBufferPointer, at index: Int) -> (stop: Int, mistake: Int) {
        let bytes = SixteenBytes(of: text, at: index).bytes
        let (first, second, third) = (
            SixteenBytes(of: text, at: index - 1).bytes, SixteenBytes(of: text, at: index - 2).bytes,
            SixteenBytes(of: text, at: index - 3).bytes
        )
        // A byte continues a scalar if and only if one before it begins a scalar that is so long.
        let continues =
            (first & all(0xC0) .== all(0xC0)) .| (second & all(0xE0) .== all(0xE0)) .| (third & all(0xF0) .== all(0xF0))
        var mistakes = continues .^ (bytes .< all(0xC0))
        // Too many bytes for a scalar, surrogates, and what is after the last scalar (RFC 3629, section 4).
        let (short, shortest) = (bytes .< all(0xA0), bytes .< all(0x90))
        mistakes = mistakes .| ((first .== all(0xE0)) .& short) .| ((first .== all(0xED)) .& .!short)
        mistakes = mistakes .| ((first .== all(0xF0)) .& shortest) .| ((first .== all(0xF4)) .& .!shortest)
        mistakes = mistakes .| (bytes & all(0xFE) .== all(0xC0)) .| ((bytes .> all(0xF4)) .& (bytes .< all(0)))
        let control = (bytes .< space) .& (bytes .> all(0xFF))
        let stops = control .| (bytes .== quote) .| (bytes .== backslash)
        let halves = halves(of: stops .| mistakes)
        return halves[0] | halves[1] == 0 ? (16, 16) : (Self.first(in: stops), Self.first(in: mistakes))
    }

    /// Whether 32 bytes at an index, where there must be as many, are plain ASCII.
    ///
    /// In a long run, the next index doesn't depend on the comparison, so the processor begins with it before.
    @inline(__always)
    static func arePlainASCII(_ text: UnsafeRawBufferPointer, at index: Int) -> Bool {
        let mask = SixteenBytes(of: text, at: index).notPlain .| SixteenBytes(of: text, at: index + 16).notPlain
        let halves = halves(of: mask)
        return halves[0] | halves[1] == 0
    }

    /// Whether 32 bytes from an index on, which must exist, contain neither of two bytes.
    @inline(__always)
    static func are32(
        _ text: UnsafeRawBufferPointer, at index: Int, neither one: UInt8, nor other: UInt8
    ) -> Bool {
        let ones = SIMD16<Int8>(repeating: Int8(bitPattern: one))
        let others = SIMD16<Int8>(repeating: Int8(bitPattern: other))
        let (first, second) = (SixteenBytes(of: text, at: index).bytes, SixteenBytes(of: text, at: index + 16).bytes)
        let found = (first .== ones) .| (first .== others) .| (second .== ones) .| (second .== others)
        let halves = halves(of: found)
        return halves[0] | halves[1] == 0
    }

    @inline(__always)
    private var notPlain: SIMDMask<SIMD16<Int8>> {
        (bytes .< Self.space) .| (bytes .== Self.quote) .| (bytes .== Self.backslash)
    }

    /// The number of bytes before the first one that must be escaped: a control character, a quote, a backslash, or a
    /// given one. 16 if there is none.
    @inline(__always)
    func plain(except other: SIMD16<Int8>) -> Int {
        let control = (bytes .< Self.space) .& (bytes .> Self.all(0xFF))
        return Self.first(in: control .| (bytes .== Self.quote) .| (bytes .== Self.backslash) .| (bytes .== other))
    }

    // The operators are fast only if the compiler knows the types of both sides.
    @inline(__always) private static var space: SIMD16<Int8> { all(0x20) }
    @inline(__always) private static var quote: SIMD16<Int8> { all(0x22) }
    @inline(__always) private static var backslash: SIMD16<Int8> { all(0x5C) }

    @inline(__always)
    private static func all(_ byte: UInt8) -> SIMD16<Int8> { SIMD16<Int8>(repeating: Int8(bitPattern: byte)) }

    /// Returns the index of the first element that is true; 16 if there is none.
    @inline(__always)
    private static func first(in mask: SIMDMask<SIMD16<Int8>>) -> Int {
        let halves = halves(of: mask)
        let low = UInt64(littleEndian: halves[0])
        if low != 0 { return low.trailingZeroBitCount >> 3 }
        return 8 + UInt64(littleEndian: halves[1]).trailingZeroBitCount >> 3
    }

    /// Returns a mask as two numbers. All bits of an element are set if it is true.
    @inline(__always)
    private static func halves(of mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
        // A mask has the size of its vector.
        unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    }
}
