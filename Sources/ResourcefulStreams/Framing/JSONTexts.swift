/// A splitter that finds JSON texts in bytes that arrive in pieces, and gives a failure in a text its position in the
/// whole.
///
/// A text that is entirely in one piece isn't copied. The beginning of an incomplete text is kept, up to a maximum
/// size.
package struct JSONTexts: Sendable {
    /// The number of texts read so far.
    private(set) var count = 0

    private var framing: JSONFraming
    private let maximumSize: Int
    /// The beginning of the text that hasn't ended.
    private var pending = Data()
    private var failure: (any Error)?
    // Where the scan is, and where the text starts.
    private var place = TextPosition(line: 1, column: 1)
    private var start = TextPosition(line: 1, column: 1)

    package init(_ form: JSONFraming.Form, maximumSize: Int) {
        framing = JSONFraming(form)
        self.maximumSize = maximumSize
    }

    /// Takes a piece, and calls a function with each text that ends in it.
    ///
    /// - Throws: `ParseFailure` with its position in the whole, including one that the function throws. Later calls
    ///   throw the same error.
    package mutating func take(_ piece: Data, _ read: (Data) throws -> Void) throws {
        if let failure { throw failure }
        do {
            try piece.withUnsafeBytes { bytes in try take(bytes, of: piece, read) }
        } catch {
            failure = error
            throw error
        }
    }

    /// Whether the next byte is outside of texts.
    var isBetweenTexts: Bool { failure == nil && !framing.isInText }

    /// Passes texts that were read otherwise, and end where a line ends.
    mutating func pass(_ texts: Int, lines: Int) {
        count += texts
        place = TextPosition(line: place.line + lines, column: 1)
    }

    /// Takes the end, and calls a function with the text that it ends, if any.
    package mutating func finish(_ read: (Data) throws -> Void) throws {
        if let failure { throw failure }
        do {
            do throws(JSONFraming.Mistake) {
                try framing.finish()
            } catch {
                throw failure(of: error)
            }
            if framing.isInText { try end(pending, read) }
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func take(
        _ bytes: UnsafeRawBufferPointer, of piece: Data, _ read: (Data) throws -> Void
    ) throws {
        var (index, begin, passed) = (0, 0, 0)
        func pass(to end: Int) {
            place = place.advanced(over: UnsafeRawBufferPointer(rebasing: bytes[passed..<end]))
            passed = end
        }
        while true {
            let event: JSONFraming.Event?
            do throws(JSONFraming.Mistake) {
                event = try framing.next(in: bytes, from: &index)
            } catch {
                pass(to: index)
                if framing.isInText { try checkSize(pending.count + index - begin) }
                throw failure(of: error)
            }
            switch event {
            case .began(let first):
                pass(to: first)
                (begin, start) = (first, place)
            case .ended(let end):
                try checkSize(pending.count + end - begin)
                if case .lines = framing.form {
                    // There is no line break in a line, so it need not be searched for one.
                    place = TextPosition(line: place.line, column: place.column + end - passed)
                    passed = end
                }
                let rest = piece[(piece.startIndex + begin)..<(piece.startIndex + end)]
                if pending.isEmpty {
                    try self.end(rest, read)
                } else {
                    pending.append(rest)
                    try self.end(pending, read)
                    pending.removeAll(keepingCapacity: pending.count < Self.keptCapacity)
                }
                begin = 0
            case nil:
                pass(to: bytes.count)
                guard framing.isInText else { return }
                try checkSize(pending.count + bytes.count - begin)
                pending.append(piece[(piece.startIndex + begin)...])
                return
            }
        }
    }

    private static var keptCapacity: Int { 1 << 20 }
}

// Texts and their failures.
extension JSONTexts {
    private mutating func end(_ text: Data, _ read: (Data) throws -> Void) throws {
        if text.first == 0xEF, !mayHaveMark {
            throw placed(ParseFailure(expected: "a value", found: "the byte 0xef", kind: .malformed))
        }
        do {
            try read(text)
        } catch let failure as ParseFailure {
            throw placed(failure)
        }
        count += 1
    }

    /// Whether a byte order mark may precede the text: at the start of the bytes, or of a text of a sequence.
    private var mayHaveMark: Bool {
        switch framing.form {
        case .lines: start == TextPosition(line: 1, column: 1)
        case .array: false
        case .sequence: true
        }
    }

    private var root: JSONPath { framing.walk.path.appending(.index(count)) }

    /// Returns a failure in a text as one in the whole.
    private func placed(_ failure: ParseFailure) -> ParseFailure { failure.placed(below: root, at: start) }

    private func failure(of mistake: JSONFraming.Mistake) -> ParseFailure {
        ParseFailure(
            path: mistake.path ?? root, expected: mistake.expected, found: mistake.found, position: place,
            kind: .malformed)
    }

    private func checkSize(_ size: Int) throws(ParseFailure) {
        guard size > maximumSize else { return }
        throw ParseFailure(
            path: root, expected: "an element of at most \(maximumSize) bytes", found: "a longer one", position: start)
    }
}
