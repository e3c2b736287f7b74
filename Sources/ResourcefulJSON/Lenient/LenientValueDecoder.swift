/// The decoder of a place, for a type's initializer.
struct LenientValueDecoder: Decoder, SingleValueDecodingContainer {
    let decoding: LenientDecoding
    let place: LenientPlace

    var codingPath: [any CodingKey] { decoding.codingPath(to: place.step) }
    var userInfo: [CodingUserInfoKey: Any] { decoding.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if let node = place.node, decoding.document.word(node).kind == .object {
            return KeyedDecodingContainer(LenientKeyedContainer<Key>(decoding: decoding, place: place, object: node))
        }
        guard decoding.isNothing(place) || decoding.isBlank(place) || decoding.isEmpty(place, .array) else {
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
        guard let node = place.node, !decoding.isNothing(place), !decoding.isBlank(place),
            !decoding.isEmpty(place, .object)
        else {
            _ = try decoding.useDefault([Int].self, [], "an empty array", at: place)
            return LenientUnkeyedContainer(decoding: decoding, place: place, nodes: [])
        }
        if let elements = decoding.document.elements(of: node) {
            return LenientUnkeyedContainer(decoding: decoding, place: place, nodes: elements)
        }
        guard decoding.document.word(node).kind == .object, !place.isOnlyElement else {
            throw decoding.mismatch([Any].self, at: place)
        }
        decoding.report(place, expected: "an array", found: decoding.found(at: place), used: "an array of one")
        return LenientUnkeyedContainer(decoding: decoding, place: place, nodes: [node], isOfOne: true)
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
