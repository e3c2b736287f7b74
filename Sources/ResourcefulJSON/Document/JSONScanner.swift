/// A scanner that reads a text onto a tape in one pass, strictly by RFC 8259, without recursion.
///
/// It reads the text and writes the tape through pointers. Every read first compares its place with the end of the
/// text. Whenever a member or an element begins, the tape has capacity for four more words; at most three are written
/// before the next one begins.
struct JSONScanner {
    /// The maximum nesting depth of arrays and objects.
    static let maximumDepth = 512

    let tokens: JSONTokens
    private var index = 0

    private let maximumDepth: Int
    /// Whether the text has a value per line, and not one value.
    private let isLines: Bool
    /// The number of line breaks before, between, and after the values of lines.
    private var lineBreaks = 0
    private(set) var tape = UnsafeMutableBufferPointer<UInt64>(start: nil, count: 0)
    private(set) var count = 0
    /// The innermost open container, or -1. Its second word stores how to return to its parent: the parent, and the
    /// number of its children so far.
    private(set) var container = -1
    private(set) var isInObject = false
    private(set) var children = 0
    private var depth = 0
    private var shortcuts: [Int: JSONShortcut] = [:]

    private init(_ text: UnsafeRawBufferPointer, _ maximumDepth: Int, isLines: Bool = false) {
        tokens = JSONTokens(text)
        self.maximumDepth = maximumDepth
        self.isLines = isLines
    }

    /// Returns the tape of a text, and the shortcuts into its large containers.
    static func scan(
        _ text: UnsafeRawBufferPointer, maximumDepth: Int
    ) throws(JSONMistake) -> (tape: [UInt64], shortcuts: [Int: JSONShortcut]) {
        var scanner = JSONScanner(text, maximumDepth)
        // A byte order mark may be ignored (RFC 8259, section 8.1).
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { scanner.index = 3 }
        scanner.index = scanner.tokens.space(from: scanner.index)
        guard scanner.index < text.count else { throw JSONMistake(expected: "JSON", offset: scanner.index) }
        let tape = try scanner.scanAll()
        return (tape, scanner.shortcuts)
    }

    /// Returns the tape of the values of lines, one after the other. Returns nil unless every line is a value or blank.
    static func scanLines(
        _ text: UnsafeRawBufferPointer, lineBreaks: Int
    ) -> (tape: [UInt64], shortcuts: [Int: JSONShortcut])? {
        var scanner = JSONScanner(text, maximumDepth, isLines: true)
        scanner.index = scanner.lineBreaks(from: 0).end
        guard scanner.index < text.count else { return ([], [:]) }
        guard let tape = try? scanner.scanAll(),
            // Otherwise there is a line break in a value.
            scanner.lineBreaks == lineBreaks
        else { return nil }
        return (tape, scanner.shortcuts)
    }

    private mutating func scanAll() throws(JSONMistake) -> [UInt64] {
        var outcome = Result<Bool, JSONMistake>.success(false)
        var tape: [UInt64] = []
        var capacity = tokens.limit / 10 + 16
        while try !outcome.get() {
            tape = [UInt64](unsafeUninitializedCapacity: capacity) { buffer, count in
                _ = buffer.initialize(from: tape)
                self.tape = buffer
                do throws(JSONMistake) {
                    outcome = .success(try run())
                } catch {
                    var mistake = error
                    // The tape is still valid here.
                    mistake.path = path(expecting: mistake.expected)
                    outcome = .failure(mistake)
                }
                count = self.count
            }
            capacity += capacity / 2
        }
        return tape
    }

