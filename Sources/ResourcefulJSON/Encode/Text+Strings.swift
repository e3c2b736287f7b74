extension JSON.Encoder.Text {
    /// Appends a string in quotes, with the escapes that RFC 8259, section 7, requires, and slashes escaped if so
    /// configured.
    mutating func append(_ string: String) {
        if string.utf8.withContiguousStorageIfAvailable({ append(quoted: UnsafeRawBufferPointer($0)) }) == nil {
            append(copyOf: string)
        }
    }

    /// Appends a string that is bridged from another language.
    @inline(never)
    private mutating func append(copyOf string: String) {
        var string = string
        string.makeContiguousUTF8()
        append(string)
    }

    /// Appends the bytes of a string in quotes. Most strings have no escapes, so their bytes are copied as they are
    /// compared.
    @inline(__always)
    private mutating func append(quoted utf8: UnsafeRawBufferPointer) {
        let slash: UInt8 = escapesSlashes ? UInt8(ascii: "/") : UInt8(ascii: "\\")
        var plain = 0
        // The quotes, and the bytes after the string that are stored with its last ones.
        write(atMost: utf8.count + 10) { target in
            target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            plain = Self.copyPlain(utf8, to: target + 1, slash)
            target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 1 + plain, as: UInt8.self)
            return plain + 2
        }
        if plain < utf8.count { append(rest: utf8, from: plain, slash) }
    }

    /// Copies the bytes of a string up to the first one that must be escaped, and at most seven bytes after them.
    /// Returns their number.
    @inline(__always)
    private static func copyPlain(
        _ utf8: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer, _ slash: UInt8
    ) -> Int {
        let count = utf8.count
        guard count >= 16 else {
            var index = 0
            if count >= 8 {
                let word = EightBytes.word(of: utf8, at: 0)
                target.storeBytes(of: word.littleEndian, as: UInt64.self)
                index = special(in: word, slash).trailingZeroBitCount >> 3
                if index < 8 { return index }
            }
            let word = EightBytes.word(of: utf8, at: index)
            target.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
            // The zeros after the last byte are special, too.
            return index + special(in: word, slash).trailingZeroBitCount >> 3
        }
        let other = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: slash))
        var index = 0
        // The last sixteen bytes may overlap those before them.
        while true {
            let sixteen = SixteenBytes(of: utf8, at: index)
            target.storeBytes(of: sixteen.bytes, toByteOffset: index, as: SIMD16<Int8>.self)
            let plain = sixteen.plain(except: other)
            if plain < 16 || index == count - 16 { return index + plain }
            index = min(index + 16, count - 16)
        }
    }

    /// Appends the rest of a string, from a byte on that must be escaped, in place of the quote before the end.
    @inline(never)
    private mutating func append(rest utf8: UnsafeRawBufferPointer, from start: Int, _ slash: UInt8) {
        truncate(to: count - 1)
        var index = start
        appendSixteens(of: utf8, &index, slash)
        appendLast(of: utf8, &index, slash)
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

    /// Appends the last bytes of a string, which are less than sixteen.
    @inline(__always)
    private mutating func appendLast(of utf8: UnsafeRawBufferPointer, _ index: inout Int, _ slash: UInt8) {
        write(atMost: JSONEscapes.longest * 15 + 8) { target in
            var count = 0
            while index < utf8.count {
                let word = EightBytes.word(of: utf8, at: index)
                target.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
                // Zeros are special, also those after the last byte.
                let plain = min(Self.special(in: word, slash).trailingZeroBitCount >> 3, utf8.count - index)
                index += plain
                count += plain
                if plain == 8 || index == utf8.count { continue }
                count += JSONEscapes.write(utf8[index], to: target + count)
                index += 1
            }
            return count
        }
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
