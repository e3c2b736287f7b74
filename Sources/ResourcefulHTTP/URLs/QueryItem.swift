extension Query {
    /// An item of a query: a name, and a value after an equals sign if there is one.
    ///
    ///     let items = [Query.Item("fields", joining: ["id", "title"]), Query.Item("draft", nil)]
    ///     print(Query(items).encoded)  // fields=id,title&draft
    public struct Item: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The parts of the value, separated by commas; nil for an item without an equals sign. Commas in a part are
        /// encoded.
        var parts: [String]?

        /// Creates an item from a name and a value. If the value is nil, the equals sign is left out, too.
        public init(_ name: String, _ value: String?) {
            self.name = name
            parts = value.map { [$0] }
        }

        /// Creates an item from a name and a list of values, joined by commas. Commas within a value are encoded; the
        /// separators aren't.
        public init(_ name: String, joining values: some Sequence<String>) {
            let values = Array(values)
            self.name = name
            parts = values.isEmpty ? [""] : values
        }

        /// The value as one text; nil if there is no equals sign.
        public var value: String? { parts?.joined(separator: ",") }

        /// The values that are separated by commas. A value that wasn't joined is a single value.
        public var values: [String] { parts ?? [] }

        func encoded(spaces: Spaces) -> String {
            let encode = { PercentEncoding.encoded($0, spaceAsPlus: spaces == .plus) }
            guard let parts else { return encode(name) }
            return "\(encode(name))=\(parts.map(encode).joined(separator: ","))"
        }
    }
}

extension Query.Item: HidesSecrets {
    /// The encoded item. Its value is replaced if the name is secret.
    public var description: String { Query([self]).description }
}
