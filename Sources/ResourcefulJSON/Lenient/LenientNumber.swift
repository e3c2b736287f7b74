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
        var number = number
        return number.withUTF8 { text in
            let text = UnsafeRawBufferPointer(text)
            if let value: Value = JSONInteger.value(of: text) { return value }
            let double = JSONNumber.double(NumberText(text))
            // From 2^53 on, every Double is whole: the number doesn't fit, and has no fraction to truncate.
            guard double.magnitude < 0x1p53 else { return nil }
            return Value(exactly: double.rounded(.towardZero))
        }
    }
}

extension LenientDecoding {
    /// Returns the text of a number or a string, without surrounding whitespace.
    func scalarText(of node: Int) -> String? {
        if document.word(node).kind.isNumber { return String(decoding: document.content(of: node), as: UTF8.self) }
        guard let string = document.string(at: node) else { return nil }
        let text = string.drop(while: \.isWhitespace)
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(text[...last])
    }

    /// Returns the text of a number, which may be in a string.
    func numberText(of node: Int) -> String? { scalarText(of: node).flatMap(LenientNumber.normalized) }

    /// Returns a value converted from another type, and reports it.
    func convert<Value>(_ value: Value, used: String, at place: LenientPlace) -> Value {
        report(place, expected: "\(Value.self)", found: found(at: place), used: used, isValue: true)
        return value
    }

    /// Returns infinity or NaN if the options have a string for it, and the value is that string.
    func nonFinite<Value: BinaryFloatingPoint>(at place: LenientPlace) -> Value? {
        guard case .convertFromString(let positive, let negative, let nan) = options.nonFiniteNumbers,
            let node = place.node, let string = document.string(at: node)
        else { return nil }
        if string.utf8.elementsEqual(positive.utf8) { return .infinity }
        if string.utf8.elementsEqual(negative.utf8) { return -.infinity }
        return string.utf8.elementsEqual(nan.utf8) ? .nan : nil
    }
}
