extension URITemplate {
    /// What a variable holds: a text, a list of texts, pairs of names and texts, or nothing.
    ///
    /// Literals are values: `"a"`, `1`, `["a", "b"]`, `["x": "1", "y": "2"]`, `nil`. A variable of your program is put
    /// into one, `["id": .init(episode.id)]`, unless it is ``Expandable`` where that is enough.
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

        /// No value: the variable is left out, its name and all.
        public static let undefined = Value(content: .undefined)

        private init(content: Content) { self.content = content }

        /// A text; nil is no value.
        public init(_ text: (some StringProtocol)?) {
            content = text.map { .text(String($0)) } ?? .undefined
        }

        /// A whole number, in decimal digits; nil is no value.
        public init(_ number: (some BinaryInteger)?) {
            content = number.map { .text("\($0)") } ?? .undefined
        }

        /// A number, without the `.0` of a whole one; nil is no value.
        public init(_ number: Double?) {
            content = number.map { .text(QueryText.of($0)) } ?? .undefined
        }

        /// `true` or `false`; nil is no value.
        public init(_ boolean: Bool?) {
            content = boolean.map { .text("\($0)") } ?? .undefined
        }

        /// A list of texts. An empty one is no value (RFC 6570, section 2.3).
        public init(_ list: some Sequence<String>) { self.init(members: list.map(\.self)) }

        /// A list of whole numbers. An empty one is no value (RFC 6570, section 2.3).
        public init<Number: BinaryInteger>(_ list: some Sequence<Number>) { self.init(members: list.map { "\($0)" }) }

        /// A list of texts, those that are nil left out.
        public init(_ list: some Sequence<String?>) { self.init(members: list.compactMap(\.self)) }

        /// Names and texts, in their order. No pairs are no value (RFC 6570, section 2.3).
        public init(pairs: some Sequence<(String, String)>) {
            let pairs = pairs.map { Pair(name: $0, value: $1) }
            content = pairs.isEmpty ? .undefined : .pairs(pairs)
        }

        /// Names and texts, in the order of the names.
        public init(_ dictionary: [String: String]) {
            self.init(pairs: dictionary.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }

        private init(members: [String]) { content = members.isEmpty ? .undefined : .list(members) }
    }
}

extension URITemplate.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral text: String) { self.init(text) }

    /// A whole number.
    public init(integerLiteral number: Int) { self.init(number) }

    /// A number.
    public init(floatLiteral number: Double) { self.init(number) }

    /// `true` or `false`.
    public init(booleanLiteral boolean: Bool) { self.init(boolean) }

    /// No value.
    public init(nilLiteral: ()) { self = .undefined }

    /// A list. Its members are single values; the members of one that is not are taken one by one.
    public init(arrayLiteral members: URITemplate.Value...) { self.init(members.flatMap(\.texts)) }

    /// Names and values, in the order of the literal; a pair without a value is left out.
    public init(dictionaryLiteral pairs: (String, URITemplate.Value)...) {
        self.init(pairs: pairs.flatMap { name, value in value.texts.map { (name, $0) } })
    }

    /// All texts in it.
    var texts: [String] {
        switch content {
        case .undefined: []
        case .text(let text): [text]
        case .list(let members): members
        case .pairs(let pairs): pairs.flatMap { [$0.name, $0.value] }
        }
    }
}
