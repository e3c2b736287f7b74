extension StructuredField {
    /// Values by key, in order, each key once: a dictionary, or the parameters of something (RFC 9651, section 3.2).
    ///
    /// Two are equal when they have the same keys and values in the same order.
    public struct KeyedMembers<Value: Hashable & Sendable>: Hashable, Sendable {
        private var members: [(key: String, value: Value)] = []
        private var places: [String: Int] = [:]

        /// No members.
        public init() {}

        /// Members in their order. Of a key that occurs twice the last value counts, at the place of the first.
        public init(_ members: some Sequence<(String, Value)>) {
            for (key, value) in members { self[key] = value }
        }

        /// The value of a key. To set one that is there already leaves it at its place; to set nil removes it.
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

        /// Whether keys, values and their order are the same.
        public static func == (left: Self, right: Self) -> Bool {
            left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
        }

        /// Feeds keys and values to the hasher.
        public func hash(into hasher: inout Hasher) {
            for member in members {
                hasher.combine(member.key)
                hasher.combine(member.value)
            }
        }
    }

    /// What is said about an item or an inner list, by key (RFC 9651, section 3.1.2).
    public typealias Parameters = KeyedMembers<BareItem>

    /// Members by key: what a whole field can hold (RFC 9651, section 3.2).
    public typealias Dictionary = KeyedMembers<Member>

    /// Members in order: what a whole field can hold (RFC 9651, section 3.1).
    public struct List: Hashable, Sendable {
        /// The members.
        public var members: [Member]

        /// A list of members.
        public init(_ members: some Sequence<Member>) { self.members = Array(members) }
    }
}

extension StructuredField.KeyedMembers: ExpressibleByDictionaryLiteral {
    /// The members of a literal, in its order.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}

extension StructuredField.KeyedMembers: RandomAccessCollection {
    /// The place of the first member.
    public var startIndex: Int { 0 }
    /// The place after the last member.
    public var endIndex: Int { members.count }
    /// The member at a place.
    public subscript(position: Int) -> (key: String, value: Value) { members[position] }
}

extension StructuredField.List: ExpressibleByArrayLiteral, RandomAccessCollection {
    /// The members of a literal.
    public init(arrayLiteral members: StructuredField.Member...) { self.init(members) }
    /// The place of the first member.
    public var startIndex: Int { 0 }
    /// The place after the last member.
    public var endIndex: Int { members.count }
    /// The member at a place.
    public subscript(position: Int) -> StructuredField.Member { members[position] }
}
