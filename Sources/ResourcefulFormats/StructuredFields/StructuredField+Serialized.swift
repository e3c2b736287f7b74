// The algorithms of RFC 9651, section 4.1, step by step.
extension String {
    /// Appends a member of a list or a dictionary.
    mutating func append(_ member: StructuredField.Member) throws(InvalidStructuredField) {
        switch member {
        case .item(let item): try append(item)
        case .innerList(let list):
            self += "("
            for (place, item) in list.items.enumerated() {
                if place > 0 { self += " " }
                try append(item)
            }
            self += ")"
            try append(list.parameters)
        }
    }

    /// Section 4.1.3.
    mutating func append(_ item: StructuredField.Item) throws(InvalidStructuredField) {
        try append(item.value)
        try append(item.parameters)
    }

    /// Section 4.1.1.2.
    mutating func append(_ parameters: StructuredField.Parameters) throws(InvalidStructuredField) {
        for (key, value) in parameters {
            self += ";"
            try append(key: key)
            guard value != true else { continue }
            self += "="
            try append(value)
        }
    }

    /// Section 4.1.1.3.
    mutating func append(key: String) throws(InvalidStructuredField) {
        guard StructuredFieldGrammar.isKey(key) else { throw refusal("\(key.debugDescription) isn't a valid key") }
        self += key
    }

    /// Section 4.1.3.1.
    private mutating func append(_ value: StructuredField.BareItem) throws(InvalidStructuredField) {
        switch value {
        case .integer(let number): try append(integer: number)
        case .decimal(let number): try append(decimal: number)
        case .string(let text): try append(string: text)
        case .token(let text):
            guard StructuredFieldGrammar.isToken(text) else { throw refusal("a token contains an invalid character") }
            self += text
        case .byteSequence(let data): self += ":\(data.base64EncodedString()):"
        case .boolean(let boolean): self += boolean ? "?1" : "?0"
        case .date(let date):
            guard let seconds = Int(exactly: date.timeIntervalSince1970) else {
                throw refusal("a date must be in whole seconds")
            }
            self += "@"
            try append(integer: seconds)
        case .displayString(let text): append(displayString: text)
        }
    }

    /// Section 4.1.4.
    private mutating func append(integer: Int) throws(InvalidStructuredField) {
        guard UInt64(integer.magnitude) < 1_000_000_000_000_000 else {
            throw refusal("an integer has at most 15 digits")
        }
        self += "\(integer)"
    }

    /// Section 4.1.6.
    private mutating func append(string: String) throws(InvalidStructuredField) {
        guard string.utf8.allSatisfy(StructuredFieldGrammar.isPrintable) else {
            throw refusal("a string can only contain printable ASCII; use a display string for other text")
        }
        self += "\""
        for scalar in string.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { self += "\\" }
            unicodeScalars.append(scalar)
        }
        self += "\""
    }

    /// Section 4.1.11.
    private mutating func append(displayString: String) {
        self += "%\""
        for byte in displayString.utf8 {
            if StructuredFieldGrammar.isPrintable(byte), byte != UInt8(ascii: "%"), byte != UInt8(ascii: "\"") {
                unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                self += byte < 16 ? "%0" : "%"
                self += String(byte, radix: 16)
            }
        }
        self += "\""
    }

    /// Section 4.1.5. Rounds the shortest decimal text of the number, not its binary fraction.
    private mutating func append(decimal: Double) throws(InvalidStructuredField) {
        let tooLarge = refusal("a decimal has at most 12 digits before the point")
        guard decimal.magnitude < 1_000_000_000_000 else { throw tooLarge }
        let digits = "\(decimal.magnitude)".split(separator: ".")
        // A number that prints with an exponent is too small to have an effect.
        let isSmall = decimal.magnitude < 0.0004
        let fraction = isSmall ? "" : digits.last ?? ""
        let kept = fraction.prefix(3)
        var thousandths = (isSmall ? 0 : Int64(digits.first ?? "") ?? 0) * 1000
        thousandths += (Int64(kept) ?? 0) * [1000, 100, 10, 1][kept.count]
        let rest = fraction.dropFirst(3)
        let isTie = rest == "5"
        if isTie ? thousandths % 2 == 1 : rest.first.map({ $0 >= "5" }) ?? false { thousandths += 1 }
        guard thousandths < 1_000_000_000_000_000 else { throw tooLarge }
        var decimals = String(String(thousandths % 1000 + 1000).dropFirst())
        while decimals.count > 1, decimals.last == "0" { decimals.removeLast() }
        self += "\(decimal < 0 && thousandths > 0 ? "-" : "")\(thousandths / 1000).\(decimals)"
    }

    private func refusal(_ reason: String) -> InvalidStructuredField {
        InvalidStructuredField(offset: nil, reason: reason)
    }
}
