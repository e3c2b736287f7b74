/// Eight bytes of a text in a word, the first of which is its lowest byte.
enum EightBytes {
    /// Returns the bytes at an index that isn't after the end. Zeros follow the last one.
    ///
    /// Every load is inside of the text: the last bytes are loaded together with some that are before them.
    @inline(__always)
    static func word(of text: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
        let count = text.count
        if index + 8 <= count { return load(text, index, UInt64.self) }
        if count >= 8 { return load(text, count - 8, UInt64.self) >> UInt64(8 * (8 - count + index)) }
        return short(text, 0, count) >> UInt64(8 * index)
    }

    /// Returns a word that is zero if all of its bytes are digits, and else has its lowest bit in the first other byte.
    @inline(__always)
    static func others(than digits: UInt64) -> UInt64 {
        // A carry affects only the bytes after it.
        let (upper, zeros): (UInt64, UInt64) = (0xF0F0_F0F0_F0F0_F0F0, 0x3030_3030_3030_3030)
        return ((digits & upper) ^ zeros) | (((digits &+ 0x0606_0606_0606_0606) & upper) ^ zeros)
    }

    /// Returns less than eight bytes at an index. Both halves contain the bytes in their middle.
    @inline(__always)
    static func short(_ text: UnsafeRawBufferPointer, _ index: Int, _ count: Int) -> UInt64 {
        func halves<Half: FixedWidthInteger & BitwiseCopyable>(_ type: Half.Type) -> UInt64 {
            let last = count - MemoryLayout<Half>.size
            return load(text, index, type) | load(text, index + last, type) << UInt64(8 * last)
        }
        if count >= 4 { return halves(UInt32.self) }
        if count >= 2 { return halves(UInt16.self) }
        return count == 1 ? UInt64(text[index]) : 0
    }

    /// Returns the first eight of a number of bytes at an index, which sort in the same order, padded with zeros.
    @inline(__always)
    static func prefix(of text: UnsafeRawBufferPointer, at index: Int, count: Int) -> UInt64 {
        let word = word(of: text, at: index).byteSwapped
        return count >= 8 ? word : word & ~(.max >> UInt64(8 * count))
    }

    @inline(__always)
    private static func load<Word: FixedWidthInteger & BitwiseCopyable>(
        _ text: UnsafeRawBufferPointer, _ index: Int, _ type: Word.Type
    ) -> UInt64 {
        UInt64(truncatingIfNeeded: Word(littleEndian: text.loadUnaligned(fromByteOffset: index, as: type)))
    }
}
