/// Looks for bytes eight at a time.
package enum ByteSearch {
    /// The place of the first such byte from a place on; the end of the bytes when there is none.
    package static func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int {
        firstIndex(of: byte, or: byte, in: bytes, from: start)
    }

    /// The place of the first byte that is one of two, from a place on; the end of the bytes when there is none.
    @inline(__always)
    package static func firstIndex(
        of one: UInt8, or other: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int {
        var index = start
        let (ones, others) = (UInt64(one) &* everyByte, UInt64(other) &* everyByte)
        while index <= bytes.count - 8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = zeros(in: word ^ ones) | zeros(in: word ^ others)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] != one, bytes[index] != other { index += 1 }
        return index
    }

    /// Where some bytes stand first, from a place on; nil when they stand nowhere. Quadratic only in bytes that repeat
    /// their first ones.
    package static func place(of wanted: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
        guard let first = wanted.first else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var place = firstIndex(of: first, in: bytes, from: start)
            while place + wanted.count <= bytes.count {
                if UnsafeRawBufferPointer(rebasing: bytes[place...]).starts(with: wanted) { return place }
                place = firstIndex(of: first, in: bytes, from: place + 1)
            }
            return nil
        }
    }

    private static var everyByte: UInt64 { 0x0101_0101_0101_0101 }

    /// The highest bit of each byte that is zero; above the lowest such byte there may be more.
    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 { (word &- everyByte) & ~word & (everyByte << 7) }
}
