/// The reason that a text isn't valid JSON, as the scanner reports it: what it expected, and where.
struct JSONMistake: Error {
    let expected: String
    let offset: Int
    var path = JSONPath()
}

/// A failure to parse a text as JSON. It keeps the text, without copying it, to show an excerpt.
final class JSONTextFailure: FailureSource {
    let mask: (any TextMask)?
    private let mistake: JSONMistake
    private let text: Data

    init(_ mistake: JSONMistake, in text: Data, mask: (any TextMask)?) {
        self.mistake = mistake
        self.text = text
        self.mask = mask
    }

    var kind: ParseFailure.Kind { text.isBlank ? .empty : .malformed }
    var path: JSONPath { mistake.path }
    var expected: String { mistake.expected }

    func found(_ mask: (any TextMask)?) -> String {
        if text.isEmpty { return "an empty body" }
        if text.isBlank { return "nothing but white space" }
        return text.withUnsafeBytes { FoundText.name(at: mistake.offset, of: $0) }
    }

    func excerpt(_ mask: (any TextMask)?) -> Excerpt? {
        text.isBlank ? nil : text.withUnsafeBytes { Excerpt(of: $0, around: mistake.offset, mask: mask) }
    }

    var position: TextPosition? {
        text.isBlank ? nil : text.withUnsafeBytes { TextPosition(of: mistake.offset, in: $0) }
    }
}
