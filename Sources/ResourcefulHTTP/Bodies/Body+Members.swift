extension Body {
    /// Creates a JSON object with members of different types: `.json(["name": name, "age": age])`. A nil member becomes
    /// null.
    ///
    /// If a value can't be encoded, the load fails at the request stage.
    @_disfavoredOverload
    public static func json(_ members: [String: (any Encodable)?]) -> Body {
        json(EncodableMembers(members))
    }

    /// Creates a form with values of different types: `.form(["q": words, "page": page])`. Nil values are left out.
    ///
    /// If a value can't be encoded, the load fails at the request stage.
    @_disfavoredOverload
    public static func form(_ members: KeyValuePairs<String, (any Encodable)?>) -> Body {
        form(EncodableMembers(pairs: members.compactMap { pair in pair.value.map { (pair.key, $0) } }))
    }
}

/// Names and values of any types.
package struct EncodableMembers: Encodable {
    let pairs: [(name: String, value: (any Encodable)?)]

    package init(_ members: [String: (any Encodable)?]) { pairs = members.map { ($0.key, $0.value) } }

    fileprivate init(pairs: [(name: String, value: (any Encodable)?)]) { self.pairs = pairs }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in pairs {
            if let value {
                try container.encode(value, forKey: Name(name))
            } else {
                try container.encodeNil(forKey: Name(name))
            }
        }
    }
}
