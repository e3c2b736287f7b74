/// Why bytes could not be read as a value: where, what was expected there, what was found, and the text around it.
public struct ParseFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the document: `episodes[0].title`; empty for the document as a whole.
    public var path: JSONPath
    /// What was expected there: "a string", "Int", "an object with the key title".
    public var expected: String
    /// What stood there instead.
    public var found: String
    /// The text around the place: at most 200 characters on one line, secrets replaced; nil when there is none.
    public var excerpt: String?
    /// How many Unicode scalars of the excerpt stand before the place; nil when there is no excerpt.
    public var caret: Int?
    /// The line and the column of the place, from 1 on, the column in bytes; nil when the place is not known.
    public var position: TextPosition?

    /// A parse failure.
    public init(
        path: JSONPath = [], expected: String, found: String, excerpt: String? = nil, caret: Int? = nil,
        position: TextPosition? = nil
    ) {
        self.path = path
        self.expected = expected
        self.found = found
        self.excerpt = excerpt
        self.caret = caret
        self.position = position
    }

    /// A parse failure at a byte of a text: the excerpt around it, and its line and column.
    init(
        path: JSONPath = [], expected: String, found: String, at offset: Int, of text: UnsafeRawBufferPointer
    ) {
        let excerpt = Excerpt(of: text, around: offset)
        self.init(
            path: path, expected: expected, found: found, excerpt: excerpt?.text, caret: excerpt?.caret,
            position: text.isEmpty ? nil : Excerpt.position(in: text, of: offset))
    }

    /// One sentence with the path and the place, and the excerpt behind it.
    public var description: String {
        var text = path.isEmpty ? "" : "\(path.shortened): "
        text += "expected \(expected), found \(found)"
        if let position { text += " (\(position))" }
        if let excerpt { text += " near: \(excerpt)" }
        return text
    }
}

extension ParseFailure: CustomDebugStringConvertible {
    /// Several lines for a developer: path, place, what was expected and found, and the excerpt with a caret under the
    /// place.
    public var debugDescription: String { "parse failed" + details }

    /// What follows the words "parse failed".
    var details: String {
        var text = path.isEmpty ? "" : " at \(path.shortened)"
        if let position { text += path.isEmpty ? " at \(position)" : " (\(position))" }
        text += "\n  expected \(expected)\n  found    \(found)"
        if let excerpt {
            text += "\n  \(excerpt)"
            if let caret { text += "\n  \(Excerpt.space(under: excerpt.unicodeScalars.prefix(caret)))^" }
        }
        return text
    }
}

/// A place in a text.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1 on.
    public let line: Int
    /// The byte in the line, from 1 on.
    public let column: Int

    /// A place in a text.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// "line 3, column 14".
    public var description: String { "line \(line), column \(column)" }
}
