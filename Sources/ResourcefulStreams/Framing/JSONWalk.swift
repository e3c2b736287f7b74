/// The state of the path to an array in a document, and through the array.
struct JSONWalk: Sendable {
    enum Stage: Sendable {
        /// Before the value at a step of the path.
        case value
        /// In an object on the path: before the first key or the end, before a key, in a key, after a key.
        case firstKey, key, inKey, colon
        /// In an array on the path: before the first element or the end.
        case firstIndex
        /// In a value that isn't on the path.
        case skipping
        /// In the array at the path: before the first element or the end, before an element, in an element.
        case firstElement, element, inElement
        /// After the array: in its enclosing containers, or after the document.
        case tail, behind
    }

    /// The path of the array.
    let path: JSONPath
    var stage = Stage.value
    /// The number of steps taken.
    var level = 0
    /// Whether the innermost container on the path is an object.
    var isInObject = false
    /// The index of the element in an array on the path.
    var position = 0
    /// The bytes of the key being read.
    var key: [UInt8] = []
    // The state in a value: the number of open brackets, whether it is in a string, whether it is after a backslash.
    var depth = 0
    var isInString = false
    var isEscaped = false
    /// The number of bytes of a byte order mark read so far; nil if no mark can follow.
    var mark: Int? = 0
    /// Whether the first separator of a sequence has been read.
    var hasBegun = false

    init(to path: JSONPath) { self.path = path }

    /// Signals the end of the bytes. Throws if the document isn't complete.
    func finish() throws(JSONFraming.Mistake) {
        let end = "the end of the document"
        switch stage {
        case .behind: return
        case .tail: throw JSONFraming.Mistake("the end of an object or array", end, at: [])
        case .firstElement, .element, .inElement: throw JSONFraming.Mistake("a comma or ]", end)
        case .value where level == path.components.count: throw JSONFraming.Mistake("[", end, at: way)
        default: throw JSONFraming.Mistake("a value", end, at: JSONPath(path.components.prefix(level + 1)))
        }
    }

    /// The steps taken so far.
    var way: JSONPath { JSONPath(path.components.prefix(level)) }

    /// The next step; nil if the array is next.
    var step: JSONPath.Component? { level < path.components.count ? path.components[level] : nil }

    /// The index of the next step in an array; nil if the step isn't an index.
    var wantedIndex: Int? {
        step?.elementIndex
    }
}

// Steps.
extension JSONWalk {
    mutating func beginObject() {
        isInObject = true
        stage = .firstKey
    }

    mutating func beginArray() {
        isInObject = false
        stage = .firstIndex
    }

    /// Begins the value of a key, which may be on the path or not.
    mutating func beginMember() throws(JSONFraming.Mistake) {
        guard let name = try? JSON(parsing: Data([0x22] + key.dropLast() + [0x22])).string else {
            throw JSONFraming.Mistake("a key in quotes", "something else", at: way)
        }
        begin(isOnWay: step == .key(name))
    }

    /// Begins an element of an array on the path, which may itself be on the path or not.
    mutating func beginIndex(_ index: Int) {
        position = index
        begin(isOnWay: index == wantedIndex)
    }

    private mutating func begin(isOnWay: Bool) {
        stage = isOnWay ? .value : .skipping
        if isOnWay { level += 1 }
    }

    /// Ends the array at the path.
    mutating func endArray() {
        stage = level == 0 ? .behind : .tail
        // The value ends with the outermost bracket.
        depth = max(0, level - 1)
    }

    /// Returns the failure for a step that leads to a missing value.
    func nothing(_ reason: String) -> JSONFraming.Mistake {
        JSONFraming.Mistake("an array", "nothing (\(reason))", at: JSONPath(path.components.prefix(level + 1)))
    }
}

// Values.
extension JSONWalk {
    /// Skips a value up to the comma or closing bracket that ends it, outside of its brackets and strings. Returns the
    /// index of that byte; the end of the bytes if there is none.
    mutating func passValue(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var (index, depth) = (start, depth)
        defer { self.depth = depth }
        while index < bytes.count {
            if isInString {
                passString(in: bytes, &index)
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return index }
                depth -= 1
            case UInt8(ascii: ","): if depth == 0 { return index }
            default: break
            }
            index += 1
        }
        return index
    }

    /// Skips the rest of a string, including its closing quote.
    mutating func passString(in bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        if isEscaped {
            isEscaped = false
            index += 1
        }
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        while true {
            index = ByteSearch.firstIndex(of: quote, or: backslash, in: bytes, from: index)
            guard index < bytes.count else { return }
            index += 1
            if bytes[index - 1] == quote {
                isInString = false
                return
            }
            guard index < bytes.count else {
                isEscaped = true
                return
            }
            index += 1
        }
    }
}
