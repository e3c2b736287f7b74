extension Query {
    /// One item of a query: a name, and the value behind the equals sign if there is one.
    public struct Item: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The parts that commas separate, nil for an item without an equals sign. A comma in a part is encoded.
        var parts: [String]?

        /// A name and its value; nil leaves the equals sign out, too.
        public init(_ name: String, _ value: String?) {
            self.name = name
            parts = value.map { [$0] }
        }

        /// A name and a list of values, joined by commas. A comma in one of them is encoded, the joining ones are not.
        public init(_ name: String, joining values: some Sequence<String>) {
            let values = Array(values)
            self.name = name
            parts = values.isEmpty ? [""] : values
        }

        /// The value as one text, nil when there is no equals sign.
        public var value: String? { parts?.joined(separator: ",") }

        /// The values that commas separate, one by one; a value that was not joined is the only one.
        public var values: [String] { parts ?? [] }

        func encoded(spaces: Spaces) -> String {
            let encode = { PercentEncoding.encoded($0, spaceAsPlus: spaces == .plus) }
            guard let parts else { return encode(name) }
            return "\(encode(name))=\(parts.map(encode).joined(separator: ","))"
        }
    }
}

extension Query.Item: CustomStringConvertible, CustomReflectable {
    /// The encoded item, its value replaced when the name is that of a secret.
    public var description: String { Query([self]).description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["encoded": description]) }
}
