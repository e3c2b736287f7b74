/// The elements of an array, in order.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
    let decoding: JSONDecoding
    private let container: UInt32
    private let depth: UInt32
    private var place: UInt32
    private var index: UInt32 = 0

    init(decoding: JSONDecoding, node: Int, depth: Int) {
        self.decoding = decoding
        container = UInt32(node)
        self.depth = UInt32(depth)
        place = UInt32(node + 2)
    }

    var codingPath: [any CodingKey] { decoding.codingPath(of: Int(container)) }
    var count: Int? { decoding.document.count(of: Int(container)) }
    var isAtEnd: Bool { Int(place) >= decoding.document.end(of: Int(container)) }
    var currentIndex: Int { Int(index) }

    /// Returns the current element.
    @inline(__always)
    private func peek(_ type: Any.Type) throws -> Int {
        if isAtEnd { throw decoding.atEnd(type, of: Int(container), index: currentIndex) }
        return Int(place)
    }

    /// Reads the current element, and advances to the next one unless reading fails.
    @inline(__always)
    private mutating func take<Value>(
        _ type: Any.Type, _ read: (_ decoding: JSONDecoding, _ node: Int) throws -> Value
    ) throws -> Value {
        let node = try peek(type)
        let value = try read(decoding, node)
        place = UInt32(decoding.document.next(after: node))
        index += 1
        return value
    }

    private func decoder(at node: Int) -> JSONValueDecoder {
        JSONValueDecoder(decoding: decoding, node: node, depth: Int(depth) + 1)
    }

    mutating func decodeNil() throws -> Bool {
        guard try decoding.document.word(peek(Never.self)).isNull else { return false }
        return try take(Never.self) { _, _ in true }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let depth = Int(depth) + 1
        return try take(type) { try $0.value(type, at: $1, depth: depth) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let decoder = try decoder(at: peek(KeyedDecodingContainer<Key>.self))
        return try take(KeyedDecodingContainer<Key>.self) { _, _ in try decoder.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let decoder = try decoder(at: peek((any UnkeyedDecodingContainer).self))
        return try take((any UnkeyedDecodingContainer).self) { _, _ in try decoder.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder(at: peek((any Decoder).self))
        return try take((any Decoder).self) { _, _ in decoder }
    }
}

// Scalars.
extension JSONUnkeyedContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try take(type) { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try take(type) { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try take(type) { try $0.float(at: $1) } }
    @inline(__always)
    mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        try take(type) { try $0.integer(at: $1) }
    }
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try take(type) { try $0.integer(at: $1) } }
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take(type) { try $0.integer(at: $1) } }
}
