/// The reason that bytes couldn't be read as a value: the path, what was expected there, what was found, and the text
/// around it.
///
/// A failure in a JSON document stores the document and the place. It computes the path, line, column, and excerpt when
/// you access them, in time linear in the document. So a failure that you don't inspect costs next to nothing, but it
/// keeps its document in memory.
///
///     do {
///         print(try Episode.all.parse(data))
///     } catch let error as LoadError {
///         if let failure = error.parseFailure {
///             print(failure.path, failure.expected, failure.found)  // [0].title String 3
///         }
///     }
public struct ParseFailure: Error, Sendable, CustomStringConvertible {
    private(set) var source: any FailureSource

    init(_ source: any FailureSource) { self.source = source }

    /// Creates a parse failure.
    public init(
        path: JSONPath = [], expected: String, found: String, excerpt: String? = nil, caret: Int? = nil,
        position: TextPosition? = nil, kind: Kind = .mismatch
    ) {
        let facts = StatedFailure.Facts(
            kind: kind, path: path, expected: expected, found: found, excerpt: excerpt, caret: caret, position: position
        )
        self.init(StatedFailure(facts))
    }

    /// Creates a parse failure at a byte of a text, with the excerpt around it, and its line and column.
    package init(
        path: JSONPath = [], expected: String, found: String, at offset: Int, of text: UnsafeRawBufferPointer,
        mask: (any TextMask)?, kind: Kind = .malformed
    ) {
        let excerpt = Excerpt(of: text, around: offset, mask: mask)
        self.init(
            path: path, expected: expected, found: found, excerpt: excerpt?.text, caret: excerpt?.caret,
            position: text.isEmpty ? nil : TextPosition(of: offset, in: text), kind: kind)
    }

    /// The kind of the failure.
    public var kind: Kind {
        get { source.kind }
        set { state { $0.kind = newValue } }
    }

    /// The path in the document, such as `episodes[0].title`; empty for the document as a whole.
    public var path: JSONPath {
        get { source.path }
        set { state { $0.path = newValue } }
    }

    /// The description of what was expected at the path: "a string", "Int", "an object with the key title".
    public var expected: String {
        get { source.expected }
        set { state { $0.expected = newValue } }
    }

    /// The description of what was found instead.
    public var found: String {
        get { source.found(source.mask) }
        set { state { $0.found = newValue } }
    }

    /// The text around the place, on one line of at most 200 characters; nil if there is no text.
    ///
    /// If the failure is in a response, secrets are replaced.
    public var excerpt: String? {
        get { stated.map { $0.excerpt } ?? source.excerpt(source.mask)?.text }
        set { state { $0.excerpt = newValue } }
    }

    /// The number of Unicode scalars in the excerpt before the place; nil if there is no excerpt.
    public var caret: Int? {
        get { stated.map { $0.caret } ?? source.excerpt(source.mask)?.caret }
        set { state { $0.caret = newValue } }
    }

    /// The line and the column of the place, both from 1, the column in bytes; nil if the place is unknown.
    public var position: TextPosition? {
        get { source.position }
        set { state { $0.position = newValue } }
    }

    /// Returns a copy that doesn't show what `mask` hides. If the failure's document has its own mask, that mask
    /// applies instead, in addition to `hidden`. If the failure's details are already stored as text, only `hidden`
    /// applies.
    package func masked(by mask: any TextMask, always hidden: (any TextMask)? = nil) -> ParseFailure {
        guard stated == nil else { return hidden.map { stated(hiding: $0) } ?? self }
        guard let own = source.mask else { return ParseFailure(PlacedFailure(source, by: mask)) }
        return hidden.map { ParseFailure(PlacedFailure(source, by: JoinedMask(first: own, second: $0))) } ?? self
    }

    private func stated(hiding mask: any TextMask) -> ParseFailure {
        let hide = { (text: String) in String(decoding: mask.masked(Array(text.utf8)), as: UTF8.self) }
        var hidden = self
        hidden.found = hide(found)
        hidden.excerpt = excerpt.map(hide)
        return hidden
    }

    /// Returns a failure in a part of a text as a failure in the whole text. The part begins at the given path and
    /// position.
    package func placed(below root: JSONPath, at start: TextPosition) -> ParseFailure {
        ParseFailure(PlacedFailure(source, below: root, at: start))
    }
}

// The details of a failure, computed or stored.
extension ParseFailure: Hashable {
    private var stated: StatedFailure.Facts? { (source as? StatedFailure)?.facts }

    private var facts: StatedFailure.Facts {
        if let stated { return stated }
        let excerpt = source.excerpt(source.mask)
        return StatedFailure.Facts(
            kind: kind, path: path, expected: expected, found: found, excerpt: excerpt?.text, caret: excerpt?.caret,
            position: position)
    }

    private mutating func state(_ change: (inout StatedFailure.Facts) -> Void) {
        var facts = facts
        change(&facts)
        source = StatedFailure(facts)
    }

    /// Whether two failures have the same details.
    public static func == (one: ParseFailure, other: ParseFailure) -> Bool { one.facts == other.facts }

    /// Hashes the details.
    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}

// Descriptions.
extension ParseFailure: CustomDebugStringConvertible, CustomReflectable {
    /// The description alone, for a debugger or `dump`: the source of the failure may contain more of the text.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// One sentence with the path and the position, followed by the excerpt.
    public var description: String {
        let facts = facts
        var text = facts.path.isEmpty ? "" : "\(facts.path.shortened): "
        text += "expected \(facts.expected), found \(facts.found)"
        if let position = facts.position { text += " (\(position))" }
        if let excerpt = facts.excerpt { text += " near: \(excerpt)" }
        return text
    }

    /// Several lines for a developer: path, position, what was expected and found, and the excerpt with a caret below
    /// the place.
    public var debugDescription: String { "parse failed" + details }

    /// The text after the words "parse failed".
    package var details: String {
        let facts = facts
        var text = facts.path.isEmpty ? "" : " at \(facts.path.shortened)"
        if let position = facts.position { text += facts.path.isEmpty ? " at \(position)" : " (\(position))" }
        text += "\n  expected \(facts.expected)\n  found    \(facts.found)"
        if let excerpt = facts.excerpt {
            text += "\n  \(excerpt)"
            if let caret = facts.caret {
                text += "\n  \(Excerpt.space(under: excerpt.unicodeScalars.prefix(caret)))^"
            }
        }
        return text
    }
}

extension ParseFailure {
    /// The kind of a failure, which lets code distinguish failures without parsing messages.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// There is nothing to read: the text has no bytes, or only whitespace.
        public static let empty = Kind(description: "empty")
        /// The response has a media type that wasn't requested: an HTML page, for example.
        public static let mediaType = Kind(description: "mediaType")
        /// The text doesn't follow its format: it isn't valid JSON, or is truncated.
        public static let malformed = Kind(description: "malformed")
        /// There is no value at the path.
        public static let missing = Kind(description: "missing")
        /// The value at the path isn't the expected one.
        public static let mismatch = Kind(description: "mismatch")
    }
}
