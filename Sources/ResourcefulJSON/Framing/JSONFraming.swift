/// Finds where JSON texts begin and end in bytes that come piece by piece. It does not look into them further than it
/// must; it does not recurse, and keeps no bytes but those of a key.
package struct JSONFraming: Sendable {
    /// What is between the texts.
    package enum Form: Sendable, Equatable {
        /// A line break (JSON Lines).
        case lines
        /// A comma of the array at a path.
        case array(JSONPath)
        /// A record separator (RFC 7464).
        case sequence
    }

    /// What is found in the bytes.
    enum Event {
        /// A text begins with the byte at an index.
        case began(Int)
        /// The text ends before the byte at an index.
        case ended(Int)
    }

    /// What should have been found, and was not. The path is known where no text is.
    struct Mistake: Error {
        let expected: String
        let found: String
        var path: JSONPath?

        init(_ expected: String, _ found: String, at path: JSONPath? = nil) {
            (self.expected, self.found, self.path) = (expected, found, path)
        }

        /// A byte that stands where it can't, named as in a document that comes whole.
        init(_ expected: String, _ byte: UInt8, at path: JSONPath? = nil) {
            self.init(expected, FoundText.character([byte]), at: path)
        }
    }

    let form: Form
    /// Whether a text has begun, and not ended.
    var isInText = false
    /// Where it is in an array, or on the way there.
    var walk: JSONWalk

    init(_ form: Form) {
        self.form = form
        if case .array(let path) = form { walk = JSONWalk(to: path) } else { walk = JSONWalk(to: []) }
    }

    /// Goes on from a place to what is next, and moves the place behind it; nil and the end when nothing is.
    mutating func next(
        in bytes: UnsafeRawBufferPointer, from index: inout Int
    ) throws(Mistake) -> Event? {
        switch form {
        case .lines: isInText ? end(at: UInt8(ascii: "\n"), in: bytes, &index) : begin(in: bytes, &index)
        case .array: try nextOfArray(in: bytes, &index)
        case .sequence: try nextOfSequence(in: bytes, &index)
        }
    }

    /// Says that no more bytes will come: a text that has begun ends here, or something is missing.
    func finish() throws(Mistake) {
        if case .array = form { try walk.finish() }
    }

    /// Begins a text with the first byte that is no white space.
    private mutating func begin(in bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Event? {
        Self.skipSpace(in: bytes, &index)
        guard index < bytes.count else { return nil }
        isInText = true
        return .began(index)
    }

    /// Ends a text before a byte, wherever that stands: it occurs in no text.
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

// Sequences (RFC 7464, section 2.1): each text stands behind one or more separators.
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
