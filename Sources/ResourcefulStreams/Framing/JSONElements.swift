/// A reader of the elements of a huge array, or of JSON Lines, that returns them one by one as the bytes arrive.
///
/// The elements don't depend on how the bytes were split. The reader keeps only the element that hasn't ended yet. It
/// returns the elements before a malformed one, and then throws a failure from that call on.
///
/// It reads bytes from any source. For the bytes of a response, use a ``StreamResource``, such as
/// ``StreamResource/init(jsonLines:decoder:maximumSize:)``.
///
///     var elements = JSONElements(.lines)
///     var titles: [String] = []
///     for piece in [#"{"title": "Va"#, "lues\"}\n{\"title\": \"Plans\"}"] {
///         titles += try elements.take(Data(piece.utf8)).map { try $0.title.string }
///     }
///     titles += try elements.finish().map { try $0.title.string }  // ["Values", "Plans"]
public struct JSONElements: Sendable {
    /// The format of a stream of elements.
    public enum Form: Sendable {
        /// One array with all elements.
        case array
        /// A document per line; lines with only whitespace are skipped (JSON Lines).
        case lines
    }

    /// The number of elements returned so far.
    public var count: Int { texts.count }

    private var texts: JSONTexts

    /// Creates a reader.
    public init(_ form: Form) {
        texts = JSONTexts(form == .array ? .array([]) : .lines, maximumSize: .max)
    }

    /// Reads bytes and returns the elements that end in them. Linear in the bytes, wherever they were split.
    ///
    /// - Throws: `ParseFailure` with the index of the element, the line, and the column. If these bytes contain
    ///   elements before the malformed one, this call returns them, and the next call throws.
    public mutating func take(_ bytes: Data) throws -> [JSON] {
        var elements: [JSON] = []
        do {
            try texts.take(bytes) { elements.append(try Self.element($0)) }
        } catch {
            if elements.isEmpty { throw error }
        }
        return elements
    }

    /// Returns the last element if the end of the bytes ends it: the last line doesn't need a line break.
    ///
    /// - Throws: `ParseFailure` if the document is truncated.
    public mutating func finish() throws -> [JSON] {
        var elements: [JSON] = []
        try texts.finish { elements.append(try Self.element($0)) }
        return elements
    }

    /// Parses an element from a copy of its bytes, so that it doesn't keep the whole piece in memory.
    private static func element(_ text: Data) throws -> JSON {
        try JSON(parsing: text.withUnsafeBytes { Data($0) })
    }
}
