// Values of the members. Optional members are searched once, without a check for presence and null first.
extension JSONKeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoding.bool(at: require(key), key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try findPresent(key).map { try decoding.bool(at: $0, key) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoding.string(at: require(key), key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try findPresent(key).map { try decoding.string(at: $0, key) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoding.double(at: require(key), key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try findPresent(key).map { try decoding.double(at: $0, key) }
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoding.float(at: require(key), key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try findPresent(key).map { try decoding.float(at: $0, key) }
    }

    // These fulfill the requirements for all types of whole numbers, each of which has its own copy.
    @inline(__always)
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoding.integer(at: require(key), key)
    }
    // The standard library has slower ones for these.
    @inline(__always)
    private func integer<Value: FixedWidthInteger>(ifPresent key: Key) throws -> Value? {
        try findPresent(key).map { try decoding.integer(at: $0, key) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integer(ifPresent: key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integer(ifPresent: key) }
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoding.integer(at: require(key), key) }
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integer(ifPresent: key) }
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoding.integer(at: require(key), key) }
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integer(ifPresent: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoding.value(type, at: require(key), depth: depth + 1, key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try findPresent(key).map { try decoding.value(type, at: $0, depth: depth + 1, key) }
    }
}
