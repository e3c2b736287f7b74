extension URITemplate {
    /// The value of a variable: a text, a list of texts, pairs of names and texts, or nothing.
    ///
    /// Literals are values: `"a"`, `1`, `["a", "b"]`, `["x": "1", "y": "2"]`, `nil`. Wrap the variables of your
    /// program, `["id": .init(episode.id)]`, unless the function takes ``Expandable`` values.
    ///
    ///     let template = try URITemplate("search{/section}{?tags*,page}")
    ///     let variables: [String: URITemplate.Value] = [
    ///         "section": "episodes", "tags": ["swift", "laws"], "page": nil,
    ///     ]
    ///     print(try template.expand(variables))  // search/episodes?tags=swift&tags=laws
    public struct Value: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case undefined
            case text(String)
            case list([String])
            case pairs([Pair])
        }

        struct Pair: Hashable, Sendable {
            var name: String
            var value: String
        }

        let content: Content

        /// No value: the variable is left out, including its name.
        package static let undefined = Value(content: .undefined)

        private init(content: Content) { self.content = content }

        /// Creates the value of a text, a number, a Boolean, a list or a dictionary. Nil and an empty list are no value
        /// (RFC 6570, section 2.3).
        public init(_ value: some Expandable) { self = value.templateValue }

        /// Creates a text.
        init(text: String) { content = .text(text) }

        /// Creates a list of texts. An empty list is no value (RFC 6570, section 2.3).
        init(members: [String]) { content = members.isEmpty ? .undefined : .list(members) }

        /// Creates pairs of names and texts, in order. No pairs are no value (RFC 6570, section 2.3).
        package init(pairs: some Sequence<(String, String)>) {
            let pairs = pairs.map { Pair(name: $0, value: $1) }
            content = pairs.isEmpty ? .undefined : .pairs(pairs)
        }
    }
}

extension URITemplate.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a text.
    public init(stringLiteral text: String) { self.init(text: text) }

    /// Creates a whole number.
    public init(integerLiteral number: Int) { self.init(number) }

    /// Creates a number.
    public init(floatLiteral number: Double) { self.init(number) }

    /// Creates `true` or `false`.
    public init(booleanLiteral boolean: Bool) { self.init(boolean) }

    /// Creates no value.
    public init(nilLiteral: ()) { self = .undefined }

    /// Creates a list. Nested lists are flattened.
    public init(arrayLiteral members: URITemplate.Value...) { self.init(members: members.flatMap(\.texts)) }

    /// Creates pairs of names and values, in the order of the literal. Pairs without a value are left out.
    public init(dictionaryLiteral pairs: (String, URITemplate.Value)...) {
        self.init(pairs: pairs.flatMap { name, value in value.texts.map { (name, $0) } })
    }

    /// All texts in the value.
    var texts: [String] {
        switch content {
        case .undefined: []
        case .text(let text): [text]
        case .list(let members): members
        case .pairs(let pairs): pairs.flatMap { [$0.name, $0.value] }
        }
    }
}
