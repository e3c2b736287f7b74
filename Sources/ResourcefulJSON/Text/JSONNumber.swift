/// Numbers, as the nearest `Double` or `Float`.
enum JSONNumber {
    /// Returns the nearest `Double`; infinity if the number is too large.
    static func double(_ number: NumberText) -> Double {
        if let parts = Parts(number), let double = parts.double { return double }
        return Double(String(decoding: number.only, as: UTF8.self)) ?? .nan
    }

    /// Returns the nearest `Float`; infinity if the number is too large.
    static func float(_ number: NumberText) -> Float {
        if let parts = Parts(number), let float = parts.float { return float }
        return Float(String(decoding: number.only, as: UTF8.self)) ?? .nan
    }

    /// Whether a byte can be part of a number.
    static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Whether a number is zero as written, rather than by rounding.
    static func isZero(_ number: NumberText) -> Bool {
        for byte in number.only {
            if byte | 0x20 == UInt8(ascii: "e") { return true }
            if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") { return false }
        }
        return true
    }
}

/// A number of at most 19 digits: a whole number times a power of ten.
private struct Parts {
    let isNegative: Bool
    var digits: UInt64 = 0
    var exponent = 0

    @inline(__always)
    init?(_ number: NumberText) {
        let (text, end) = (number.readable, number.count)
        isNegative = number.isNegative
        guard end <= 24 else { return nil }
        let start = isNegative ? 1 : 0
        var index = start
        JSONInteger.readDigits(of: text, &index, &digits)
        var count = index - start
        if index < end, text[index] == UInt8(ascii: ".") {
            index += 1
            let fraction = index
            JSONInteger.readDigits(of: text, &index, &digits)
            exponent = fraction - index
            count += index - fraction
        }
        // With more digits, `digits` may have overflowed, unless the first ones are zeros.
        guard count <= 19 || count - Self.leadingZeros(of: number.only, from: start) <= 19 else { return nil }
        if index < end {
            guard let written = JSONInteger.exponent(number.only[(index + 1)...]) else { return nil }
            exponent += written
        }
    }

    @inline(never)
    private static func leadingZeros(of number: UnsafeRawBufferPointer, from start: Int) -> Int {
        var zeros = 0
        for byte in number[start...] {
            if byte == UInt8(ascii: "0") { zeros += 1 } else if byte != UInt8(ascii: ".") { break }
        }
        return zeros
    }

    @inline(__always)
    private func signed<Value: FloatingPoint>(_ value: Value) -> Value { isNegative ? -value : value }

    /// The nearest number, if fast operations can find it.
    @inline(__always)
    var double: Double? {
        if digits < 1 << 53, exponent >= -22, exponent <= 22 {
            // Both are exact, so one operation rounds once.
            let value = Double(digits)
            return signed(exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent])
        }
        guard digits > 0, PowersOfFive.exponents.contains(exponent) else { return nil }
        return product
    }

    /// The digits times a power of five, of which only the bits that decide are computed (Lemire, "Number parsing at a
    /// gigabyte per second", 2021). Nil in the rare case that they don't decide.
    @inline(__always)
    private var product: Double? {
        let power = PowersOfFive.bits(exponent)
        let zeros = digits.leadingZeroBitCount
        let factor = digits << UInt64(zeros)
        var (high, low) = factor.multipliedFullWidth(by: power.high)
        // The bits after the 55 that count: if all are set, the second half of the power may carry into them.
        if high & 0x1FF == 0x1FF {
            let carry: Bool
            (low, carry) = low.addingReportingOverflow(factor.multipliedFullWidth(by: power.low).high)
            if carry { high &+= 1 }
            if low == .max, !(-27...55).contains(exponent) { return nil }
        }
        // The first 54 bits: the significand, and one bit to round.
        let upper = Int(high >> 63)
        let shift = UInt64(upper + 9)
        var significand = high >> shift
        if low <= 1, exponent >= -4, exponent <= 23, significand & 3 == 1, significand << shift == high {
            // It is exactly between two numbers, so the even one is right.
            significand &= ~1
        }
        significand = (significand + (significand & 1)) >> 1
        // 217,706 / 2^16 is the logarithm of 10 to the base 2. The power is neither subnormal nor infinite, since
        // the number is between 1e-64 and 1e84. A significand of 2^53 carries into the exponent.
        let binary = (217_706 * exponent) >> 16 + 63 + upper - zeros + 1_023
        let bits = UInt64(truncatingIfNeeded: binary - 1) << 52 + significand
        return signed(Double(bitPattern: bits))
    }

    @inline(__always)
    var float: Float? {
        guard digits < 1 << 24, exponent >= -10, exponent <= 10 else { return nil }
        let value = Float(digits)
        let power = Float(Self.powers[abs(exponent)])
        return signed(exponent < 0 ? value / power : value * power)
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

extension JSONInteger {
    /// Returns the value of a short exponent with an optional sign.
    fileprivate static func exponent(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard digits.count <= 5 else { return nil }
        var value = 0
        var isNegative = false
        for byte in digits {
            if byte == UInt8(ascii: "-") { isNegative = true }
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 { value = value * 10 + Int(digit) }
        }
        return isNegative ? -value : value
    }
}

/// The text of a number, and readable bytes after it, the first of which isn't a digit. With these, the last digits are
/// read eight bytes at a time, too.
struct NumberText {
    /// The number, and the bytes after it.
    let readable: UnsafeRawBufferPointer
    /// The number of bytes of the number.
    let count: Int

    @inline(__always)
    init(readable: UnsafeRawBufferPointer, count: Int) {
        (self.readable, self.count) = (readable, count)
    }

    /// Creates the text of a number after which nothing can be read.
    init(_ number: UnsafeRawBufferPointer) { self.init(readable: number, count: number.count) }

    @inline(__always) var isNegative: Bool { readable.first == UInt8(ascii: "-") }

    /// The number alone.
    var only: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: readable[..<count]) }
}