    /// Reads members and elements until the document ends or the tape is full. Returns false if the tape is full.
    private mutating func run() throws(JSONMistake) -> Bool {
        // What changes with each token is in registers. As properties, it would be in memory.
        let (tokens, tape, limit, maximumDepth) = (tokens, tape, tape.count, maximumDepth)
        var (index, count, depth) = (index, count, depth)
        var (container, isInObject, children) = (container, isInObject, children)
        defer {
            (self.index, self.count, self.depth) = (index, count, depth)
            (self.container, self.isInObject, self.children) = (container, isInObject, children)
        }
        @inline(__always) func append(_ kind: JSONKind, from start: Int, to end: Int) {
            tape[count] = JSONWord(kind, offset: start, length: end &- start).bits
            count &+= 1
        }
        while true {
            guard count &+ 4 <= limit else { return false }
            if isInObject {
                guard tokens[index] == UInt8(ascii: "\"") else { throw tokens.failure("a key in quotes", at: index) }
                let key = try tokens.string(from: index &+ 1)
                append(key.kind, from: index &+ 1, to: key.end)
                index = key.end &+ 1
                if tokens[index] != UInt8(ascii: ":") { index = tokens.space(from: index) }
                guard tokens[index] == UInt8(ascii: ":") else { throw tokens.failure("a colon", at: index) }
                index = tokens.space(from: index &+ 1)
            }
            let (byte, start) = (tokens[index], index)
            switch byte {
            case UInt8(ascii: "\""):
                let string = try tokens.string(from: start &+ 1)
                append(string.kind, from: start &+ 1, to: string.end)
                index = string.end &+ 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                let number = try tokens.number(from: start)
                append(number.kind, from: start, to: number.end)
                index = number.end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < maximumDepth else {
                    throw tokens.failure("at most \(maximumDepth) levels of arrays and objects", at: start)
                }
                depth &+= 1
                // Until the container ends, its second word stores the parent and the number of the parent's children.
                tape[count + 1] =
                    UInt64(UInt32(truncatingIfNeeded: container)) | UInt64(UInt32(truncatingIfNeeded: children)) << 32
                container = count
                isInObject = byte == UInt8(ascii: "{")
                append(isInObject ? .object : .array, from: start, to: start)
                count &+= 1
                index = tokens.space(from: start &+ 1)
                children = 0
                // Both closing brackets are two after the opening ones.
                guard tokens[index] == byte + 2 else { continue }
                children = -1
            case UInt8(ascii: "t"):
                index = try tokens.word(0x6575_7274, from: start, to: start &+ 4)
                append(.true, from: start, to: index)
            case UInt8(ascii: "f"):
                index = try tokens.word(0x6573_6C61, from: start, to: start &+ 5)
                append(.false, from: start, to: index)
            case UInt8(ascii: "n"):
                index = try tokens.word(0x6C6C_756E, from: start, to: start &+ 4)
                append(.null, from: start, to: index)
            default: throw tokens.failure("a value", at: start)
            }
            // From the end of a value to the next one, and out of all containers that end in between.
            while true {
                guard container >= 0 else {
                    index = try next(after: index)
                    if index == tokens.limit { return true }
                    break
                }
                children &+= 1
                if tokens[index] != UInt8(ascii: ",") { index = tokens.space(from: index) }
                let byte = tokens[index]
                if byte == UInt8(ascii: ",") {
                    index = tokens.space(from: index &+ 1)
                    break
                }
                guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw tokens.failure(isInObject ? "a comma or }" : "a comma or ]", at: index)
                }
                index &+= 1
                depth &-= 1
                let waiting = tape[container + 1]
                let word = JSONWord(bits: tape[container])
                tape[container] = JSONWord(word.kind, offset: word.offset, length: children).bits
                tape[container + 1] = JSONEnd(next: count, end: index).bits
                if children > JSONShortcut.threshold { addShortcut(into: container, count) }
                container = Int(Int32(truncatingIfNeeded: waiting))
                children = Int(waiting >> 32)
                isInObject = container >= 0 && JSONWord(bits: tape[container]).kind == .object
            }
        }
    }

    /// Returns the end of the text, or the place of the value in the next line, after an outermost value.
    private mutating func next(after index: Int) throws(JSONMistake) -> Int {
        let (breaks, end) = isLines ? lineBreaks(from: index) : (0, tokens.space(from: index))
        guard end == tokens.limit || breaks > 0 else {
            throw tokens.failure("the end of the document", at: end)
        }
        return end
    }

    /// Counts the line breaks in the whitespace from a place on. Returns their number, and the place after it.
    private mutating func lineBreaks(from start: Int) -> (count: Int, end: Int) {
        let end = tokens.space(from: start)
        let (spaces, lineBreak) = (UnsafeRawBufferPointer(rebasing: tokens.text[start..<end]), UInt8(ascii: "\n"))
        let breaks = spaces.count == 1 && spaces[0] == lineBreak ? 1 : ByteSearch.count(of: lineBreak, in: spaces)
        lineBreaks += breaks
        return (breaks, end)
    }

    @inline(never)
    private mutating func addShortcut(into container: Int, _ count: Int) {
        let written = UnsafeBufferPointer(rebasing: tape[..<count])
        shortcuts[container] = JSONShortcut(into: container, of: written, text: tokens.text)
    }
}
