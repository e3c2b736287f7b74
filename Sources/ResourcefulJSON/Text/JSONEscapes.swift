/// The escapes of a JSON string (RFC 8259, section 7).
package enum JSONEscapes {
    /// Returns the text of a string whose escapes are valid.
    static func resolved(_ content: UnsafeRawBufferPointer) -> String {
        // An escape is never shorter than the character it represents.
        String(unsafeUninitializedCapacity: content.count) { buffer in
            var count = 0
            var index = 0
            while index < content.count {
                let plain = index
                index = ByteSearch.firstIndex(of: UInt8(ascii: "\\"), in: content, from: index)
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: content[plain..<index]))
                count += index - plain
                index += 1
                guard index < content.count else { continue }
                let escape = content[index]
                index += 1
                guard escape == UInt8(ascii: "u") else {
                    buffer[count] = single(escape)
                    count += 1
                    continue
                }
                var scalar = unit(in: content, at: index)
                index += 4
                if scalar & 0xFC00 == 0xD800 {
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(in: content, at: index + 2) & 0x3FF
                    index += 6
                }
                for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init() {
                    buffer[count] = byte
                    count += 1
                }
            }
            return count
        }
    }

    /// Returns four hexadecimal digits as a UTF-16 code unit; zero if fewer than four bytes remain.
    private static func unit(in content: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
        guard index + 4 <= content.count else { return 0 }
        return unit(content[index..<(index + 4)])
    }

    /// Returns the four hexadecimal digits at the beginning of the bytes as a UTF-16 code unit.
    package static func unit(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 4 | UInt32(Hexadecimal.value(of: $1) ?? 0) }
    }

    private static func single(_ escape: UInt8) -> UInt8 {
        switch escape {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: escape
        }
    }

    /// The maximum number of bytes of an escape that `write` writes.
    static let longest = 6

    /// Writes the escape of a character, which takes at most `longest` bytes, and returns their number.
    @inline(never)
    static func write(_ character: UInt8, to target: UnsafeMutableRawPointer) -> Int {
        target.storeBytes(of: UInt8(ascii: "\\"), as: UInt8.self)
        let short: UInt8
        switch character {
        case 0x08: short = UInt8(ascii: "b")
        case 0x09: short = UInt8(ascii: "t")
        case 0x0A: short = UInt8(ascii: "n")
        case 0x0C: short = UInt8(ascii: "f")
        case 0x0D: short = UInt8(ascii: "r")
        case 0..<0x20:
            let last = character & 15
            let digits = [
                UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), UInt8(ascii: "0") + character >> 4,
                (last < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + last,
            ]
            (target + 1).copyMemory(from: digits, byteCount: digits.count)
            return 6
        default: short = character
        }
        target.storeBytes(of: short, toByteOffset: 1, as: UInt8.self)
        return 2
    }
}
