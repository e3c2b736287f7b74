/// RFC 8259 once more, as plainly as it can be written: a judge that shares no code with what it judges.
package struct Grammar {
    package enum Verdict: Equatable, Sendable {
        case refused
        /// An object has one key twice, by code units.
        case acceptedWithTwins
        case accepted
    }

    /// How deep arrays and objects may nest, here and in Foundation.
    private static let maximumDepth = 512

    private struct Refusal: Error {}

    private let bytes: [UInt8]
    private var index = 0
    private var hasTwins = false

    package static func verdict(on bytes: [UInt8]) -> Verdict {
        // A byte order mark may be ignored.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(validating: bytes, as: UTF8.self) != nil else { return .refused }
        var grammar = Grammar(bytes: bytes)
        do {
            try grammar.value(depth: 0)
        } catch {
            return .refused
        }
        return grammar.index < bytes.count ? .refused : grammar.hasTwins ? .acceptedWithTwins : .accepted
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
        if !keys.insert(try string()).inserted { hasTwins = true }
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
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
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
        guard String(validating: units, as: UTF16.self) != nil else { throw Refusal() }
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
