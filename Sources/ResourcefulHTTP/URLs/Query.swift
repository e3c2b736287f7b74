/// The query of a URL as a list of items, before percent-encoding (RFC 3986, section 3.4).
///
///     let search = api.appending(query: ["q": "crème brûlée", "page": "2"])
///     print(search)  // https://api.example.org/?q=cr%C3%A8me%20br%C3%BBl%C3%A9e&page=2
///
/// Every byte of a name or a value is encoded once, except letters, digits and `-._~`.
public struct Query: Hashable, Sendable {
    /// The encoding of a space. A literal `+` is always encoded as `%2B`.
    public enum Spaces: Hashable, Sendable {
        /// `%20`, which every server understands.
        case percentEncoded
        /// `+`, as in forms.
        case plus
    }

    /// The items, in order. A name may occur any number of times.
    public var items: [Item]
    /// The encoding of a space.
    public var spaces: Spaces

    /// Creates a query from items.
    public init(_ items: some Sequence<Item>, spaces: Spaces = .percentEncoded) {
        self.items = Array(items)
        self.spaces = spaces
    }

    /// Creates a query from names and values.
    public init(_ pairs: some Sequence<(String, String)>, spaces: Spaces = .percentEncoded) {
        self.init(pairs.map { Item($0, $1) }, spaces: spaces)
    }

    /// The encoded items, as they appear after the `?`.
    public var encoded: String { items.map { $0.encoded(spaces: spaces) }.joined(separator: "&") }

    /// Returns the values of all items with a name, in order. An item without a value counts as an empty one.
    public func values(of name: String) -> [String] {
        items.lazy.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// The names and values, in order, as a form uses them.
    public var pairs: [(String, String)] { items.map { ($0.name, $0.value ?? "") } }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// Creates a query from the names and values of a literal, in its order. Names whose value is nil are left out.
    public init(dictionaryLiteral elements: (String, String?)...) {
        self.init(elements.compactMap { name, value in value.map { Item(name, $0) } })
    }
}

extension Query {
    /// Creates a query from its encoded text, without the `?`. Never fails: malformed text is taken literally.
    ///
    /// Parses like a form in the WHATWG URL standard: items end at `&`, a name ends at the first `=`, a `+` is a space,
    /// a `%` without two digits after it is literal, and invalid UTF-8 is repaired. An unencoded comma separates the
    /// ``Item/values`` of an item. Parsing ``encoded`` with the same ``spaces`` creates an equal query.
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
