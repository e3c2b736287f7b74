#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The way to an array in a document, and through it.
struct JSONWalk: Sendable {
    enum Stage: Sendable {
        /// Before the value of a step.
        case value
        /// In an object on the way: before a key or the end, before a key, in a key, behind a key.
        case firstKey, key, inKey, colon
        /// In an array on the way: before the first element or the end.
        case firstIndex
        /// In a value beside the way.
        case skipping
        /// In the array itself: before the first element or the end, before an element, in an element.
        case firstElement, element, inElement
        /// Behind the array: in what it stood in, or behind all.
        case tail, behind
    }

    /// What is asked for.
    let path: JSONPath
    var stage = Stage.value
    /// How many steps were taken.
    var level = 0
    /// Whether the innermost container on the way is an object.
    var isInObject = false
    /// The index of the element, in an array on the way.
    var position = 0
    /// The bytes of the key that is read.
    var key: [UInt8] = []
    // Where a value is: how many brackets are open in it, whether it is in a string, behind a backslash.
    var depth = 0
    var isInString = false
    var isEscaped = false
    /// How many bytes of a byte order mark have come; nil when none can come.
    var mark: Int? = 0
    /// Whether the first separator of a sequence has come.
    var hasBegun = false

    init(to path: JSONPath) { self.path = path }

    /// Says that no more bytes will come.
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

    /// The steps that were taken.
    var way: JSONPath { JSONPath(path.components.prefix(level)) }

    /// The step to take next; nil where the array must stand.
    var step: JSONPath.Component? { level < path.components.count ? path.components[level] : nil }

    /// The index that the next step leads to in an array.
    var wantedIndex: Int? {
        step?.elementIndex
    }
}

// The steps.
extension JSONWalk {
    mutating func beginObject() {
        isInObject = true
        stage = .firstKey
    }

    mutating func beginArray() {
        isInObject = false
        stage = .firstIndex
    }

    /// Begins the value behind a key: it is on the way, or beside it.
    mutating func beginMember() throws(JSONFraming.Mistake) {
        guard let name = try? JSON(parsing: Data([0x22] + key.dropLast() + [0x22])).string else {
            throw JSONFraming.Mistake("a key in quotes", "something that is none", at: way)
        }
        begin(isOnWay: step == .key(name))
    }

    /// Begins an element of an array on the way: it is on the way, or beside it.
    mutating func beginIndex(_ index: Int) {
        position = index
        begin(isOnWay: index == wantedIndex)
    }

    private mutating func begin(isOnWay: Bool) {
        stage = isOnWay ? .value : .skipping
        if isOnWay { level += 1 }
    }

    /// Ends the array itself.
    mutating func endArray() {
        stage = level == 0 ? .behind : .tail
        // The outermost bracket is where the value ends.
        depth = max(0, level - 1)
    }

    /// What to say when the next step leads nowhere.
    func nothing(_ reason: String) -> JSONFraming.Mistake {
        JSONFraming.Mistake("an array", "nothing (\(reason))", at: JSONPath(path.components.prefix(level + 1)))
    }
}

// Values.
extension JSONWalk {
    /// Goes through a value up to a byte that is outside of all its brackets and strings, and ends it: a comma or a
    /// closing bracket. The end of the bytes when there is none.
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

    /// Goes to the end of a string, behind its quote.
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
