/// The members of an object, or of a missing object, for a type that requests them by key.
struct LenientKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoding: LenientDecoding
    let place: LenientPlace
    /// The object; nil if it is missing.
    let object: JSON?
    /// The keys of the object by their names; nil if keys aren't renamed.
    private let renamed: LenientNames?

    init(decoding: LenientDecoding, place: LenientPlace, object: JSON?) {
        (self.decoding, self.place, self.object) = (decoding, place, object)
        renamed = object.flatMap { decoding.names(of: $0, at: place) }
    }

    var codingPath: [any CodingKey] { decoding.codingPath(to: place.step) }

    var allKeys: [Key] {
        let keys = renamed?.names ?? (try? object?.keys) ?? []
        return keys.compactMap { Key(stringValue: $0) }
    }

    private func find(_ key: some CodingKey) -> JSON? {
        guard let object else { return JSON?.none }
        guard let name = renamed.map({ $0.key(called: key.stringValue) }) ?? key.stringValue else { return JSON?.none }
        let value = object[name]
        return value.exists ? value : JSON?.none
    }

    /// Returns the place of a key, whether or not it has a value.
    private func member(_ key: some CodingKey) -> LenientPlace { place.child(find(key), key) }

    func contains(_ key: Key) -> Bool { find(key)?.exists ?? false }
    func decodeNil(forKey key: Key) throws -> Bool { decoding.isNothing(member(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoding.value(type, at: member(key))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        decoding.optional(type, at: member(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(LenientKey.key("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key) }

    private func decoder(_ key: some CodingKey) -> LenientValueDecoder {
        LenientValueDecoder(decoding: decoding, place: member(key))
    }
}

// The default implementations in the standard library throw if a value can't be decoded. These return nil.
extension LenientKeyedContainer {
    private func optional<Value: Decodable>(_ key: Key) -> Value? { decoding.optional(Value.self, at: member(key)) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { optional(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { optional(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { optional(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { optional(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { optional(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { optional(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { optional(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { optional(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { optional(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { optional(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { optional(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { optional(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { optional(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { optional(key) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { optional(key) }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { optional(key) }
}
