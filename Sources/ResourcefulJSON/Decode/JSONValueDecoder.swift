/// The decoder of a node, for a type's initializer. It has three words, so it fits in an existential without
/// allocation.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
    let decoding: JSONDecoding
    let node: Int
    let depth: Int

    var codingPath: [any CodingKey] { decoding.codingPath(of: node) }
    var userInfo: [CodingUserInfoKey: Any] { decoding.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard decoding.word(node).kind == .object else {
            throw decoding.noContainer([String: Any].self, "keyed", at: node)
        }
        try decoding.checkStack(at: node, depth: depth)
        return KeyedDecodingContainer(JSONKeyedContainer<Key>(decoding: decoding, node: node, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard decoding.word(node).kind == .array else { throw decoding.noContainer([Any].self, "unkeyed", at: node) }
        try decoding.checkStack(at: node, depth: depth)
        return JSONUnkeyedContainer(decoding: decoding, node: node, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { decoding.word(node).isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try decoding.bool(at: node) }
    func decode(_ type: String.Type) throws -> String { try decoding.string(at: node) }
    func decode(_ type: Double.Type) throws -> Double { try decoding.double(at: node) }
    func decode(_ type: Float.Type) throws -> Float { try decoding.float(at: node) }
    @inline(__always)
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        try decoding.integer(at: node)
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try decoding.integer(at: node) }
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoding.integer(at: node) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoding.value(type, at: node, depth: depth)
    }
}
