/// Whole numbers, read digit by digit: the way over `Double` would round.
enum JSONInteger {
    /// The value of digits that may have a sign, nil when it does not fit.
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

    /// The value of a JSON number that may be written with a point or an exponent, `3.0` or `12.5e1`; nil when it is
    /// not whole or does not fit. Linear in its length.
    static func value<Value: FixedWidthInteger>(of number: UnsafeRawBufferPointer) -> Value? {
        let isNegative = number.first == UInt8(ascii: "-")
        let parts = number.dropFirst(isNegative ? 1 : 0).split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let halves = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1)
        var digits = Array(halves.joined()).drop { $0 == UInt8(ascii: "0") }
        guard !digits.isEmpty else { return 0 }
        let significant = digits.count
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        // The number is the digits with so many zeros behind them; an exponent beyond an Int is beyond a number, too.
        guard let exponent = parts.count == 1 ? 0 : Int(String(decoding: parts[1], as: UTF8.self)) else { return nil }
        let fraction = halves.count == 1 ? 0 : halves[1].count
        let (shift, overflows) = exponent.subtractingReportingOverflow(fraction - (significant - digits.count))
        guard !overflows, shift >= 0, shift < 40, digits.count < 40 else { return nil }
        let zeros = String(repeating: "0", count: shift)
        return Value((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros)
    }
}
