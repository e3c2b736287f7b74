/// Reads a text into nodes, strictly as RFC 8259 says, in one pass and without recursion.
struct JSONScanner {
    /// How deep arrays and objects may nest.
    static let maximumDepth = 512

    private(set) var nodes: [JSONNode] = []
    private let text: [UInt8]
    private var index = 0
    private var open: [Int] = []

    init(_ text: [UInt8]) {
        self.text = text
        // A byte order mark may be ignored (RFC 8259, section 8.1).
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Reads the one value of the document.
    mutating func scan() throws(ParseFailure) {
        skipSpace()
        guard index < text.count else {
            throw ParseFailure(expected: "JSON", found: text.isEmpty ? "an empty body" : "nothing but white space")
        }
        try scanValue()
        while let container = open.last {
            skipSpace()
            if nodes[container].kind == .array {
                try continueArray(container)
            } else {
                try continueObject(container)
            }
        }
        skipSpace()
        guard index == text.count else { throw failure(expected: "the end of the document") }
    }

    /// One more element of an array, or its end.
    private mutating func continueArray(_ container: Int) throws(ParseFailure) {
        let isFirst = nodes.count == container + 1
        if closes(UInt8(ascii: "]")) { return }
        if !isFirst { try expectSeparator(UInt8(ascii: ","), orElse: "a comma or ]") }
        try scanValue()
    }

    /// One more member of an object, or its end.
    private mutating func continueObject(_ container: Int) throws(ParseFailure) {
        let isFirst = nodes.count == container + 1
        if closes(UInt8(ascii: "}")) { return }
        if !isFirst { try expectSeparator(UInt8(ascii: ","), orElse: "a comma or }") }
        guard current == UInt8(ascii: "\"") else { throw failure(expected: "a key in quotes") }
        try scanString()
        skipSpace()
        try expectSeparator(UInt8(ascii: ":"), orElse: "a colon")
        try scanValue()
    }

    /// A scalar, or the beginning of a container.
    private mutating func scanValue() throws(ParseFailure) {
        switch current {
        case UInt8(ascii: "{"): try openContainer(.object)
        case UInt8(ascii: "["): try openContainer(.array)
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "t"): try scanWord("true", .true)
        case UInt8(ascii: "f"): try scanWord("false", .false)
        case UInt8(ascii: "n"): try scanWord("null", .null)
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): try scanNumber()
        default: throw failure(expected: "a value")
        }
    }

    private mutating func openContainer(_ kind: JSONNode.Kind) throws(ParseFailure) {
        guard open.count < Self.maximumDepth else {
            throw failure(expected: "at most \(Self.maximumDepth) levels of arrays and objects")
        }
        open.append(nodes.count)
        nodes.append(JSONNode(kind: kind, start: index, end: index, next: nodes.count))
        index += 1
    }

    private mutating func closes(_ bracket: UInt8) -> Bool {
        guard current == bracket, let container = open.popLast() else { return false }
        index += 1
        nodes[container].end = index
        nodes[container].next = nodes.count
        return true
    }

    private mutating func append(_ kind: JSONNode.Kind, from start: Int) {
        nodes.append(JSONNode(kind: kind, start: start, end: index, next: nodes.count + 1))
    }

    private mutating func scanWord(_ word: StaticString, _ kind: JSONNode.Kind) throws(ParseFailure) {
        let start = index
        let length = word.utf8CodeUnitCount
        let isWord = index + length <= text.count && text[index..<(index + length)].elementsEqual("\(word)".utf8)
        guard isWord else { throw failure(expected: "a value") }
        index += length
        append(kind, from: start)
    }

    private mutating func expectSeparator(_ byte: UInt8, orElse expected: String) throws(ParseFailure) {
        guard current == byte else { throw failure(expected: expected) }
        index += 1
        skipSpace()
    }
}

// The tokens.
extension JSONScanner {
    private var current: UInt8? { index < text.count ? text[index] : nil }

    private mutating func skipSpace() {
        while index < text.count, [0x20, 0x0A, 0x0D, 0x09].contains(text[index]) { index += 1 }
    }

    private mutating func scanNumber() throws(ParseFailure) {
        let start = index
        if current == UInt8(ascii: "-") { index += 1 }
        if current == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
        if current == UInt8(ascii: ".") {
            index += 1
            try skipDigits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
        append(.number, from: start)
    }

    private mutating func skipDigits() throws(ParseFailure) {
        let start = index
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        guard index > start else { throw failure(expected: "a digit") }
    }

    private mutating func scanString() throws(ParseFailure) {
        let start = index
        var kind = JSONNode.Kind.string
        index += 1
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return append(kind, from: start)
            case UInt8(ascii: "\\"):
                kind = .escapedString
                try skipEscape()
            case ..<0x20: throw failure(expected: "an escape for a control character")
            case ..<0x80: index += 1
            default: try skipScalar()
            }
        }
        throw failure(expected: "the closing quote of a string")
    }

    private mutating func skipEscape() throws(ParseFailure) {
        index += 1
        switch current {
        case UInt8(ascii: "u"):
            let unit = try skipUnit()
            guard unit & 0xFC00 == 0xD800 else {
                if unit & 0xFC00 == 0xDC00 {
                    throw failure(expected: "the first half of a surrogate pair before the second")
                }
                return
            }
            guard current == UInt8(ascii: "\\"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "u") else {
                throw failure(expected: "the second half of a surrogate pair")
            }
            index += 1
            guard try skipUnit() & 0xFC00 == 0xDC00 else {
                throw failure(expected: "the second half of a surrogate pair")
            }
        case .some(let byte) where #""\/bfnrt"#.utf8.contains(byte): index += 1
        default: throw failure(expected: "a character that can be escaped")
        }
    }

    /// The `u` of an escape and its four digits.
    private mutating func skipUnit() throws(ParseFailure) -> UInt32 {
        index += 1
        guard index + 4 <= text.count, text[index..<(index + 4)].allSatisfy({ JSONEscapes.hexadecimal($0) != nil })
        else {
            throw failure(expected: "four hexadecimal digits")
        }
        defer { index += 4 }
        return JSONEscapes.unit(text[index...])
    }

    /// One scalar of two bytes or more, checked by the standard library's decoder.
    private mutating func skipScalar() throws(ParseFailure) {
        var decoder = UTF8()
        var bytes = text[index..<min(index + 4, text.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { throw failure(expected: "UTF-8") }
        index += UTF8.width(scalar)
    }

    private func failure(expected: String) -> ParseFailure {
        let found: String
        if let current {
            let isVisible = current > 0x20 && current < 0x7F
            let digits = String(0x100 + Int(current), radix: 16).dropFirst()
            found = isVisible ? "\(Character(Unicode.Scalar(current)))" : "the byte 0x\(digits)"
        } else {
            found = "the end of the text"
        }
        return ParseFailure(
            expected: expected, found: found, excerpt: Excerpt.of(text, around: index),
            position: Excerpt.position(in: text, of: index))
    }
}
