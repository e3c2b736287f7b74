/// The decoder of a place, for a type's initializer.
struct LenientValueDecoder: Decoder, SingleValueDecodingContainer {
    let decoding: LenientDecoding
    let place: LenientPlace

    var codingPath: [any CodingKey] { decoding.codingPath(to: place.step) }
    var userInfo: [CodingUserInfoKey: Any] { decoding.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if let object = place.value, object.isObject {
            return KeyedDecodingContainer(LenientKeyedContainer<Key>(decoding: decoding, place: place, object: object))
        }
        guard decoding.isNothing(place) || decoding.isBlank(place) || place.json.isEmptyArray else {
            throw decoding.mismatch([String: Any].self, at: place)
        }
        guard place.defaulted < LenientDecoding.mostDefaulted else {
            throw decoding.mismatch([String: Any].self, at: place)
        }
        _ = try decoding.useDefault([String: Int].self, [:], "the defaults of all its members", at: place)
        return KeyedDecodingContainer(
            LenientKeyedContainer<Key>(decoding: decoding, place: place.emptied, object: nil))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let json = place.value, !decoding.isNothing(place), !decoding.isBlank(place), !json.isEmptyObject else {
            _ = try decoding.useDefault([Int].self, [], "an empty array", at: place)
            return LenientUnkeyedContainer(decoding: decoding, place: place, elements: [])
        }
        if json.isArray {
            return LenientUnkeyedContainer(decoding: decoding, place: place, elements: try json.array)
        }
        guard json.isObject, !place.isOnlyElement else {
            throw decoding.mismatch([Any].self, at: place)
        }
        decoding.report(place, expected: "an array", found: decoding.found(at: place), used: "an array of one")
        return LenientUnkeyedContainer(decoding: decoding, place: place, elements: [json], isOfOne: true)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { decoding.isNothing(place) }

    /// Decodes without defaults for missing or blank values: how the type would interpret an empty string or zero is a
    /// guess.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let isNothing = decoding.isNothing(place) || decoding.isBlank(place)
        return try decoding.value(type, at: isNothing ? place.falling(back: .none) : place)
    }
}
