/// A parser for templates that follows the grammar of RFC 6570, section 2.
struct URITemplateParser {
    private let text: String
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// Parses the whole template.
    mutating func parse() throws(InvalidURITemplate) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        while let byte = current {
            if byte == UInt8(ascii: "{") {
                parts.append(.expression(try parseExpression()))
            } else {
                parts.append(.literal(try parseLiteral()))
            }
        }
        return parts
    }

    /// Section 2.1: everything up to the next brace, encoded according to section 3.1.
    private mutating func parseLiteral() throws(InvalidURITemplate) -> String {
        let start = index
        while let byte = current, byte != UInt8(ascii: "{") {
            if byte == UInt8(ascii: "%") {
                guard isEncodedByte else { throw failure("% is not followed by two hexadecimal digits") }
                index += 2
            } else if byte == UInt8(ascii: "}") {
                throw failure("} has no matching {")
            } else if byte < 0x80, !ByteSet.uri.contains(byte) {
                throw failure("\(Self.name(of: byte)) isn't allowed in a template")
            }
            index += 1
        }
        let literal = String(decoding: bytes[start..<index], as: UTF8.self)
        var offset = start
        for scalar in literal.unicodeScalars {
            if !Self.isAllowed(scalar) {
                index = offset
                throw failure("U+\(String(scalar.value, radix: 16, uppercase: true)) isn't allowed in a template")
            }
            offset += UTF8.width(scalar)
        }
        return PercentEncoding.encodedKeepingReserved(literal)
    }

    /// Section 2.2: an operator and variables in braces.
    private mutating func parseExpression() throws(InvalidURITemplate) -> URITemplate.Expression {
        index += 1
        var style = URITemplate.Style.simple
        if let byte = current, "=,!@|".utf8.contains(byte) {
            throw failure("the operator \(Self.name(of: byte)) is reserved for extensions")
        }
        if let byte = current, byte != UInt8(ascii: "{"), let other = URITemplate.Style(rawValue: byte) {
            style = other
            index += 1
        }
        var variables = [try parseVariable()]
        while current == UInt8(ascii: ",") {
            index += 1
            variables.append(try parseVariable())
        }
        guard current == UInt8(ascii: "}") else { throw unexpected("a comma or }") }
        index += 1
        return URITemplate.Expression(style: style, variables: variables)
    }

    /// Sections 2.3 and 2.4: a name and its modifier.
    private mutating func parseVariable() throws(InvalidURITemplate) -> URITemplate.Variable {
        let start = index
        repeat {
            if index > start { index += 1 }
            guard skipNameCharacter() else { throw unexpected("the name of a variable") }
            while skipNameCharacter() {}
        } while current == UInt8(ascii: ".")
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        var modifier = URITemplate.Modifier.none
        if current == UInt8(ascii: "*") {
            index += 1
            modifier = .explode
        } else if current == UInt8(ascii: ":") {
            index += 1
            modifier = .prefix(try parseLength())
        }
        return URITemplate.Variable(name: name, modifier: modifier, offset: start)
    }

    /// Section 2.4.1: a number from 1 to 9999, without leading zeros.
    private mutating func parseLength() throws(InvalidURITemplate) -> Int {
        let start = index
        var length = 0
        while let byte = current, Self.isDigit(byte), index < start + 4 {
            length = length * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
        }
        let isWhole = current.map { !Self.isDigit($0) } ?? true
        guard index > start, bytes[start] != UInt8(ascii: "0"), isWhole else {
            index = start
            throw failure("the length of a prefix must be a number from 1 to 9999")
        }
        return length
    }

    private mutating func skipNameCharacter() -> Bool {
        if isEncodedByte {
            index += 3
            return true
        }
        guard let byte = current, ByteSet.nameOfVariable.contains(byte) else { return false }
        index += 1
        return true
    }
}

extension URITemplateParser {
    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether there is a `%XX` at the current position.
    private var isEncodedByte: Bool {
        current == UInt8(ascii: "%") && Hexadecimal.byte(of: bytes[(index + 1)...].prefix(2)) != nil
    }

    private func unexpected(_ expected: String) -> InvalidURITemplate {
        guard let byte = current else {
            return failure("expected \(expected), but the template ends inside an expression")
        }
        return failure("expected \(expected), found \(Self.name(of: byte))")
    }

    private func failure(_ reason: String) -> InvalidURITemplate {
        InvalidURITemplate(template: text, offset: index, reason: reason)
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x20: "a space"
        case 0x21..<0x7F: String(Unicode.Scalar(byte))
        case 0x80...: "a character beyond ASCII"
        default: "a control character"
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Returns whether a scalar is in `ucschar` or `iprivate` (RFC 3987, section 2.2), or in ASCII, which is checked
    /// elsewhere.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80..<0xA0, 0xFDD0...0xFDEF, 0xFFF0...0xFFFF, 0xE0000..<0xE1000: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }
}
