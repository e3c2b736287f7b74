/// Encodes keyed values: structs, classes, dictionaries.
struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.inside(key).writeNil() }

    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.inside(key).write(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.inside(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.inside(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.inside(QueryKey(stringValue: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.inside(key) }
}

/// Encodes the elements of an array.
struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: QueryEncoder
    private(set) var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    init(encoder: QueryEncoder) { self.encoder = encoder }

    mutating func encodeNil() { next().writeNil() }

    mutating func encode(_ value: some Encodable) throws { try next().write(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }

    private mutating func next() -> QueryEncoder {
        defer { count += 1 }
        return encoder.inside(element: count)
    }
}
