/// Whole numbers, read from their digits: going through `Double` would round them.
enum JSONInteger {
    /// Returns the value of digits with an optional minus sign; nil if it doesn't fit.
    @inline(__always)
    static func value<Value: FixedWidthInteger>(ofDigits number: NumberText) -> Value? {
        guard number.count <= 18 else { return longValue(ofDigits: number.only) }
        var digits: UInt64 = 0
        var index = number.isNegative ? 1 : 0
        readDigits(of: number.readable, &index, &digits)
        let magnitude = Int64(truncatingIfNeeded: digits)
        return Value(exactly: number.isNegative ? 0 &- magnitude : magnitude)
    }

    /// Appends the digits at an index to a whole number, and advances the index to the first byte that isn't a digit.
    @inline(__always)
    static func readDigits(of text: UnsafeRawBufferPointer, _ index: inout Int, _ value: inout UInt64) {
        while index + 8 <= text.count {
            let bytes = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let others = EightBytes.others(than: bytes)
            if others != 0 {
                let count = others.trailingZeroBitCount >> 3
                index += count
                // Zeros before the digits instead of what is after them.
                let digits = ((bytes &- zeros) &<< 8) &<< UInt64(56 - 8 * count)
                value = value &* powers[count] &+ eightDigits(digits)
                return
            }
            value = value &* 100_000_000 &+ eightDigits(bytes &- zeros)
            index += 8
        }
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            value = value &* 10 &+ UInt64(digit)
            index += 1
        }
    }

    private static var zeros: UInt64 { 0x3030_3030_3030_3030 }
    private static let powers: [UInt64] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]

    /// Returns the number of eight digits, each a byte from 0 to 9, the first of which is the lowest.
    @inline(__always)
    private static func eightDigits(_ digits: UInt64) -> UInt64 {
        // Pairs of digits, then groups of four, then all eight.
        let pairs = (digits &* 10) &+ (digits >> 8)
        let (odd, even) = (pairs & 0x0000_00FF_0000_00FF, (pairs >> 16) & 0x0000_00FF_0000_00FF)
        let (oddFactor, evenFactor): (UInt64, UInt64) = (100 &+ 1_000_000 << 32, 1 &+ 10_000 << 32)
        return (odd &* oddFactor &+ even &* evenFactor) >> 32
    }

    @inline(never)
    private static func longValue<Value: FixedWidthInteger>(ofDigits number: UnsafeRawBufferPointer) -> Value? {
        Value(String(decoding: number, as: UTF8.self))
    }

    /// Returns the value of a JSON number with an optional fraction or exponent, such as `3.0` or `12.5e1`; nil if it
    /// isn't whole or doesn't fit. Linear in its length.
    static func value<Value: FixedWidthInteger>(of number: UnsafeRawBufferPointer) -> Value? {
        let isNegative = number.first == UInt8(ascii: "-")
        let parts = number.dropFirst(isNegative ? 1 : 0).split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let halves = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1)
        var digits = Array(halves.joined()).drop { $0 == UInt8(ascii: "0") }
        guard !digits.isEmpty else { return 0 }
        let significant = digits.count
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        // The number is the digits followed by `shift` zeros. If the exponent doesn't fit an Int, the number doesn't
        // fit.
        guard let exponent = parts.count == 1 ? 0 : Int(String(decoding: parts[1], as: UTF8.self)) else { return nil }
        let fraction = halves.count == 1 ? 0 : halves[1].count
        let (shift, overflows) = exponent.subtractingReportingOverflow(fraction - (significant - digits.count))
        guard !overflows, shift >= 0, shift < 40, digits.count < 40 else { return nil }
        let zeros = String(repeating: "0", count: shift)
        return Value((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros)
    }
}
