/// The escapes of a JSON string (RFC 8259, section 7).
package enum JSONEscapes {
    /// Returns the text of a string whose escapes are valid.
    static func resolved(_ content: UnsafeRawBufferPointer) -> String {
        // An escape is never shorter than the character it represents, of which four bytes are written at a time.
        withUnsafeTemporaryAllocation(byteCount: content.count + 4, alignment: 1) { target in
            let count = write(content, to: target)
            let text = UnsafeRawBufferPointer(rebasing: target[..<count])
            // The text of a key above the largest length of a word ends anywhere.
            return content.count < 0xFFF_FFFF ? String(checked: text) : String(decoding: text, as: UTF8.self)
        }
    }

    /// Writes the text of a string, and returns the number of its bytes.
    private static func write(_ content: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) -> Int {
        var (count, index) = (0, 0)
        while index < content.count {
            guard content[index] == UInt8(ascii: "\\") else {
                let plain = index
                index = ByteSearch.firstIndex(of: UInt8(ascii: "\\"), in: content, from: index)
                UnsafeMutableRawBufferPointer(rebasing: target[count...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: content[plain..<index]))
                count += index - plain
                continue
            }
            guard var scalar = unit(in: EightBytes.word(of: content, at: index)) else {
                target[count] = single(content[min(index + 1, content.count - 1)])
                (count, index) = (count + 1, index + 2)
                continue
            }
            index += 6
            if scalar & 0xFC00 == 0xD800, index < content.count,
                let second = unit(in: EightBytes.word(of: content, at: index))
            {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + second & 0x3FF
                index += 6
            }
            // The bytes of a scalar, the first of which is the lowest (RFC 3629, section 3).
            let (sixth, twelfth) = (scalar >> 6, scalar >> 12)
            let (bytes, length): (UInt32, Int)
            switch scalar {
            case ..<0x80: (bytes, length) = (scalar, 1)
            case ..<0x800: (bytes, length) = (0x80C0 | sixth | (scalar & 0x3F) << 8, 2)
            case ..<0x10000: (bytes, length) = (0x80_80E0 | twelfth | (sixth & 0x3F) << 8 | (scalar & 0x3F) << 16, 3)
            default:
                let tail = (twelfth & 0x3F) << 8 | (sixth & 0x3F) << 16 | (scalar & 0x3F) << 24
                (bytes, length) = (0x8080_80F0 | scalar >> 18 | tail, 4)
            }
            target.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt32.self)
            count += length
        }
        return count
    }

    /// Returns the UTF-16 code unit of an escape, whose first byte is the lowest of a word; nil unless it is a
    /// backslash, a `u`, and four hexadecimal digits.
    @inline(__always)
    static func unit(in word: UInt64) -> UInt32? {
        // All four digits at once. No sum is carried, since no byte is above 0x7F.
        let digits = UInt32(truncatingIfNeeded: word >> 16)
        let letters = digits | 0x2020_2020
        let isDecimal = (digits &+ 0x5050_5050) & ~(digits &+ 0x4646_4646)
        let isLetter = (letters &+ 0x1F1F_1F1F) & ~(letters &+ 0x1919_1919)
        guard word & 0x8080_8080_FFFF == 0x755C, (isDecimal | isLetter) & 0x8080_8080 == 0x8080_8080 else { return nil }
        // The first digit is the lowest byte. A letter has bit 6, and is nine above its last four bits.
        let values = digits & 0x0F0F_0F0F &+ (digits >> 6 & 0x0101_0101) &* 9
        let pairs = values << 4 | values >> 8
        return (pairs & 0xFF) << 8 | pairs >> 16 & 0xFF
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
            let zero = UInt8(ascii: "0")
            let digits = [UInt8(ascii: "u"), zero, zero, zero + character >> 4, Hexadecimal.digit(character & 15)]
            (target + 1).copyMemory(from: digits, byteCount: digits.count)
            return 6
        default: short = character
        }
        target.storeBytes(of: short, toByteOffset: 1, as: UInt8.self)
        return 2
    }
}

extension String {
    /// Creates a string of bytes that are known to be UTF-8.
    ///
    /// `String(decoding:as:)` would check them again, which takes 10 % more instructions for decoding a timeline in
    /// Japanese. The bytes are of a document, whose scanner refuses what isn't UTF-8, or of escapes that it checked.
    @inline(__always)
    init(checked bytes: UnsafeRawBufferPointer) {
        #if compiler(>=6.2)
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                let text = UnsafeBufferPointer(
                    start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
                let span = UTF8Span(unchecked: text.span, isKnownASCII: bytes.reduce(0, |) < 0x80)
                self.init(copying: span)
                return
            }
        #endif
        self.init(decoding: bytes, as: UTF8.self)
    }
}
