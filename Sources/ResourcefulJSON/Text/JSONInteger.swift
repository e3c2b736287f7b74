/// Whole numbers, read from their digits: going through `Double` would round them.
enum JSONInteger {
    /// Returns the value of digits with an optional minus sign; nil if it doesn't fit.
    @inline(__always)
    static func value<Value: FixedWidthInteger>(ofDigits number: UnsafeRawBufferPointer) -> Value? {
        let isNegative = number.first == UInt8(ascii: "-")
        guard number.count <= 18 else { return longValue(ofDigits: number) }
        var magnitude: Int64 = 0
        for index in (isNegative ? 1 : 0)..<number.count {
            magnitude = magnitude &* 10 &+ Int64(truncatingIfNeeded: number[index] &- UInt8(ascii: "0"))
        }
        return Value(exactly: isNegative ? 0 &- magnitude : magnitude)
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
