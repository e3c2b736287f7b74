/// A URL with placeholders for variables (RFC 6570, levels 1 to 4).
///
///     let template = try URITemplate("episodes{/id}{?page,tags*}")
///     print(try template.expand(["id": 1, "page": 2]))  // episodes/1?page=2
///
/// Reserved characters in values are encoded, so a value can't extend beyond its place. The operators `+` and `#` keep
/// reserved characters by design: don't use them with untrusted text.
public struct URITemplate: Hashable, Sendable, CustomStringConvertible {
    /// The text of the template.
    public let rawValue: String
    var parts: [Part]

    /// Creates a template from its text.
    ///
    /// - Throws: ``InvalidURITemplate`` if the text doesn't follow the grammar of RFC 6570, section 2. An apostrophe is
    ///   allowed, according to erratum 6937.
    public init(_ text: some StringProtocol) throws(InvalidURITemplate) {
        rawValue = String(text)
        var parser = URITemplateParser(rawValue)
        parts = try parser.parse()
    }

    /// The names of the variables, in the order in which they first occur.
    package var variableNames: [String] {
        var names: [String] = []
        for case .expression(let expression) in parts {
            for name in expression.variables.map(\.name) where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The text of the template.
    public var description: String { rawValue }
}

extension URITemplate {
    /// A piece of a template.
    enum Part: Hashable, Sendable {
        /// Text that is copied, already encoded.
        case literal(String)
        /// An expression in braces.
        case expression(Expression)
    }

    /// An expression in braces.
    struct Expression: Hashable, Sendable {
        var style: Style
        var variables: [Variable]
    }

    /// A variable in an expression.
    struct Variable: Hashable, Sendable {
        var name: String
        var modifier: Modifier
        /// The offset of the variable in the template, in bytes.
        var offset: Int
    }

    /// A modification of a value before it is written.
    enum Modifier: Hashable, Sendable {
        case none
        /// The maximum number of Unicode scalars.
        case prefix(Int)
        /// Each member separately.
        case explode
    }

    /// The meaning of an operator: the table of RFC 6570, appendix A.
    enum Style: UInt8, Hashable, Sendable {
        case simple = 0x7B
        case reserved = 0x2B
        case fragment = 0x23
        case label = 0x2E
        case path = 0x2F
        case pathParameters = 0x3B
        case query = 0x3F
        case continuation = 0x26

        /// The text before the first value.
        var first: String { self == .simple || self == .reserved ? "" : operatorText }
        /// The text between two values.
        var separator: String {
            switch self {
            case .simple, .reserved, .fragment: ","
            case .query, .continuation: "&"
            case .label, .path, .pathParameters: operatorText
            }
        }
        /// Whether values are written with their names.
        var isNamed: Bool { self == .pathParameters || self == .query || self == .continuation }
        /// The text after the name of an empty value.
        var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }
        /// Whether reserved characters and percent-encoded bytes stay unchanged.
        var allowsReserved: Bool { self == .reserved || self == .fragment }

        private var operatorText: String { String(Unicode.Scalar(rawValue)) }
    }
}

/// The reason why a text isn't a URI template, or why a template can't be expanded with a value (RFC 6570, section 3).
public struct InvalidURITemplate: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text of the template.
    public let template: String
    /// The zero-based offset in the template, in bytes of UTF-8.
    public let offset: Int
    /// The description of the problem, for people.
    public let reason: String

    /// The template, the offset and the reason.
    public var description: String {
        "the URI template \(template.debugDescription) is malformed at offset \(offset): \(reason)"
    }
}
