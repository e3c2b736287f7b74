extension JSON.Encoder {
    /// An array being written.
    struct UnkeyedContainer: UnkeyedEncodingContainer {
        let place: Place

        var codingPath: [any CodingKey] { place.codingPath }
        var count: Int { place.part.isOpen(place) ? place.part.frames[place.frame].count : 0 }

        @inline(__always)
        private func element(_ write: (Part) throws -> Void) rethrows { try place.part.element(at: place, write) }

        func encodeNil() { element { $0.text.appendNull() } }
        func encode(_ value: Bool) { element { $0.text.append(value) } }
        func encode(_ value: String) { element { $0.text.append(value) } }
        func encode(_ value: Double) throws { try element { try $0.write(number: value, key: nil, index: count) } }
        func encode(_ value: Float) throws { try element { try $0.write(number: value, key: nil, index: count) } }
        @inline(__always)
        func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) { element { $0.text.append(whole: value) } }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        func encode(_ value: Int128) { element { $0.text.append(whole: value) } }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        func encode(_ value: UInt128) { element { $0.text.append(whole: value) } }
        func encode(_ value: some Encodable) throws {
            let index = count
            try element { try $0.write(value, key: nil, index: index) }
        }

        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(KeyedContainer(place: place.part.nested(.object, at: place)))
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            UnkeyedContainer(place: place.part.nested(.array, at: place))
        }

        func superEncoder() -> any Swift.Encoder { ValueEncoder(place: place.part.nested(.nothing, at: place)) }
    }
}
