extension JSON.Encoder {
    /// What has been written so far, and how strings are spelled.
    struct Text {
        private(set) var bytes: [UInt8] = []
        let escapesSlashes: Bool

        var count: Int { bytes.count }

        mutating func append(_ byte: UInt8) { bytes.append(byte) }

        mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

        mutating func append(_ word: StaticString) {
            bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }

        mutating func truncate(to count: Int) { bytes.removeSubrange(count...) }

        mutating func replace(_ range: Range<Int>, by more: [UInt8]) { bytes.replaceSubrange(range, with: more) }

        mutating func appendLine(indentedBy levels: Int) {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * levels))
        }

        /// A string in quotes, with escapes where RFC 8259, section 7, wants them.
        mutating func append(_ string: String) {
            var string = string
            string.withUTF8 { utf8 in
                bytes.append(UInt8(ascii: "\""))
                var begin = 0
                var end = plainEnd(of: utf8, from: 0)
                while end < utf8.count {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[begin..<end]))
                    appendEscape(of: utf8[end])
                    begin = end + 1
                    end = plainEnd(of: utf8, from: begin)
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[begin...]))
                bytes.append(UInt8(ascii: "\""))
            }
        }

        /// Where the next byte is that has to be escaped, eight bytes at a time.
        private func plainEnd(of utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
            let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
            var index = start
            // Within the string: eight more bytes are there.
            while index + 8 <= utf8.count {
                let word = UnsafeRawBufferPointer(utf8).loadUnaligned(fromByteOffset: index, as: UInt64.self)
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
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case 0x08: bytes.append(UInt8(ascii: "b"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0C: bytes.append(UInt8(ascii: "f"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            case 0..<0x20:
                bytes.append(contentsOf: "u00".utf8)
                bytes.append(UInt8(ascii: "0") + byte >> 4)
                bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
    }
}
