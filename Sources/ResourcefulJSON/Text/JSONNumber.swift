/// Numbers, as the nearest `Double` or `Float`.
enum JSONNumber {
    /// Returns the nearest `Double`; infinity if the number is too large.
    static func double(_ number: UnsafeRawBufferPointer) -> Double {
        if let parts = Parts(number), let double = parts.double { return double }
        return Double(String(decoding: number, as: UTF8.self)) ?? .nan
    }

    /// Returns the nearest `Float`; infinity if the number is too large.
    static func float(_ number: UnsafeRawBufferPointer) -> Float {
        if let parts = Parts(number), let float = parts.float { return float }
        return Float(String(decoding: number, as: UTF8.self)) ?? .nan
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
    static func isZero(_ number: UnsafeRawBufferPointer) -> Bool {
        for byte in number {
            if byte | 0x20 == UInt8(ascii: "e") { return true }
            if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") { return false }
        }
        return true
    }
}

/// A number of at most 19 digits: a whole number times a power of ten.
private struct Parts {
    var isNegative = false
    var digits: UInt64 = 0
    var exponent = 0

    @inline(__always)
    init?(_ number: UnsafeRawBufferPointer) {
        let end = number.count
        var index = 0
        if number[0] == UInt8(ascii: "-") {
            isNegative = true
            index = 1
        }
        guard end <= 24 else { return nil }
        var count = 0
        var point = end
        while index < end {
            let digit = number[index] &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                count += digits == 0 && count == 0 ? 0 : 1
            } else if number[index] == UInt8(ascii: ".") {
                point = index
            } else {
                break
            }
            index += 1
        }
        guard count <= 19 else { return nil }
        if point < index { exponent = point - index + 1 }
        if index < end {
            guard let written = JSONInteger.exponent(number[(index + 1)...]) else { return nil }
            exponent += written
        }
    }

    @inline(__always)
    private func signed<Value: FloatingPoint>(_ value: Value) -> Value { isNegative ? -value : value }

    /// The nearest number, if exact operations can find it.
    @inline(__always)
    var double: Double? {
        if digits < 1 << 53, exponent >= -22, exponent <= 22 {
            // Both are exact, so one operation rounds once.
            let value = Double(digits)
            return signed(exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent])
        }
        guard exponent >= -19, exponent <= 0 else { return nil }
        return quotient
    }

    /// The digits, at least 2^53, divided by a power of ten below 2^64.
    private var quotient: Double? {
        let divisor = Self.wholePowers[-exponent]
        let shift = divisor.leadingZeroBitCount
        let normalised = divisor << UInt64(shift)
        let lead = digits.leadingZeroBitCount
        var dividend = (high: digits << UInt64(lead), low: UInt64(0))
        var scale = shift - lead - 64
        if dividend.high >= normalised {
            dividend = (dividend.high >> 1, dividend.high << 63)
            scale += 1
        }
        let (quotient, remainder) = normalised.dividingFullWidth(dividend)
        // The quotient has at least 63 bits. Its last bit records a remainder, so the conversion rounds correctly.
        let value = Double(quotient | (remainder == 0 ? 0 : 1))
        return signed(value * Double(sign: .plus, exponent: scale, significand: 1))
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

    private static let wholePowers: [UInt64] = (0...19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
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
