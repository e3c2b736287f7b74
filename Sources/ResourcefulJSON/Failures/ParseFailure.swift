/// Why bytes could not be read as a value: where, what was expected there, what was found, and the text around it.
///
/// A failure of a JSON document remembers the document and the place; path, line, column and excerpt are found when
/// somebody looks, in time linear in the document. So a failure that nobody looks at costs next to nothing, and as long
/// as one is kept, so is its document.
public struct ParseFailure: Error, Sendable, CustomStringConvertible {
    private(set) var source: any FailureSource

    init(_ source: any FailureSource) { self.source = source }

    /// A parse failure.
    public init(
        path: JSONPath = [], expected: String, found: String, excerpt: String? = nil, caret: Int? = nil,
        position: TextPosition? = nil, kind: Kind = .mismatch
    ) {
        let facts = StatedFailure.Facts(
            kind: kind, path: path, expected: expected, found: found, excerpt: excerpt, caret: caret, position: position
        )
        self.init(StatedFailure(facts))
    }

    /// A parse failure at a byte of a text: the excerpt around it, and its line and column.
    package init(
        path: JSONPath = [], expected: String, found: String, at offset: Int, of text: UnsafeRawBufferPointer,
        mask: (any TextMask)?, kind: Kind = .malformed
    ) {
        let excerpt = Excerpt(of: text, around: offset, mask: mask)
        self.init(
            path: path, expected: expected, found: found, excerpt: excerpt?.text, caret: excerpt?.caret,
            position: text.isEmpty ? nil : TextPosition(of: offset, in: text), kind: kind)
    }

    /// What kind of failure it is.
    public var kind: Kind {
        get { source.kind }
        set { state { $0.kind = newValue } }
    }

    /// Where in the document: `episodes[0].title`; empty for the document as a whole.
    public var path: JSONPath {
        get { source.path }
        set { state { $0.path = newValue } }
    }

    /// What was expected there: "a string", "Int", "an object with the key title".
    public var expected: String {
        get { source.expected }
        set { state { $0.expected = newValue } }
    }

    /// What stood there instead.
    public var found: String {
        get { source.found(source.mask) }
        set { state { $0.found = newValue } }
    }

    /// The text around the place: at most 200 characters on one line; nil when there is none.
    ///
    /// Where the failure is one of a response, secrets are replaced.
    public var excerpt: String? {
        get { stated.map { $0.excerpt } ?? source.excerpt(source.mask)?.text }
        set { state { $0.excerpt = newValue } }
    }

    /// How many Unicode scalars of the excerpt stand before the place; nil when there is no excerpt.
    public var caret: Int? {
        get { stated.map { $0.caret } ?? source.excerpt(source.mask)?.caret }
        set { state { $0.caret = newValue } }
    }

    /// The line and the column of the place, from 1 on, the column in bytes; nil when the place is not known.
    public var position: TextPosition? {
        get { source.position }
        set { state { $0.position = newValue } }
    }

    /// The same, not showing what a mask hides, unless its document has a mask of its own; and what another one hides
    /// in any case.
    package func masked(by mask: any TextMask, always hidden: (any TextMask)? = nil) -> ParseFailure {
        guard stated == nil else { return hidden.map { stated(hiding: $0) } ?? self }
        guard let own = source.mask else { return ParseFailure(MaskedFailure(source, by: mask)) }
        return hidden.map { ParseFailure(MaskedFailure(source, by: JoinedMask(first: own, second: $0))) } ?? self
    }

    private func stated(hiding mask: any TextMask) -> ParseFailure {
        let hide = { (text: String) in String(decoding: mask.masked(Array(text.utf8)), as: UTF8.self) }
        var hidden = self
        hidden.found = hide(found)
        hidden.excerpt = excerpt.map(hide)
        return hidden
    }

    /// The same failure in a part of a text as one of the whole, in which the part begins at a path and a place.
    func placed(below root: JSONPath, at start: TextPosition) -> ParseFailure {
        ParseFailure(PlacedFailure(source, below: root, at: start))
    }
}

// What is said of a failure, found or known.
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

    /// Whether the same is said of two failures.
    public static func == (one: ParseFailure, other: ParseFailure) -> Bool { one.facts == other.facts }

    /// What is said of it.
    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}

// As text.
extension ParseFailure: CustomDebugStringConvertible, CustomReflectable {
    /// The description alone, for a debugger or `dump`: what it was found by may hold more of the text.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// One sentence with the path and the place, and the excerpt behind it.
    public var description: String {
        let facts = facts
        var text = facts.path.isEmpty ? "" : "\(facts.path.shortened): "
        text += "expected \(facts.expected), found \(facts.found)"
        if let position = facts.position { text += " (\(position))" }
        if let excerpt = facts.excerpt { text += " near: \(excerpt)" }
        return text
    }

    /// Several lines for a developer: path, place, what was expected and found, and the excerpt with a caret under the
    /// place.
    public var debugDescription: String { "parse failed" + details }

    /// What follows the words "parse failed".
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
