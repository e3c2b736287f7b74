/// The query of a URL as a list of items, before it is percent-encoded (RFC 3986, section 3.4).
///
///     url.appending(query: ["q": "crème brûlée", "page": "2"])   // …?q=cr%C3%A8me%20br%C3%BBl%C3%A9e&page=2
///
/// Every byte of a name or a value is encoded once, but for the letters, the digits and `-._~`.
public struct Query: Hashable, Sendable {
    /// How a space is written. A `+` that is meant is `%2B` either way.
    public enum Spaces: Hashable, Sendable {
        /// `%20`, which every reader understands.
        case percentEncoded
        /// `+`, as in forms.
        case plus
    }

    /// The items, in their order; a name as often as it likes.
    public var items: [Item]
    /// How a space is written.
    public var spaces: Spaces

    /// A query of items.
    public init(_ items: some Sequence<Item>, spaces: Spaces = .percentEncoded) {
        self.items = Array(items)
        self.spaces = spaces
    }

    /// A query of names and values.
    public init(_ pairs: some Sequence<(String, String)>, spaces: Spaces = .percentEncoded) {
        self.init(pairs.map { Item($0, $1) }, spaces: spaces)
    }

    /// The items as they stand behind the `?`, encoded.
    public var encoded: String { items.map { $0.encoded(spaces: spaces) }.joined(separator: "&") }

    /// The values of all items of a name, in their order; an item without a value counts as an empty one.
    public func values(of name: String) -> [String] {
        items.lazy.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// The names and the values, in their order: what a form takes.
    public var pairs: [(String, String)] { items.map { ($0.name, $0.value ?? "") } }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// The names and values of a literal, in its order. A name whose value is nil is left out.
    public init(dictionaryLiteral elements: (String, String?)...) {
        self.init(elements.compactMap { name, value in value.map { Item(name, $0) } })
    }
}

extension Query {
    /// A query from its encoded text, without the `?`. Never fails: what is malformed stands for itself.
    ///
    /// Items end at `&`, a name at the first `=`, a `+` is a space, a `%` without two digits behind it is itself, and
    /// invalid UTF-8 is repaired, as the WHATWG URL standard reads a form. An unencoded comma separates the
    /// ``Item/values`` of an item. Parsing what ``encoded`` gave makes an equal query.
    public init(parsing text: some StringProtocol, spaces: Spaces = .percentEncoded) {
        let items = text.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = PercentEncoding.decoded(item[..<equals], plusAsSpace: true)
            guard equals < item.endIndex else { return Item(name, nil) }
            let values = item[item.index(after: equals)...]
                .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            return Item(name, joining: values.map { PercentEncoding.decoded($0, plusAsSpace: true) })
        }
        self.init(items, spaces: spaces)
    }
}
