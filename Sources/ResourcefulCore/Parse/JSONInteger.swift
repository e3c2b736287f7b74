/// Whole numbers that are written with a point or an exponent, `3.0` or `12.5e1`, read digit by digit.
///
/// The way over `Double` would round: `9007199254740993.0` to another number, and `9007199254740992.5` to a whole one.
enum JSONInteger {
    /// The value of a JSON number, nil when it is not whole or does not fit. Linear in its length.
    static func value(of number: ArraySlice<UInt8>) -> Int? {
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
        guard !overflows, shift >= 0, shift < 20, digits.count < 20 else { return nil }
        let zeros = String(repeating: "0", count: shift)
        return Int((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros)
    }
}
