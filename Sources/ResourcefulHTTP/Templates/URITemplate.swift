/// A URL with holes in it, and how variables fill them (RFC 6570, levels 1 to 4).
///
///     try URITemplate("episodes{/id}{?page,tags*}").expand(["id": 1, "page": 2])   // episodes/1?page=2
///
/// What a variable holds never escapes its place, but for the operators `+` and `#`, which are there to let reserved
/// characters through: keep text from outside away from these.
public struct URITemplate: Hashable, Sendable, CustomStringConvertible {
    /// The template as it was written.
    public let rawValue: String
    var parts: [Part]

    /// A template from its text.
    ///
    /// - Throws: ``InvalidURITemplate`` where the text does not follow the grammar of RFC 6570, section 2. An
    ///   apostrophe may stand in it, as erratum 6937 has it.
    public init(_ text: some StringProtocol) throws(InvalidURITemplate) {
        rawValue = String(text)
        var parser = URITemplateParser(rawValue)
        parts = try parser.parse()
    }

    /// The names of the variables, in the order in which they first occur.
    public var variableNames: [String] {
        var names: [String] = []
        for case .expression(let expression) in parts {
            for name in expression.variables.map(\.name) where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The template as it was written.
    public var description: String { rawValue }
}

extension URITemplate {
    /// A piece of a template.
    enum Part: Hashable, Sendable {
        /// Text that is copied, encoded already.
        case literal(String)
        /// What stands between braces.
        case expression(Expression)
    }

    /// What stands between braces.
    struct Expression: Hashable, Sendable {
        var style: Style
        var variables: [Variable]
    }

    /// A variable in an expression.
    struct Variable: Hashable, Sendable {
        var name: String
        var modifier: Modifier
        /// Where in the template the variable stands, in bytes.
        var offset: Int
    }

    /// What is done to a value before it is written.
    enum Modifier: Hashable, Sendable {
        case none
        /// Only so many Unicode scalars of it.
        case prefix(Int)
        /// Each member by itself.
        case explode
    }

    /// What an operator means: the table of RFC 6570, appendix A.
    enum Style: UInt8, Hashable, Sendable {
        case simple = 0x7B
        case reserved = 0x2B
        case fragment = 0x23
        case label = 0x2E
        case path = 0x2F
        case pathParameters = 0x3B
        case query = 0x3F
        case continuation = 0x26

        /// What stands before the first value.
        var first: String { self == .simple || self == .reserved ? "" : operatorText }
        /// What stands between two values.
        var separator: String {
            switch self {
            case .simple, .reserved, .fragment: ","
            case .query, .continuation: "&"
            case .label, .path, .pathParameters: operatorText
            }
        }
        /// Whether values are written with their names.
        var isNamed: Bool { self == .pathParameters || self == .query || self == .continuation }
        /// What stands behind the name of an empty value.
        var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }
        /// Whether reserved characters and encoded ones stay as they are.
        var allowsReserved: Bool { self == .reserved || self == .fragment }

        private var operatorText: String { String(Unicode.Scalar(rawValue)) }
    }
}

/// Why a text is no URI template, or a template can't be expanded with a value: what and where (RFC 6570, section 3).
public struct InvalidURITemplate: Error, Hashable, Sendable, CustomStringConvertible {
    /// The template as it was written.
    public let template: String
    /// Where in the template, in bytes of UTF-8, from 0 on.
    public let offset: Int
    /// What is wrong there, for a person.
    public let reason: String

    /// The template, the place and the reason.
    public var description: String {
        "the URI template \(template.debugDescription) is malformed at offset \(offset): \(reason)"
    }
}
