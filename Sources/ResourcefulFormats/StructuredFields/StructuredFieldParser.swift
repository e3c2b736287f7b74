/// A parser for the text of a field that follows the algorithms of RFC 9651, section 4.2, step by step.
struct StructuredFieldParser {
    let bytes: [UInt8]
    var index = 0

    /// Section 4.2: combines several lines and skips leading spaces.
    init(_ lines: [String]) {
        bytes = Array(lines.joined(separator: ", ").utf8)
        skipSpaces()
    }

    /// Section 4.2, steps 6 and 7: only spaces may follow.
    mutating func end() throws(InvalidStructuredField) {
        skipSpaces()
        guard index == bytes.count else { throw failure("something follows the value") }
    }

    /// Section 4.2.1.
    mutating func parseList() throws(InvalidStructuredField) -> [StructuredField.Member] {
        var members: [StructuredField.Member] = []
        while current != nil {
            members.append(try parseMember())
            guard try skipComma() else { return members }
        }
        return members
    }

    /// Section 4.2.2.
    mutating func parseDictionary() throws(InvalidStructuredField) -> StructuredField.Dictionary {
        var dictionary = StructuredField.Dictionary()
        while current != nil {
            let key = try parseKey()
            if current == UInt8(ascii: "=") {
                index += 1
                dictionary[key] = try parseMember()
            } else {
                dictionary[key] = .item(StructuredField.Item(true, parameters: try parseParameters()))
            }
            guard try skipComma() else { return dictionary }
        }
        return dictionary
    }

    /// Section 4.2.3.
    mutating func parseItem() throws(InvalidStructuredField) -> StructuredField.Item {
        StructuredField.Item(try parseBareItem(), parameters: try parseParameters())
    }

    /// Section 4.2.1.1.
    private mutating func parseMember() throws(InvalidStructuredField) -> StructuredField.Member {
        current == UInt8(ascii: "(") ? .innerList(try parseInnerList()) : .item(try parseItem())
    }

    /// Section 4.2.1.2.
    private mutating func parseInnerList() throws(InvalidStructuredField) -> StructuredField.InnerList {
        index += 1
        var items: [StructuredField.Item] = []
        while current != nil {
            skipSpaces()
            if current == UInt8(ascii: ")") {
                index += 1
                return StructuredField.InnerList(items, parameters: try parseParameters())
            }
            items.append(try parseItem())
            guard current == UInt8(ascii: " ") || current == UInt8(ascii: ")") else { break }
        }
        throw failure("expected a space or ) in an inner list")
    }

    /// Section 4.2.3.2.
    private mutating func parseParameters() throws(InvalidStructuredField) -> StructuredField.Parameters {
        var parameters = StructuredField.Parameters()
        while current == UInt8(ascii: ";") {
            index += 1
            skipSpaces()
            let key = try parseKey()
            if current == UInt8(ascii: "=") {
                index += 1
                parameters[key] = try parseBareItem()
            } else {
                parameters[key] = true
            }
        }
        return parameters
    }

    /// Section 4.2.3.3.
    private mutating func parseKey() throws(InvalidStructuredField) -> String {
        let start = index
        guard let first = current, StructuredFieldGrammar.beginsKey(first) else {
            throw failure("expected a key, which begins with a lowercase letter or *")
        }
        while let byte = current, StructuredFieldGrammar.isKeyByte(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Skips the comma between members. Returns false at the end.
    private mutating func skipComma() throws(InvalidStructuredField) -> Bool {
        skipWhiteSpace()
        guard let byte = current else { return false }
        guard byte == UInt8(ascii: ",") else { throw failure("expected a comma between members") }
        index += 1
        skipWhiteSpace()
        guard current != nil else { throw failure("nothing follows the last comma") }
        return true
    }
}

extension StructuredFieldParser {
    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    func failure(_ reason: String) -> InvalidStructuredField { InvalidStructuredField(offset: index, reason: reason) }

    mutating func skipSpaces() {
        while current == UInt8(ascii: " ") { index += 1 }
    }

    private mutating func skipWhiteSpace() {
        while current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") { index += 1 }
    }
}
