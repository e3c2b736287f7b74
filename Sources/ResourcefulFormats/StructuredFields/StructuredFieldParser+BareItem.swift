extension StructuredFieldParser {
    /// Section 4.2.3.1: the first byte determines the type.
    mutating func parseBareItem() throws(InvalidStructuredField) -> StructuredField.BareItem {
        switch current {
        case let byte? where byte == UInt8(ascii: "-") || StructuredFieldGrammar.isDigit(byte): return try parseNumber()
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: ":"): return .byteSequence(try parseByteSequence())
        case UInt8(ascii: "?"): return .boolean(try parseBoolean())
        case UInt8(ascii: "@"): return .date(try parseDate())
        case UInt8(ascii: "%"): return .displayString(try parseDisplayString())
        case let byte? where StructuredFieldGrammar.beginsToken(byte): return .token(parseToken())
        case nil: throw failure("expected a value, but the text ends")
        default: throw failure("expected a value, found a character that can't begin one")
        }
    }

    /// Section 4.2.4.
    private mutating func parseNumber() throws(InvalidStructuredField) -> StructuredField.BareItem {
        let isNegative = current == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let start = index
        skipDigits()
        let whole = bytes[start..<index]
        guard !whole.isEmpty else { throw failure("a digit must follow the sign") }
        guard current == UInt8(ascii: "."), whole.count <= 15 else {
            guard whole.count <= 15 else { throw failure("an integer has at most 15 digits") }
            let number = whole.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return .integer(isNegative ? -number : number)
        }
        guard whole.count <= 12 else { throw failure("a decimal has at most 12 digits before the point") }
        index += 1
        let point = index
        skipDigits()
        guard (1...3).contains(index - point) else { throw failure("a decimal has 1 to 3 digits after the point") }
        let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? 0
        return .decimal(isNegative ? -number : number)
    }

    private mutating func skipDigits() {
        while let byte = current, StructuredFieldGrammar.isDigit(byte) { index += 1 }
    }

    /// Section 4.2.5.
    private mutating func parseString() throws(InvalidStructuredField) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = current {
            index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = current, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
                    throw failure("a backslash can only escape a quote or a backslash")
                }
                index += 1
                text.append(escaped)
            } else {
                try accept(byte)
                text.append(byte)
            }
        }
        throw failure("the string doesn't end")
    }

    /// Section 4.2.6.
    private mutating func parseToken() -> String {
        let start = index
        while let byte = current, StructuredFieldGrammar.isTokenByte(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Section 4.2.7. As recommended, padding may be missing, and the bits after the last byte may be nonzero.
    private mutating func parseByteSequence() throws(InvalidStructuredField) -> Data {
        guard let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: ":")) else {
            throw failure("the byte sequence doesn't end")
        }
        guard let data = Base64.decoded(bytes[(index + 1)..<end]) else {
            throw failure("the byte sequence isn't Base64")
        }
        index = end + 1
        return data
    }

    /// Section 4.2.8.
    private mutating func parseBoolean() throws(InvalidStructuredField) -> Bool {
        index += 1
        guard let byte = current, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
            throw failure("a boolean must be ?0 or ?1")
        }
        index += 1
        return byte == UInt8(ascii: "1")
    }

    /// Section 4.2.9.
    private mutating func parseDate() throws(InvalidStructuredField) -> Date {
        index += 1
        guard case .integer(let seconds) = try parseNumber() else { throw failure("a date must be in whole seconds") }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Section 4.2.10.
    private mutating func parseDisplayString() throws(InvalidStructuredField) -> String {
        index += 1
        guard current == UInt8(ascii: "\"") else { throw failure("a quote must follow the percent sign") }
        index += 1
        let start = index
        var text: [UInt8] = []
        while let byte = current {
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                // What isn't UTF-8 is decoded as other characters.
                let decoded = String(decoding: text, as: UTF8.self)
                guard decoded.utf8.elementsEqual(text) else {
                    index = start
                    throw failure("the display string isn't UTF-8")
                }
                return decoded
            case UInt8(ascii: "%"):
                let digits = bytes[index...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(StructuredFieldGrammar.isHexadecimalDigit),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { throw failure("two lowercase hexadecimal digits must follow a percent sign") }
                index += 2
                text.append(value)
            default:
                try accept(byte)
                text.append(byte)
            }
        }
        throw failure("the display string doesn't end")
    }

    /// Rejects a byte that was just read if it isn't printable ASCII.
    private mutating func accept(_ byte: UInt8) throws(InvalidStructuredField) {
        guard !StructuredFieldGrammar.isPrintable(byte) else { return }
        index -= 1
        throw failure("a string can only contain printable ASCII")
    }
}
