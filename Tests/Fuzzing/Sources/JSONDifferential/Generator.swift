import ResourcefulTesting

/// Makes documents: valid ones by the grammar, and others by changing bytes of them.
package struct Generator {
    private var random: SplitMix64
    private var text: [UInt8] = []

    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The next document. Two of three are valid.
    package mutating func next() -> [UInt8] {
        text.removeAll(keepingCapacity: true)
        switch int(0..<8) {
        case 0...2: value(depth: int(0..<6))
        case 3...4: record(depth: 2)
        case 5: pair()
        case 6: oneIn(20) ? deep() : value(depth: 3)
        default: value(depth: 2)
        }
        if oneIn(3) { mutate() }
        return text
    }

    private mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func oneIn(_ count: Int) -> Bool { int(0..<count) == 0 }
    private mutating func put(_ string: String) { text.append(contentsOf: string.utf8) }
    private mutating func pick(_ words: [String]) -> String { words[int(0..<words.count)] }

    private mutating func space() {
        if oneIn(6) { put(pick([" ", "\n", "\t", "\r", "  ", "\r\n", "        \n         "])) }
    }

    private mutating func value(depth: Int) {
        space()
        switch int(0..<(depth > 0 ? 9 : 6)) {
        case 0: put(pick(["null", "true", "false"]))
        case 1, 2: number()
        case 3...5: string()
        case 6: list { $0.value(depth: depth - 1) }
        default: object(depth: depth)
        }
        space()
    }

    private mutating func list(_ element: (inout Generator) -> Void) {
        put("[")
        space()
        for index in 0..<int(0..<5) {
            if index > 0 { put(",") }
            element(&self)
        }
        put("]")
    }

    private mutating func object(depth: Int) {
        put("{")
        space()
        // A large one now and then, and keys that stand twice.
        for index in 0..<(oneIn(40) ? int(0..<80) : int(0..<5)) {
            if index > 0 { put(",") }
            space()
            if oneIn(8) { put("\"a\"") } else { string() }
            space()
            put(":")
            value(depth: depth - 1)
        }
        put("}")
    }

    private mutating func deep() {
        let depth = oneIn(6) ? int(505..<520) : int(1..<80)
        let opening = (0..<depth).map { _ in oneIn(2) }
        for isArray in opening { put(isArray ? "[" : "{\"k\":") }
        put("1")
        for isArray in opening.reversed() { put(isArray ? "]" : "}") }
    }

    private mutating func record(depth: Int) {
        put("{")
        var isFirst = true
        for key in Record.keys where key == "id" || key == "name" || oneIn(3) {
            if oneIn(60) { continue }
            if !isFirst { put(",") }
            isFirst = false
            space()
            put("\"\(key)\":")
            if oneIn(12) { value(depth: 1) } else { member(key, depth: depth) }
        }
        put("}")
    }

    private mutating func member(_ key: String, depth: Int) {
        switch key {
        case "id", "small", "large":
            put(pick(["0", "-0", "7", "-128", "127", "128", "18446744073709551615", "3.0", "1e2"]))
        case "ratio", "short", "at", "price": number()
        case "isOpen": put(pick(["true", "false", "null", "0"]))
        case "link": put(pick(["\"http://a/b\"", "\"\"", "\"http://[\"", "\"a b\"", "null", "\"\\u0068ttp://a\""]))
        case "blob": put(pick(["\"AQID\"", "\"AQ==\"", "\"\"", "\"A\"", "\"AQ ID\"", "[1,2]"]))
        case "kind": put(pick(["\"one\"", "\"two\"", "\"t\\u0077o\"", "\"three\"", "null", "1"]))
        case "tags": list { $0.string() }
        case "counts":
            put(pick(["{}", "{\"1\":2,\"-3\":4.5}", "{\"x\":1}", "{\"1\":1,\"1\":2}", "{\"01\":1}", "null"]))
        case "names": put(pick(["{}", "{\"a\":\"b\",\"c\":null}", "{\"a\":1}", "{\"a\":\"b\",\"a\":\"c\"}"]))
        case "parts": depth > 0 ? list { $0.record(depth: depth - 1) } : put("[]")
        default: string()
        }
    }

    private mutating func pair() {
        put("[")
        number()
        put(",")
        list { $0.string() }
        if oneIn(2) {
            put(",")
            value(depth: 1)
        }
        put("]")
    }

    private mutating func mutate() {
        for _ in 0..<int(1..<4) where !text.isEmpty {
            let index = int(0..<text.count)
            switch int(0..<6) {
            case 0: text[index] = UInt8(truncatingIfNeeded: random.next())
            case 1: text.remove(at: index)
            case 2: text.insert(Array("{}[]:,\"\\0-.e \u{0}\n".utf8)[int(0..<15)], at: index)
            case 3: text.removeSubrange(index...)
            case 4: text.insert(contentsOf: text[index..<min(text.count, index + int(1..<9))], at: index)
            default: text[index] ^= 1 << UInt8(int(0..<8))
            }
        }
    }
}

