/// Looks for bytes eight at a time.
enum ByteSearch {
    /// The place of the first such byte from a place on; the end of the bytes when there is none.
    static func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int {
        firstIndex(of: byte, or: byte, in: bytes, from: start)
    }

    /// The place of the first byte that is one of two, from a place on; the end of the bytes when there is none.
    @inline(__always)
    static func firstIndex(
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

    private static var everyByte: UInt64 { 0x0101_0101_0101_0101 }

    /// The highest bit of each byte that is zero; above the lowest such byte there may be more.
    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 { (word &- everyByte) & ~word & (everyByte << 7) }
}

extension TextPosition {
    /// The place behind some bytes that begin at this one.
    func advanced(over bytes: UnsafeRawBufferPointer) -> TextPosition {
        var (line, column, index) = (line, column, 0)
        while true {
            let end = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: index)
            guard end < bytes.count else { return TextPosition(line: line, column: column + end - index) }
            (line, column, index) = (line + 1, 1, end + 1)
        }
    }
}
