/// A scanner that finds where JSON texts begin and end in bytes that arrive in pieces. It examines the texts no further
/// than necessary, doesn't recurse, and stores only the bytes of a key.
package struct JSONFraming: Sendable {
    /// The separator between the texts.
    package enum Form: Sendable, Equatable {
        /// A line break (JSON Lines).
        case lines
        /// A comma of the array at the path.
        case array(JSONPath)
        /// A record separator (RFC 7464).
        case sequence
    }

    /// A boundary of a text in the bytes.
    enum Event {
        /// A text begins with the byte at an index.
        case began(Int)
        /// The text ends before the byte at an index.
        case ended(Int)
    }

    /// A failure to find what was expected. Its path is known outside of texts.
    struct Mistake: Error {
        let expected: String
        let found: String
        var path: JSONPath?

        init(_ expected: String, _ found: String, at path: JSONPath? = nil) {
            (self.expected, self.found, self.path) = (expected, found, path)
        }

        /// Creates a failure at an unexpected byte, named as in the failures of a complete document.
        init(_ expected: String, _ byte: UInt8, at path: JSONPath? = nil) {
            self.init(expected, FoundText.character([byte]), at: path)
        }
    }

    let form: Form
    /// Whether a text has begun and hasn't ended.
    var isInText = false
    /// The position in the array, or on the path to it.
    var walk: JSONWalk

    init(_ form: Form) {
        self.form = form
        if case .array(let path) = form { walk = JSONWalk(to: path) } else { walk = JSONWalk(to: []) }
    }

    /// Finds the next event from an index on, and advances the index past it. Returns nil, and advances the index to
    /// the end, if there is none.
    mutating func next(
        in bytes: UnsafeRawBufferPointer, from index: inout Int
    ) throws(Mistake) -> Event? {
        switch form {
        case .lines: isInText ? end(at: UInt8(ascii: "\n"), in: bytes, &index) : begin(in: bytes, &index)
        case .array: try nextOfArray(in: bytes, &index)
        case .sequence: try nextOfSequence(in: bytes, &index)
        }
    }

    /// Signals the end of the bytes. Throws if the array isn't complete.
    func finish() throws(Mistake) {
        if case .array = form { try walk.finish() }
    }

    /// Begins a text at the first byte that isn't whitespace.
    private mutating func begin(in bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Event? {
        Self.skipSpace(in: bytes, &index)
        guard index < bytes.count else { return nil }
        isInText = true
        return .began(index)
    }

    /// Ends a text before the next occurrence of a byte, which no text contains.
    private mutating func end(at byte: UInt8, in bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Event? {
        let end = ByteSearch.firstIndex(of: byte, in: bytes, from: index)
        guard end < bytes.count else {
            index = end
            return nil
        }
        index = end + 1
        isInText = false
        return .ended(end)
    }

    static func skipSpace(in bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        while index < bytes.count, JSONSpace.contains(bytes[index]) { index += 1 }
    }

}

// Sequences (RFC 7464, section 2.1): one or more separators precede each text.
extension JSONFraming {
    private static var separator: UInt8 { 0x1E }

    private mutating func nextOfSequence(
        in bytes: UnsafeRawBufferPointer, _ index: inout Int
    ) throws(Mistake) -> Event? {
        if isInText { return end(at: Self.separator, in: bytes, &index) }
        while let event = begin(in: bytes, &index) {
            guard bytes[index] == Self.separator else {
                guard walk.hasBegun else {
                    isInText = false
                    throw Mistake("a record separator (RFC 7464)", bytes[index])
                }
                return event
            }
            walk.hasBegun = true
            isInText = false
            index += 1
        }
        return nil
    }
}
