extension JSON.Encoder.Text {
    /// Appends a whole number in decimal digits.
    mutating func append(whole number: some FixedWidthInteger) {
        guard let magnitude = UInt64(exactly: number.magnitude) else { return append(plain: "\(number)") }
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDigits(of: magnitude)
    }

    /// Appends a finite number with the fewest digits that identify it, as `description` formats it, but without `.0`.
    mutating func append(_ number: Double) {
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53, whole != 0 || number.sign == .plus {
            return append(whole: whole)
        }
        if appendFixed(number, scale: 1_000) || appendFixed(number, scale: 1_000_000) { return }
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
    private mutating func appendFixed(_ number: Double, scale: UInt64) -> Bool {
        let scaled = (number.magnitude * Double(scale)).rounded()
        guard scaled < 1e15, number.magnitude >= 1e-4, scaled / Double(scale) == number.magnitude else { return false }
        let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: scale)
        if number < 0 { append(UInt8(ascii: "-")) }
        appendDigits(of: whole)
        // The 1 before the fraction, which keeps its zeros, becomes the point.
        var digits = scale + fraction
        while digits.isMultiple(of: 10) { digits /= 10 }
        let point = count
        appendDigits(of: digits)
        replaceByte(at: point, by: UInt8(ascii: "."))
        return true
    }
}
