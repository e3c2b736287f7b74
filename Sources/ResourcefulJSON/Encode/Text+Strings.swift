extension JSON.Encoder.Text {
    /// Appends a string in quotes, with the escapes that RFC 8259, section 7, requires, and slashes escaped if so
    /// configured.
    mutating func append(_ string: String) {
        if string.utf8.withContiguousStorageIfAvailable({ append(quoted: UnsafeRawBufferPointer($0)) }) == nil {
            var string = string
            string.withUTF8 { append(quoted: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Appends the bytes of a string in quotes. Each step ensures the capacity for as many bytes as it can write.
    private mutating func append(quoted utf8: UnsafeRawBufferPointer) {
        let slash: UInt8 = escapesSlashes ? UInt8(ascii: "/") : UInt8(ascii: "\\")
        if utf8.count < 8 {
            let word = Self.lastWord(of: utf8, from: 0)
            if Self.special(in: word, slash).trailingZeroBitCount >> 3 == utf8.count {
                return append(short: word, utf8.count)
            }
        }
        append(UInt8(ascii: "\""))
        var index = 0
        appendSixteens(of: utf8, &index, slash)
        appendEights(of: utf8, &index, slash)
        append(last: Self.lastWord(of: utf8, from: index), utf8.count - index, slash)
        append(UInt8(ascii: "\""))
    }

    /// Appends bytes of a string while there are sixteen, of which those before an escape are copied.
    @inline(__always)
    private mutating func appendSixteens(of utf8: UnsafeRawBufferPointer, _ index: inout Int, _ slash: UInt8) {
        let other = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: slash))
        while index + 16 <= utf8.count {
            let end = min(index + 16 * 16, utf8.count)
            write(atMost: JSONEscapes.longest * (end - index) + 16) { target in
                var count = 0
                while index + 16 <= end {
                    let sixteen = SixteenBytes(of: utf8, at: index)
                    target.storeBytes(of: sixteen.bytes, toByteOffset: count, as: SIMD16<Int8>.self)
                    let plain = sixteen.plain(except: other)
                    index += plain
                    count += plain
                    if plain == 16 { continue }
                    count += JSONEscapes.write(utf8[index], to: target + count)
                    index += 1
                }
                return count
            }
        }
    }

    /// Appends bytes of a string while there are eight, but less than sixteen.
    @inline(__always)
    private mutating func appendEights(of utf8: UnsafeRawBufferPointer, _ index: inout Int, _ slash: UInt8) {
        guard index + 8 <= utf8.count else { return }
        write(atMost: JSONEscapes.longest * 15 + 8) { target in
            var count = 0
            while index + 8 <= utf8.count {
                let word = UInt64(littleEndian: utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                target.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
                let plain = Self.special(in: word, slash).trailingZeroBitCount >> 3
                index += plain
                count += plain
                if plain == 8 { continue }
                count += JSONEscapes.write(utf8[index], to: target + count)
                index += 1
            }
            return count
        }
    }

    /// Appends a string of less than eight bytes in quotes, none of which must be escaped.
    @inline(__always)
    private mutating func append(short word: UInt64, _ length: Int) {
        write(atMost: 10) { target in
            target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            target.storeBytes(of: word.littleEndian, toByteOffset: 1, as: UInt64.self)
            target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 1 + length, as: UInt8.self)
            return length + 2
        }
    }

    /// Appends the last bytes of a string, which are less than eight. Zeros follow them.
    @inline(__always)
    private mutating func append(last word: UInt64, _ length: Int, _ slash: UInt8) {
        write(atMost: JSONEscapes.longest * 7 + 8) { target in
            var (word, length, count) = (word, length, 0)
            while true {
                target.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
                // The first zero is the end, unless a byte before it must be escaped.
                let plain = Self.special(in: word, slash).trailingZeroBitCount >> 3
                count += plain
                length -= plain + 1
                guard length >= 0 else { return count }
                word >>= UInt64(8 * plain)
                count += JSONEscapes.write(UInt8(truncatingIfNeeded: word), to: target + count)
                word >>= 8
            }
        }
    }

    /// Returns the bytes from an index on, which are less than eight. The first one is the lowest of the word.
    @inline(__always)
    private static func lastWord(of utf8: UnsafeRawBufferPointer, from index: Int) -> UInt64 {
        func load<Word: FixedWidthInteger & BitwiseCopyable>(_ index: Int, _ type: Word.Type) -> UInt64 {
            UInt64(truncatingIfNeeded: Word(littleEndian: utf8.loadUnaligned(fromByteOffset: index, as: type)))
        }
        let count = utf8.count
        // The bytes that end with the string, without those before the index.
        if count >= 8 { return load(count - 8, UInt64.self) >> UInt64(8 * (8 - count + index)) }
        // In a string shorter than eight bytes, the index is 0. Both halves contain the bytes in the middle.
        if count >= 4 { return load(0, UInt32.self) | load(count - 4, UInt32.self) << UInt64(8 * (count - 4)) }
        if count >= 2 { return load(0, UInt16.self) | load(count - 2, UInt16.self) << UInt64(8 * (count - 2)) }
        return count == 1 ? UInt64(utf8[0]) : 0
    }

    /// Returns a word whose lowest bit is in the first byte that must be escaped, as zeros must be; zero if there is
    /// none.
    @inline(__always)
    private static func special(in word: UInt64, _ slash: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let slashes = word ^ (ones &* UInt64(slash))
        // The subtraction sets the high bit of a byte below 0x20, or that is one of the three. A borrow affects only
        // the bytes after the first of them.
        let found = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones) | (slashes &- ones)
        return found & ~word & (ones << 7)
    }
}
