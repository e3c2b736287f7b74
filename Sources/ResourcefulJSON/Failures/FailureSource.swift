/// A failure to read a text, which finds its details when they are needed.
///
/// Most failures are never displayed: `try?` drops them, the second of two types fits, or the element is skipped.
/// So a failure only stores the place.
protocol FailureSource: AnyObject, Sendable {
    /// The mask of the text itself.
    var mask: (any TextMask)? { get }
    /// The kind of failure.
    var kind: ParseFailure.Kind { get }
    /// The path in the document.
    var path: JSONPath { get }
    /// The description of what was expected at the path.
    var expected: String { get }
    /// Returns a description of what was found instead.
    func found(_ mask: (any TextMask)?) -> String
    /// Returns the text around the place.
    func excerpt(_ mask: (any TextMask)?) -> Excerpt?
    /// The line and the column of the place.
    var position: TextPosition? { get }
}

/// A failure whose details are all known.
final class StatedFailure: FailureSource {
    struct Facts: Hashable {
        var kind: ParseFailure.Kind
        var path: JSONPath
        var expected: String
        var found: String
        var excerpt: String?
        var caret: Int?
        var position: TextPosition?
    }

    let facts: Facts

    init(_ facts: Facts) { self.facts = facts }

    var mask: (any TextMask)? { nil }
    var kind: ParseFailure.Kind { facts.kind }
    var path: JSONPath { facts.path }
    var expected: String { facts.expected }
    func found(_ mask: (any TextMask)?) -> String { facts.found }
    func excerpt(_ mask: (any TextMask)?) -> Excerpt? {
        facts.excerpt.map { Excerpt(text: $0, caret: facts.caret ?? 0) }
    }
    var position: TextPosition? { facts.position }
}

/// A failure that doesn't show what a mask hides, or in a part of a text, with its path and position in the whole text.
final class PlacedFailure: FailureSource {
    private let source: any FailureSource
    private let root: JSONPath
    private let start: TextPosition
    let mask: (any TextMask)?

    init(
        _ source: any FailureSource, below root: JSONPath = [],
        at start: TextPosition = TextPosition(line: 1, column: 1),
        by mask: (any TextMask)? = nil
    ) {
        (self.source, self.root, self.start) = (source, root, start)
        self.mask = mask ?? source.mask
    }

    var kind: ParseFailure.Kind { source.kind }
    var path: JSONPath { JSONPath(root.components + source.path.components) }
    var expected: String { source.expected }
    func found(_ mask: (any TextMask)?) -> String { source.found(mask) }
    func excerpt(_ mask: (any TextMask)?) -> Excerpt? { source.excerpt(mask) }

    var position: TextPosition? {
        source.position.map { inner in
            TextPosition(
                line: start.line + inner.line - 1,
                column: inner.line == 1 ? start.column + inner.column - 1 : inner.column)
        }
    }
}
