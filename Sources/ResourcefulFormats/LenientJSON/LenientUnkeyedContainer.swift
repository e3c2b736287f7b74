/// The elements of an array, for a type that requests them one by one.
struct LenientUnkeyedContainer: UnkeyedDecodingContainer {
    let decoding: LenientDecoding
    let place: LenientPlace
    let elements: [JSON]
    /// Whether the only element is the value at the place itself.
    var isOfOne = false
    private(set) var currentIndex = 0

    init(decoding: LenientDecoding, place: LenientPlace, elements: [JSON], isOfOne: Bool = false) {
        self.decoding = decoding
        self.place = place
        self.elements = elements
        self.isOfOne = isOfOne
    }

    var codingPath: [any CodingKey] { decoding.codingPath(to: place.step) }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private func current(_ type: Any.Type) throws -> LenientPlace {
        guard !isAtEnd else {
            let path = codingPath + [LenientKey.index(currentIndex)]
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path, debugDescription: "Unkeyed container is at end."))
        }
        if isOfOne { return place.asOnlyElement(fallingBack: .ownDefault) }
        return place.child(elements[currentIndex], LenientKey.index(currentIndex), .ownDefault)
    }

    /// Reads the current element, and advances to the next one unless reading fails.
    private mutating func take<Value>(_ read: (LenientPlace) throws -> Value) throws -> Value {
        let value = try read(current(Value.self))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard decoding.isNothing(try current(Never.self)) else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoding = decoding
        return try take { try decoding.value(type, at: $0) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let decoding = decoding
        return try take { try LenientValueDecoder(decoding: decoding, place: $0).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let decoding = decoding
        return try take { try LenientValueDecoder(decoding: decoding, place: $0).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoding = decoding
        return try take { LenientValueDecoder(decoding: decoding, place: $0) }
    }
}
