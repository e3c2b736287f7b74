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
    /// The line and the column of the place, from 1 on, the column in bytes; nil when the place is not known.
    public var position: TextPosition?

    /// A parse failure.
    public init(
        path: JSONPath = [], expected: String, found: String, excerpt: String? = nil, position: TextPosition? = nil
    ) {
        self.path = path
        self.expected = expected
        self.found = found
        self.excerpt = excerpt
        self.position = position
    }

    /// One sentence with the path and the place, and the excerpt behind it.
    public var description: String {
        var text = path.isEmpty ? "" : "\(path): "
        text += "expected \(expected), found \(found)"
        if let position { text += " (\(position))" }
        if let excerpt { text += " near: \(excerpt)" }
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
