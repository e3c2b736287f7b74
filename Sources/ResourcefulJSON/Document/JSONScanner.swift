/// A scanner that reads a text onto a tape in one pass, strictly by RFC 8259, without recursion.
///
/// It reads the text and writes the tape through pointers. Every read first compares its position with the end of the
/// text. Whenever a value begins, the tape has capacity for four more words; at most three are written before the next
/// value begins.
struct JSONScanner {
    /// The maximum nesting depth of arrays and objects.
    static let maximumDepth = 512

    let text: UnsafeRawBufferPointer
    let limit: Int
    var index = 0

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
        self.text = text
        limit = text.count
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
        scanner.skipSpace()
        guard scanner.index < scanner.limit else {
            throw JSONMistake(expected: "JSON", offset: scanner.index)
        }
        let tape = try scanner.scanAll()
        return (tape, scanner.shortcuts)
    }

    /// Returns the tape of the values of lines, one after the other. Returns nil unless every line is a value or blank.
    static func scanLines(
        _ text: UnsafeRawBufferPointer, lineBreaks: Int
    ) -> (tape: [UInt64], shortcuts: [Int: JSONShortcut])? {
        var scanner = JSONScanner(text, maximumDepth, isLines: true)
        scanner.passLineBreaks()
        guard scanner.index < scanner.limit else { return ([], [:]) }
        guard let tape = try? scanner.scanAll(),
            // Otherwise there is a line break in a value.
            scanner.lineBreaks == lineBreaks
        else { return nil }
        return (tape, scanner.shortcuts)
    }

    private mutating func scanAll() throws(JSONMistake) -> [UInt64] {
        var outcome = Result<Bool, JSONMistake>.success(false)
        var tape: [UInt64] = []
        var capacity = text.count / 10 + 16
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

    /// Reads values until the document ends or the tape is full. Returns false if the tape is full.
    private mutating func run() throws(JSONMistake) -> Bool {
        while true {
            guard count + 4 <= tape.count else { return false }
            let opensContainer = try scanValue()
            if opensContainer { continue }
            repeat {
                guard container >= 0 else {
                    if try isAtEnd() { return true }
                    break
                }
                children += 1
            } while try !beginNext()
        }
    }

    /// Moves from the end of an outermost value to the end of the text, and returns true, or to the value in the next
    /// line.
    private mutating func isAtEnd() throws(JSONMistake) -> Bool {
        let breaks = isLines ? passLineBreaks() : 0
        skipSpace()
        if index == limit { return true }
        guard breaks > 0 else { throw failure(expected: "the end of the document") }
        return false
    }

    /// Skips whitespace, and returns the number of line breaks in it.
    @discardableResult
    private mutating func passLineBreaks() -> Int {
        let start = index
        skipSpace()
        let breaks = ByteSearch.count(
            of: UInt8(ascii: "\n"), in: UnsafeRawBufferPointer(rebasing: text[start..<index]))
        lineBreaks += breaks
        return breaks
    }

    /// Reads a scalar or an empty container and returns false, or opens any other container and returns true.
    @inline(__always)
    private mutating func scanValue() throws(JSONMistake) -> Bool {
        let byte = current
        switch byte {
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): try scanNumber()
        case UInt8(ascii: "{"):
            try open(.object)
            skipSpace()
            guard current == UInt8(ascii: "}") else {
                try scanKey()
                return true
            }
            close()
        case UInt8(ascii: "["):
            try open(.array)
            skipSpace()
            guard current == UInt8(ascii: "]") else { return true }
            close()
        case UInt8(ascii: "t"): try scanWord(0x6575_7274, 4, .true)
        case UInt8(ascii: "f"): try scanWord(0x6573_6C61, 5, .false)
        case UInt8(ascii: "n"): try scanWord(0x6C6C_756E, 4, .null)
        default: throw failure(expected: "a value")
        }
        return false
    }

    /// Moves from the end of a value to the start of the next one. If there is none, closes the container and returns
    /// false.
    @inline(__always)
    private mutating func beginNext() throws(JSONMistake) -> Bool {
        skipSpace()
        let byte = current
        if byte == UInt8(ascii: ",") {
            index += 1
            skipSpace()
            if isInObject {
                guard current == UInt8(ascii: "\"") else { throw failure(expected: "a key in quotes") }
                try scanKey()
            }
            return true
        }
        guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw failure(expected: isInObject ? "a comma or }" : "a comma or ]")
        }
        close()
        return false
    }

    @inline(__always)
    private mutating func scanKey() throws(JSONMistake) {
        guard current == UInt8(ascii: "\"") else { throw failure(expected: "a key in quotes") }
        try scanString()
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw failure(expected: "a colon") }
        index += 1
        skipSpace()
    }

    private mutating func open(_ kind: JSONKind) throws(JSONMistake) {
        guard depth < maximumDepth else {
            throw failure(expected: "at most \(maximumDepth) levels of arrays and objects")
        }
        depth += 1
        append(kind, offset: index, length: 0)
        // Until the container ends, its second word stores the parent and the number of the parent's children.
        tape[count] = UInt64(UInt32(truncatingIfNeeded: container)) | UInt64(UInt32(truncatingIfNeeded: children)) << 32
        container = count - 1
        count += 1
        children = 0
        isInObject = kind == .object
        index += 1
    }

    private mutating func close() {
        index += 1
        depth -= 1
        let waiting = tape[container + 1]
        let start = JSONWord(bits: tape[container]).offset
        tape[container] = JSONWord(isInObject ? .object : .array, offset: start, length: children).bits
        tape[container + 1] = JSONEnd(next: count, end: index).bits
        if children > JSONShortcut.threshold { addShortcut() }
        container = Int(Int32(truncatingIfNeeded: waiting))
        children = Int(waiting >> 32)
        isInObject = container >= 0 && JSONWord(bits: tape[container]).kind == .object
    }

    @inline(never)
    private mutating func addShortcut() {
        let written = UnsafeBufferPointer(rebasing: tape[..<count])
        shortcuts[container] = JSONShortcut(into: container, of: written, text: text)
    }

    @inline(__always)
    mutating func append(_ kind: JSONKind, offset: Int, length: Int) {
        tape[count] = JSONWord(kind, offset: offset, length: length).bits
        count += 1
    }
}
