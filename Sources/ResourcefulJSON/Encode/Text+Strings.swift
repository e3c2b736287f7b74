extension JSON.Encoder.Text {
    /// Appends a string in quotes, with the escapes that RFC 8259, section 7, requires, and slashes escaped if so
    /// configured.
    mutating func append(_ string: String) {
        if string.utf8.withContiguousStorageIfAvailable({ append(quoted: UnsafeRawBufferPointer($0)) }) == nil {
            var string = string
            string.withUTF8 { append(quoted: UnsafeRawBufferPointer($0)) }
        }
    }

    private mutating func append(quoted utf8: UnsafeRawBufferPointer) {
        reserve(utf8.count + 2)
        append(UInt8(ascii: "\""))
        var begin = 0
        var end = plainEnd(of: utf8, from: 0)
        while end < utf8.count {
            append(UnsafeRawBufferPointer(rebasing: utf8[begin..<end]))
            appendEscape(of: utf8[end])
            begin = end + 1
            end = plainEnd(of: utf8, from: begin)
        }
        append(UnsafeRawBufferPointer(rebasing: utf8[begin...]))
        append(UInt8(ascii: "\""))
    }

    /// Returns the index of the next byte that must be escaped, checking eight bytes at a time.
    private func plainEnd(of utf8: UnsafeRawBufferPointer, from start: Int) -> Int {
        let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var index = start
        // The condition keeps the eight bytes inside the string.
        while index + 8 <= utf8.count {
            let word = utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            var found = (word &- ones &* 0x20) & ~word
            found |= (quotes &- ones) & ~quotes
            found |= (backslashes &- ones) & ~backslashes
            if escapesSlashes {
                let slashes = word ^ (ones &* UInt64(UInt8(ascii: "/")))
                found |= (slashes &- ones) & ~slashes
            }
            if found & high != 0 { break }
            index += 8
        }
        while index < utf8.count, !needsEscape(utf8[index]) { index += 1 }
        return index
    }

    private func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || (escapesSlashes && byte == UInt8(ascii: "/"))
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0..<0x20:
            append(ascii: "u00")
            append(UInt8(ascii: "0") + byte >> 4)
            append(byte & 15 < 10 ? UInt8(ascii: "0") + byte & 15 : UInt8(ascii: "a") + byte & 15 - 10)
        default: append(byte)
        }
    }
}
