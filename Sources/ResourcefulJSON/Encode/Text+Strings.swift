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

    /// Appends the bytes of a string in quotes. Those before an escape are copied as they are compared, with some after
    /// them, which are overwritten.
    @inline(__always)
    private mutating func append(quoted utf8: UnsafeRawBufferPointer) {
        let slash: UInt8 = escapesSlashes ? UInt8(ascii: "/") : UInt8(ascii: "\\")
        let other = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: slash))
        var index = 0
        append(UInt8(ascii: "\""))
        repeat {
            let end = min(index + 16 * 16, utf8.count)
            write(atMost: JSONEscapes.longest * (end - index) + 32) { target in
                var (place, count) = (index, 0)
                defer { index = place }
                while place < end {
                    while place + 16 <= utf8.count {
                        let sixteen = SixteenBytes(of: utf8, at: place)
                        target.storeBytes(of: sixteen.bytes, toByteOffset: count, as: SIMD16<Int8>.self)
                        let plain = sixteen.plain(except: other)
                        (place, count) = (place &+ plain, count &+ plain)
                        if plain < 16 || place >= end { break }
                    }
                    let word = EightBytes.word(of: utf8, at: place)
                    target.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
                    // Zeros are special, also those after the last byte.
                    let plain = min(Self.special(in: word, slash).trailingZeroBitCount >> 3, utf8.count - place)
                    (place, count) = (place &+ plain, count &+ plain)
                    if plain == 8 || place == utf8.count { continue }
                    count += JSONEscapes.write(utf8[place], to: target + count)
                    place += 1
                }
                return count
            }
        } while index < utf8.count
        append(UInt8(ascii: "\""))
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
