/// Whole numbers, read from their digits: going through `Double` would round them.
enum JSONInteger {
    /// Returns the value of digits with an optional minus sign; nil if it doesn't fit.
    @inline(__always)
    static func value<Value: FixedWidthInteger>(ofDigits number: UnsafeRawBufferPointer) -> Value? {
        let isNegative = number.first == UInt8(ascii: "-")
        guard number.count <= 18 else { return longValue(ofDigits: number) }
        var digits: UInt64 = 0
        var index = isNegative ? 1 : 0
        readDigits(of: number, &index, &digits)
        let magnitude = Int64(truncatingIfNeeded: digits)
        return Value(exactly: isNegative ? 0 &- magnitude : magnitude)
    }

    /// Appends the digits at an index to a whole number, and advances the index to the first byte that isn't a digit.
    @inline(__always)
    static func readDigits(of number: UnsafeRawBufferPointer, _ index: inout Int, _ value: inout UInt64) {
        while index + 8 <= number.count,
            let eight = eightDigits(UInt64(littleEndian: number.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
        {
            value = value &* 100_000_000 &+ eight
            index += 8
        }
        while index < number.count {
            let digit = number[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            value = value &* 10 &+ UInt64(digit)
            index += 1
        }
    }

    /// Returns the value of eight digits, the first of which is the lowest byte; nil if a byte isn't a digit.
    @inline(__always)
    private static func eightDigits(_ bytes: UInt64) -> UInt64? {
        let isDigits =
            (bytes & 0xF0F0_F0F0_F0F0_F0F0) | ((bytes &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) >> 4
            == 0x3333_3333_3333_3333
        guard isDigits else { return nil }
        // Pairs of digits, then groups of four, then all eight.
        var value = bytes &- 0x3030_3030_3030_3030
        value = (value &* 10) &+ (value >> 8)
        let (odd, even) = (value & 0x0000_00FF_0000_00FF, (value >> 16) & 0x0000_00FF_0000_00FF)
        value = odd &* (100 &+ 1_000_000 << 32) &+ even &* (1 &+ 10_000 << 32)
        return value >> 32
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
