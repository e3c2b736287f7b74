extension JSON.Encoder {
    /// The encoder for a value's `encode(to:)`.
    struct ValueEncoder: Swift.Encoder {
        let place: Place

        var codingPath: [any CodingKey] { place.codingPath }
        var userInfo: [CodingUserInfoKey: Any] { place.part.session.settings.userInfo }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(KeyedContainer(place: place.part.begin(.object, at: place) ? place : place.closed))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            UnkeyedContainer(place: place.part.begin(.array, at: place) ? place : place.closed)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer { SingleContainer(place: place) }
    }

    /// A container for a value that is neither an array nor an object, or that another value writes.
    struct SingleContainer: SingleValueEncodingContainer {
        let place: Place

        var codingPath: [any CodingKey] { place.codingPath }

        private func single(_ write: (Part) throws -> Void) rethrows { try place.part.single(at: place, write) }

        func encodeNil() { single { $0.text.appendNull() } }
        func encode(_ value: Bool) { single { $0.text.append(value) } }
        func encode(_ value: String) { single { $0.text.append(value) } }
        func encode(_ value: Double) throws {
            try single { try $0.write(number: value, key: nil, index: Frame.noIndex) }
        }
        func encode(_ value: Float) throws {
            try single { try $0.write(number: value, key: nil, index: Frame.noIndex) }
        }
        @inline(__always)
        func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) { single { $0.text.append(whole: value) } }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        func encode(_ value: Int128) { single { $0.text.append(whole: value) } }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        func encode(_ value: UInt128) { single { $0.text.append(whole: value) } }
        func encode(_ value: some Encodable) throws { try place.part.writeSingle(value, at: place) }
    }
}
