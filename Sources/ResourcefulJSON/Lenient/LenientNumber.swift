/// Numbers that stand in strings.
enum LenientNumber {
    /// Whether a text is a number as JSON writes it; zeros and a plus sign may stand before it.
    static func normalized(_ text: String) -> String? {
        var digits = Substring(text)
        let sign = digits.first == "-" ? "-" : ""
        if let first = digits.first, first == "-" || first == "+" { digits.removeFirst() }
        let zeros = digits.prefix { $0 == "0" }
        let rest = digits.dropFirst(zeros.count)
        let number = sign + (zeros.isEmpty || rest.first.map(isDigit) == true ? "" : "0") + rest
        return isNumber(number.dropFirst(sign.count)) ? number : nil
    }

    /// Digits, perhaps a fraction, perhaps an exponent.
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

    /// The whole part of a number, nil when it does not fit.
    static func truncated<Value: FixedWidthInteger>(_ number: String) -> Value? {
        var number = number
        return number.withUTF8 { text in
            let text = UnsafeRawBufferPointer(text)
            if let value: Value = JSONInteger.value(of: text) { return value }
            let double = JSONNumber.double(text)
            // From 2^53 on every Double is whole: the number does not fit, and there is no fraction to leave out.
            guard double.magnitude < 0x1p53 else { return nil }
            return Value(exactly: double.rounded(.towardZero))
        }
    }
}

extension LenientDecoding {
    /// The text of a number or a string, without white space around it.
    func scalarText(of node: Int) -> String? {
        if document.word(node).kind.isNumber { return String(decoding: document.content(of: node), as: UTF8.self) }
        guard let string = document.string(at: node) else { return nil }
        let text = string.drop(while: \.isWhitespace)
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(text[...last])
    }

    /// The text of a number, which may stand in a string.
    func numberText(of node: Int) -> String? { scalarText(of: node).flatMap(LenientNumber.normalized) }

    /// A value that was made of one of another kind.
    func convert<Value>(_ value: Value, used: String, at place: LenientPlace) -> Value {
        report(place, expected: "\(Value.self)", found: found(at: place), used: used, isValue: true)
        return value
    }

    /// Infinity or "not a number", when the options have a word for it and that stands there.
    func nonFinite<Value: BinaryFloatingPoint>(at place: LenientPlace) -> Value? {
        guard case .convertFromString(let positive, let negative, let nan) = options.nonFiniteNumbers,
            let node = place.node, let string = document.string(at: node)
        else { return nil }
        if string.utf8.elementsEqual(positive.utf8) { return .infinity }
        if string.utf8.elementsEqual(negative.utf8) { return -.infinity }
        return string.utf8.elementsEqual(nan.utf8) ? .nan : nil
    }
}