extension Generator {
    private mutating func number() {
        switch int(0..<9) {
        case 0: put("\(int(-9..<10))")
        case 1: put("\(Int(truncatingIfNeeded: random.next()))")
        case 2: put("\(random.next())")
        case 3: put("\(Double(int(-99_999..<99_999)) / 100)")
        case 4: put("\(Double(bitPattern: random.next() & 0xFFEF_FFFF_FFFF_FFFF))")
        case 5: put("\(digits(1..<40)).\(digits(1..<30))")
        case 6: put("\(pick(["", "-"]))\(digits(1..<4))\(pick(["e", "E"]))\(pick(["", "+", "-"]))\(digits(1..<4))")
        case 7: put("\(digits(15..<25))\(pick(["", ".0", ".5", "e0", "e-1", "e5"]))")
        default:
            put(
                pick([
                    "-0", "0.0", "-0.0", "1e400", "-1e400", "1e-400", "9007199254740993", "9007199254740992.5",
                    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
                    "18446744073709551616", "4.9406564584124654e-324", "2.2250738585072011e-308", "1e23", "00", "01",
                    "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "Infinity", "1e+", "-01",
                ]))
        }
    }

    private mutating func digits(_ count: Range<Int>) -> String {
        let first = "\(int(1..<10))"
        return first + (0..<int(count)).map { _ in "\(int(0..<10))" }.joined()
    }

    private mutating func string() {
        put("\"")
        for _ in 0..<(oneIn(20) ? int(0..<60) : int(0..<7)) { piece() }
        put("\"")
    }

    private mutating func piece() {
        switch int(0..<16) {
        case 0: put(pick(["\\n", "\\t", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r"]))
        case 1: put("\\u\(hex(UInt16(truncatingIfNeeded: random.next())))")
        case 2: put("\\u\(hex(0xD800 + UInt16(int(0..<0x400))))\\u\(hex(0xDC00 + UInt16(int(0..<0x400))))")
        case 3: put(pick(["\\uD83D", "\\ude00", "\\uD83D\\n", "\\u0000", "\\u00e9", "\\uFFFF", "\\uD83Dx"]))
        case 4: put(pick(["é", "日本", "👩‍🚀", "\u{301}", "\u{7F}", "\u{2028}", "\u{10FFFF}", "\u{FEFF}"]))
        case 5 where oneIn(30): put(pick(["\\x", "\\u12", "\\u12G4", "\n", "\u{0}", "\u{1F}", "\\"]))
        case 6 where oneIn(30): text.append(contentsOf: badUTF8[int(0..<badUTF8.count)])
        default: text.append(UInt8(int(0x23..<0x5B)))
        }
    }

    private func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16, uppercase: number % 2 == 0)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// Bytes that are no UTF-8: alone, too long, a surrogate, too large, cut short.
private let badUTF8: [[UInt8]] = [
    [0x80], [0xFF], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
    [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2, 0x82],
    [0xF0, 0x9F, 0x98],
]
