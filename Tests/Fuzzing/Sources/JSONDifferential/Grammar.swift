/// RFC 8259 once more, as plainly as it can be written: a judge that shares no code with what it judges.
package struct Grammar {
    package struct Verdict: Equatable, Sendable {
        package var isAccepted = false
        /// An object has one key twice, by code units.
        package var hasTwins = false
        /// A number is written with a point or an exponent and is so long, or so small, that a `Double` may be whole
        /// where the number is not.
        package var hasRoughNumbers = false
        /// A number is 0 with an exponent, `0e1`, some of which `JSONDecoder` refuses as a `Double`.
        package var hasRaisedZeros = false
    }

    /// How deep arrays and objects may nest, here and in Foundation.
    private static let maximumDepth = 512

    private struct Refusal: Error {}

    private let bytes: [UInt8]
    private var index = 0
    private var verdict = Verdict()

    package static func verdict(on bytes: [UInt8]) -> Verdict {
        // A byte order mark may be ignored.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else { return Verdict() }
        var grammar = Grammar(bytes: bytes)
        do {
            try grammar.value(depth: 0)
        } catch {
            return Verdict()
        }
        grammar.verdict.isAccepted = grammar.index == bytes.count
        return grammar.verdict
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Character) -> Bool {
        guard current == character.asciiValue else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ text: String) throws {
        for character in text where !take(character) { throw Refusal() }
    }

    private mutating func space() {
        while let byte = current, " \n\r\t".utf8.contains(byte) { index += 1 }
    }

    private mutating func value(depth: Int) throws {
        space()
        switch current.map({ Character(Unicode.Scalar($0)) }) {
        case "{": try container("}", depth) { try $0.member(depth: depth + 1, keys: &$1) }
        case "[": try container("]", depth) { grammar, _ in try grammar.value(depth: depth + 1) }
        case "\"": _ = try string()
        case "t": try expect("true")
        case "f": try expect("false")
        case "n": try expect("null")
        default: try number()
        }
        space()
    }

    private mutating func container(
        _ end: Character, _ depth: Int, _ item: (inout Grammar, inout Set<[UInt16]>) throws -> Void
    ) throws {
        guard depth < Self.maximumDepth else { throw Refusal() }
        var keys: Set<[UInt16]> = []
        index += 1
        space()
        if take(end) { return }
        repeat { try item(&self, &keys) } while take(",")
        guard take(end) else { throw Refusal() }
    }

    private mutating func member(depth: Int, keys: inout Set<[UInt16]>) throws {
        space()
        if !keys.insert(try string()).inserted { verdict.hasTwins = true }
        space()
        try expect(":")
        try value(depth: depth)
    }

    private mutating func digits() throws {
        let start = index
        while let byte = current, (0x30...0x39).contains(byte) { index += 1 }
        if index == start { throw Refusal() }
    }

    private mutating func number() throws {
        let start = index
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = bytes[start..<index]
        let isWhole = text.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        if text.contains(where: { $0 | 0x20 == 0x65 }),
            !text.prefix(while: { $0 | 0x20 != 0x65 }).contains(where: { (0x31...0x39).contains($0) })
        {
            verdict.hasRaisedZeros = true
        }
        let isTiny = Double(String(decoding: text, as: UTF8.self)).map { $0.magnitude < .leastNormalMagnitude } ?? false
        if !isWhole, isTiny || text.count(where: { (0x30...0x39).contains($0) }) > 15 { verdict.hasRoughNumbers = true }
    }

    /// The code units of a string; surrogates that are no pair are refused, as they name no character.
    private mutating func string() throws -> [UInt16] {
        try expect("\"")
        var units: [UInt16] = []
        var start = index
        while !take("\"") {
            guard let byte = current, byte >= 0x20 else { throw Refusal() }
            index += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            units += Array(String(decoding: bytes[start..<(index - 1)], as: UTF8.self).utf16) + [try escaped()]
            start = index
        }
        units += Array(String(decoding: bytes[start..<(index - 1)], as: UTF8.self).utf16)
        guard String(decoding: units, as: UTF16.self).utf16.elementsEqual(units) else { throw Refusal() }
        return units
    }

    private mutating func escaped() throws -> UInt16 {
        guard let byte = current else { throw Refusal() }
        index += 1
        let short = zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8).first { $0.0 == byte }
        if let short { return UInt16(short.1) }
        guard byte == UInt8(ascii: "u"), index + 4 <= bytes.count else { throw Refusal() }
        let digits = bytes[index..<(index + 4)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { throw Refusal() }
        index += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
    }
}
