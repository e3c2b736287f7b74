extension JSON.Encoder.Text {
    /// Appends a whole number in decimal digits.
    mutating func append(whole number: some FixedWidthInteger) {
        guard let magnitude = UInt64(exactly: number.magnitude) else { return append(plain: "\(number)") }
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDigits(of: magnitude)
    }

    /// Appends a finite number with the fewest digits that identify it, as `description` formats it, but without `.0`.
    mutating func append(_ number: Double) {
        let magnitude = number.magnitude
        if magnitude < 0x1p53 {
            let whole = Int64(magnitude)
            if Double(whole) == magnitude, whole != 0 || number.sign == .plus {
                return append(whole: number < 0 ? -whole : whole)
            }
            if appendFixed(number, scale: 1_000) || appendFixed(number, scale: 1_000_000) { return }
        }
        appendDescription(of: number)
    }

    /// Appends a finite number with the fewest digits that identify it, as `description` formats it, but without `.0`.
    mutating func append(_ number: Float) { appendDescription(of: number) }

    private mutating func appendDescription(of number: some CustomStringConvertible) {
        let text = number.description
        append(plain: text)
        if text.hasSuffix(".0") { truncate(to: count - 2) }
    }

    /// Appends a number with few fraction digits, without creating its description. Returns false for other numbers.
    ///
    /// Two decimal numbers with at most 15 digits are never the same `Double`, so a decimal number that equals the
    /// number is also the shortest one.
    @inline(__always)
    private mutating func appendFixed(_ number: Double, scale: Int64) -> Bool {
        let scaled = number.magnitude * Double(scale) + 0.5
        guard scaled < 1e15, number.magnitude >= 1e-4 else { return false }
        // Whether this is the right integer is known only if it equals the number.
        let integer = Int64(scaled)
        guard Double(integer) / Double(scale) == number.magnitude else { return false }
        if number < 0 { append(UInt8(ascii: "-")) }
        appendFixed(UInt64(integer), scale: UInt64(scale))
        return true
    }

    /// Appends a number of units that are fractions of one.
    private mutating func appendFixed(_ number: UInt64, scale: UInt64) {
        let (whole, fraction) = number.quotientAndRemainder(dividingBy: scale)
        appendDigits(of: whole)
        // The 1 before the fraction, which keeps its zeros, becomes the point.
        var digits = scale + fraction
        while digits.isMultiple(of: 10) { digits /= 10 }
        let point = count
        appendDigits(of: digits)
        replaceByte(at: point, by: UInt8(ascii: "."))
    }
}
