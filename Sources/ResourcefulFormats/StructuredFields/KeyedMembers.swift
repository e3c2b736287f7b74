extension StructuredField {
    /// An ordered collection of values with unique keys: a dictionary, or parameters (RFC 9651, section 3.2).
    ///
    /// Two collections are equal if they have the same keys and values in the same order.
    ///
    ///     let priority: StructuredField.Dictionary = ["u": 1, "i": true]
    ///     try fields.setStructured("Priority", priority)
    ///     print(fields["Priority"] ?? "")  // u=1, i
    public struct KeyedMembers<Value: Hashable & Sendable>: Hashable, Sendable {
        private var members: [(key: String, value: Value)] = []
        private var places: [String: Int] = [:]

        /// Creates an empty collection.
        public init() {}

        /// Creates a collection from members in order. If a key occurs more than once, its last value is used, at the
        /// position of the first.
        public init(_ members: some Sequence<(String, Value)>) {
            for (key, value) in members { self[key] = value }
        }

        /// The value of a key. Setting the value of an existing key keeps its position; setting nil removes the key.
        public subscript(key: String) -> Value? {
            get { places[key].map { members[$0].value } }
            set {
                switch (places[key], newValue) {
                case (let place?, let value?): members[place].value = value
                case (let place?, nil):
                    members.remove(at: place)
                    places = [:]
                    for (place, member) in members.enumerated() { places[member.key] = place }
                case (nil, let value?):
                    places[key] = members.endIndex
                    members.append((key, value))
                case (nil, nil): break
                }
            }
        }

        /// The keys, in order.
        public var keys: [String] { members.map(\.key) }

        /// Returns whether the keys, the values and their order are the same.
        public static func == (left: Self, right: Self) -> Bool {
            left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
        }

        /// Hashes the keys and values.
        public func hash(into hasher: inout Hasher) {
            for member in members {
                hasher.combine(member.key)
                hasher.combine(member.value)
            }
        }
    }

    /// The parameters of an item or an inner list, by key (RFC 9651, section 3.1.2).
    public typealias Parameters = KeyedMembers<BareItem>

    /// The members of a dictionary, by key: the value of a whole field (RFC 9651, section 3.2).
    public typealias Dictionary = KeyedMembers<Member>

    /// The members of a list, in order: the value of a whole field (RFC 9651, section 3.1).
    ///
    ///     let list: StructuredField.List = ["en", 7, true]
    ///     print(try list.serialized())  // "en", 7, ?1
    public struct List: Hashable, Sendable {
        /// The members.
        public var members: [Member]

        /// Creates a list from its members.
        public init(_ members: some Sequence<Member>) { self.members = Array(members) }
    }
}

extension StructuredField.KeyedMembers: ExpressibleByDictionaryLiteral {
    /// Creates a collection from a literal, in its order.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}

extension StructuredField.KeyedMembers: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { 0 }
    /// The position after the last member.
    public var endIndex: Int { members.count }
    /// The member at a position.
    public subscript(position: Int) -> (key: String, value: Value) { members[position] }
}

extension StructuredField.List: ExpressibleByArrayLiteral, RandomAccessCollection {
    /// Creates a list from a literal.
    public init(arrayLiteral members: StructuredField.Member...) { self.init(members) }
    /// The position of the first member.
    public var startIndex: Int { 0 }
    /// The position after the last member.
    public var endIndex: Int { members.count }
    /// The member at a position.
    public subscript(position: Int) -> StructuredField.Member { members[position] }
}
