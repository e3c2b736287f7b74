/// Numbers in strings.
enum LenientNumber {
    /// Returns a number in JSON's format from a text with optional leading zeros and plus sign; nil for any other text.
    static func normalized(_ text: String) -> String? {
        var digits = Substring(text)
        let sign = digits.first == "-" ? "-" : ""
        if let first = digits.first, first == "-" || first == "+" { digits.removeFirst() }
        let zeros = digits.prefix { $0 == "0" }
        let rest = digits.dropFirst(zeros.count)
        let number = sign + (zeros.isEmpty || rest.first.map(isDigit) == true ? "" : "0") + rest
        return isNumber(number.dropFirst(sign.count)) ? number : nil
    }

    /// Whether a text is digits with an optional fraction and an optional exponent.
    private static func isNumber(_ text: Substring) -> Bool {
        var rest = text.drop(while: isDigit)
        guard rest.startIndex > text.startIndex else { return false }
        if rest.first == "." {
            let fraction = rest.dropFirst()
            rest = fraction.drop(while: isDigit)
            guard rest.startIndex > fraction.startIndex else { return false }
        }
        if rest.first == "e" || rest.first == "E" {
            var exponent = rest.dropFirst()
            if exponent.first == "-" || exponent.first == "+" { exponent.removeFirst() }
            rest = exponent.drop(while: isDigit)
            guard rest.startIndex > exponent.startIndex else { return false }
        }
        return rest.isEmpty
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// Returns the whole part of a number; nil if it doesn't fit.
    static func truncated<Value: FixedWidthInteger>(_ number: String) -> Value? {
        if let value: Value = whole(number) { return value }
        // From 2^53 on, every Double is whole: the number doesn't fit, and has no fraction to truncate.
        guard let double = Double(number), double.magnitude < 0x1p53 else { return nil }
        return Value(exactly: double.rounded(.towardZero))
    }

    /// Returns the value of a number such as `3.0` or `12.5e1` without rounding; nil if it isn't whole or doesn't fit.
    static func whole<Value: FixedWidthInteger>(_ number: String) -> Value? {
        if let value = Value(number) { return value }
        let isNegative = number.utf8.first == UInt8(ascii: "-")
        let parts = number.dropFirst(isNegative ? 1 : 0).split(maxSplits: 1) { $0 == "e" || $0 == "E" }
        let halves = parts[0].split(separator: ".", maxSplits: 1)
        var digits = halves.joined().drop { $0 == "0" }
        guard !digits.isEmpty else { return 0 }
        let significant = digits.count
        while digits.last == "0" { digits.removeLast() }
        // The number is the digits followed by `shift` zeros. If the exponent doesn't fit an Int, the number doesn't
        // fit.
        guard let exponent = parts.count == 1 ? 0 : Int(parts[1]) else { return nil }
        let fraction = halves.count == 1 ? 0 : halves[1].count
        let (shift, overflows) = exponent.subtractingReportingOverflow(fraction - (significant - digits.count))
        guard !overflows, shift >= 0, shift < 40, digits.count < 40 else { return nil }
        return Value((isNegative ? "-" : "") + digits + String(repeating: "0", count: shift))
    }

    /// Whether a number is zero as written, rather than by rounding.
    static func isZero(_ number: String) -> Bool {
        number.prefix { $0 != "e" && $0 != "E" }.allSatisfy { !("1"..."9").contains($0) }
    }
}

// What may be at a place. Asking for the kind is cheaper than a failure that isn't read.
extension JSON {
    var stringIfAny: String? { isString ? try? string : nil }

    var boolIfAny: Bool? { isString || isNumber || isArray || isObject ? nil : try? bool }

    /// Returns the number at this place; nil if it isn't a number, isn't whole, or doesn't fit.
    func wholeIfAny<Value: FixedWidthInteger>() -> Value? {
        guard isNumber else { return nil }
        return (try? int64).flatMap { Value(exactly: $0) } ?? LenientNumber.whole(String(self))
    }

    var isEmptyArray: Bool { isArray && !self[0].exists }

    var isEmptyObject: Bool { isObject && (try? keys.isEmpty) == true }

    /// The text of a number or a string, without surrounding whitespace.
    var scalarText: String? {
        if isNumber { return String(self) }
        guard let string = stringIfAny else { return nil }
        let text = string.drop(while: \.isWhitespace)
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(text[...last])
    }

    /// The text of a number, which may be in a string.
    var numberText: String? { scalarText.flatMap(LenientNumber.normalized) }
}

extension LenientDecoding {
    /// Returns infinity or NaN if the options have a string for it, and the value is that string.
    func nonFinite<Value: BinaryFloatingPoint>(at place: LenientPlace) -> Value? {
        guard case .convertFromString(let positive, let negative, let nan) = options.nonFiniteNumbers,
            let string = place.value?.stringIfAny
        else { return nil }
        if string.utf8.elementsEqual(positive.utf8) { return .infinity }
        if string.utf8.elementsEqual(negative.utf8) { return -.infinity }
        return string.utf8.elementsEqual(nan.utf8) ? .nan : nil
    }
}
