/// The members of an object, for a type that requests them by key.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoding: JSONDecoding
    let node: Int
    let depth: Int

    var codingPath: [any CodingKey] { decoding.codingPath(of: node) }

    var allKeys: [Key] {
        if decoding.renamesKeys {
            return decoding.renamedNames(of: node, depth: depth).compactMap { Key(stringValue: $0) }
        }
        return decoding.document.keyNodes(of: node).compactMap { key in
            decoding.document.string(at: key).flatMap { Key(stringValue: $0) }
        }
    }

    /// Returns the value of a key, if there is one.
    @inline(__always)
    func find(_ key: some CodingKey) -> Int? {
        if decoding.renamesKeys { return decoding.renamedMember(of: node, depth: depth, called: key.stringValue) }
        return decoding.member(of: node, depth: depth, key: key.stringValue)
    }

    /// Returns the value of a key, if there is one that isn't null.
    @inline(__always)
    func findPresent(_ key: Key) -> Int? {
        guard let value = find(key), !decoding.document.word(value).isNull else { return nil }
        return value
    }

    @inline(__always)
    func require(_ key: Key) throws -> Int {
        guard let value = find(key) else { throw decoding.notFound(key, in: node) }
        return value
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoding.document.word(try require(key)).isNull }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(at: require(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(at: require(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { superDecoder(at: JSONCodingKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(at: key) }

    /// Returns a decoder of the value of a key, or of a null if the key is missing.
    private func superDecoder(at key: some CodingKey) -> JSONValueDecoder {
        if let value = find(key) { return decoder(at: value) }
        decoding.absent.append((container: node, key: key))
        return decoder(at: JSONDecoding.firstAbsent + decoding.absent.count - 1)
    }

    private func decoder(at value: Int) -> JSONValueDecoder {
        JSONValueDecoder(decoding: decoding, node: value, depth: depth + 1)
    }
}
