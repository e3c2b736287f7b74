// Structs call these functions for optional values. The standard library's function for each type would omit a nil
// value; here the encoding decides whether to omit it.
extension QueryKeyedContainer {
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try write(value, forKey: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try write(value, forKey: key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try write(value, forKey: key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try write(value, forKey: key) }

    private func write(_ value: (some Encodable)?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
}
