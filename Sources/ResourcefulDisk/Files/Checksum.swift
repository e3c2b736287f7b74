/// A 64-bit checksum that detects damaged bytes. It doesn't protect against an attacker.
///
/// Eight lanes each take a word of eight bytes in turn, in steps that are all reversible: damage within one word is
/// always detected, and any other damage is missed once in 2⁶⁴ times. There are eight lanes because each step waits for
/// the multiplication of the step before it.
struct Checksum {
    private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87

    /// Returns the checksum of bytes and two words before them.
    static func sum(of bytes: UnsafeRawBufferPointer, after first: UInt64, _ second: UInt64) -> UInt64 {
        var lanes = SIMD8<UInt64>(
            step(0xC2B2_AE3D_27D4_EB4F, first), step(0x1656_67B1_9E37_79F9, second), 0x85EB_CA77_C2B2_AE63,
            0x27D4_EB2F_1656_67C5, 0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9,
            UInt64(bytes.count))
        let whole = bytes.count & ~63
        if whole > 0, let start = bytes.baseAddress { take(start, whole, into: &lanes) }
        for (lane, place) in stride(from: whole, to: bytes.count, by: 8).enumerated() {
            lanes[lane] = step(lanes[lane], word(of: bytes, at: place))
        }
        var sum: UInt64 = 0
        for lane in 0..<8 { sum = step(sum, lanes[lane]) }
        sum = (sum ^ sum >> 33) &* factor
        return sum ^ sum >> 29
    }

    /// Adds complete blocks of 64 bytes. The lanes are separate variables, so they stay in registers.
    private static func take(_ start: UnsafeRawPointer, _ count: Int, into lanes: inout SIMD8<UInt64>) {
        var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
        var (e, f, g, h) = (lanes[4], lanes[5], lanes[6], lanes[7])
        var place = start
        let end = start + count
        while place < end {
            a = step(a, UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)))
            b = step(b, UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
            c = step(c, UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
            d = step(d, UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 24, as: UInt64.self)))
            e = step(e, UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 32, as: UInt64.self)))
            f = step(f, UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 40, as: UInt64.self)))
            g = step(g, UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 48, as: UInt64.self)))
            h = step(h, UInt64(littleEndian: place.loadUnaligned(fromByteOffset: 56, as: UInt64.self)))
            place += 64
        }
        lanes = SIMD8(a, b, c, d, e, f, g, h)
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = lane ^ word
        return (mixed &<< 29 | mixed &>> 35) &* factor
    }

    /// Returns the word at an offset, with zeros after the end.
    private static func word(of bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in place..<min(place + 8, bytes.count) { word |= UInt64(bytes[index]) << UInt64(8 * (index - place)) }
        return word
    }
}
