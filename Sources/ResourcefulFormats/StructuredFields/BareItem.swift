extension StructuredField {
    /// A value without parameters (RFC 9651, section 3.3).
    ///
    /// Some values of these types can't be serialized: see ``StructuredFieldValue/serialized()``.
    public enum BareItem: Hashable, Sendable {
        /// An integer of at most 15 digits.
        case integer(Int)
        /// A number of at most 12 digits and 3 decimals. More decimals are rounded, with ties to the even digit.
        case decimal(Double)
        /// Printable ASCII.
        case string(String)
        /// A word that begins with a letter or `*`.
        case token(String)
        /// Bytes, as Base64.
        case byteSequence(Data)
        /// True or false.
        case boolean(Bool)
        /// A date in whole seconds.
        case date(Date)
        /// Any text, for people.
        case displayString(String)
    }

    /// A value and its parameters (RFC 9651, section 3.3).
    ///
    ///     let item = StructuredField.Item(.token("gzip"), parameters: ["q": 0.5])
    ///     try fields.setStructured("X-Coding", item)
    ///     print(fields["X-Coding"] ?? "")  // gzip;q=0.5
    public struct Item: Hashable, Sendable {
        /// The value.
        public var value: BareItem
        /// The parameters of the value.
        public var parameters: Parameters

        /// Creates an item from a value and its parameters.
        public init(_ value: BareItem, parameters: Parameters = [:]) {
            self.value = value
            self.parameters = parameters
        }
    }

    /// A list inside a list or a dictionary (RFC 9651, section 3.1.1).
    ///
    ///     let sizes = StructuredField.InnerList([320, 640], parameters: ["unit": "px"])
    ///     let sources: StructuredField.List = [.innerList(sizes)]
    ///     print(try sources.serialized())  // (320 640);unit="px"
    public struct InnerList: Hashable, Sendable {
        /// The items, in order.
        public var items: [Item]
        /// The parameters of the list as a whole.
        public var parameters: Parameters

        /// Creates an inner list from items and parameters.
        public init(_ items: some Sequence<Item>, parameters: Parameters = [:]) {
            self.items = Array(items)
            self.parameters = parameters
        }
    }

    /// A member of a list or a dictionary.
    public enum Member: Hashable, Sendable {
        /// A value.
        case item(Item)
        /// A list of values.
        case innerList(InnerList)

        /// The value; nil for an inner list.
        public var value: BareItem? { if case .item(let item) = self { item.value } else { nil } }

        /// The items of an inner list, or the single item.
        public var items: [Item] {
            switch self {
            case .item(let item): [item]
            case .innerList(let list): list.items
            }
        }

        /// The parameters of the member.
        public var parameters: Parameters {
            switch self {
            case .item(let item): item.parameters
            case .innerList(let list): list.parameters
            }
        }
    }
}
