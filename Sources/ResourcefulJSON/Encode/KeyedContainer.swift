extension JSON.Encoder {
    /// An object being written.
    struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let place: Place
        private let names: KeyNames?

        init(place: Place) {
            self.place = place
            // For an object that isn't in an array, the table would cost more than it saves.
            names = place.part.isRepeated(place) ? place.part.session.names(of: Key.self) : nil
        }

        var codingPath: [any CodingKey] { place.codingPath }

        @inline(__always)
        private func member(_ key: Key, _ write: (Part) throws -> Void) rethrows {
            try place.part.member(at: place, { begin(key, in: $0, at: $1) }, write)
        }

        @inline(__always)
        private func begin(_ key: Key, in part: Part, at place: Place) -> Member {
            // Unwrapped here, the table would be retained and released with each member.
            if names != nil {
                let index = KeyNames.index(of: key)
                if let member = part.begin(names, index, at: place) { return member }
                names?.ask(key, at: index)
            }
            return part.begin(name(of: key), at: place, isNested: false)
        }

        @inline(__always)
        private func name(of key: some CodingKey) -> String {
            if case .useDefaultKeys = place.part.session.settings.keys { key.stringValue } else { converted(key) }
        }

        private func converted(_ key: some CodingKey) -> String {
            switch place.part.session.settings.keys {
            case .useDefaultKeys: key.stringValue
            case .convertToSnakeCase: SnakeCase.name(of: key.stringValue)
            case .custom(let convert): convert(codingPath + [key]).stringValue
            }
        }

        func encodeNil(forKey key: Key) { member(key) { $0.text.appendNull() } }
        func encode(_ value: Bool, forKey key: Key) { member(key) { $0.text.append(value) } }
        func encode(_ value: String, forKey key: Key) { member(key) { $0.text.append(value) } }
        // The key is put in a box only for a number that JSON can't represent.
        func encode(_ value: Double, forKey key: Key) throws {
            guard !value.isFinite else { return member(key) { $0.text.append(value) } }
            try member(key) { try $0.write(nonFinite: value, key: key, index: Frame.noIndex) }
        }
        func encode(_ value: Float, forKey key: Key) throws {
            guard !value.isFinite else { return member(key) { $0.text.append(value) } }
            try member(key) { try $0.write(nonFinite: value, key: key, index: Frame.noIndex) }
        }
        @inline(__always)
        func encode<Value: FixedWidthInteger & Encodable>(_ value: Value, forKey key: Key) {
            member(key) { $0.text.append(whole: value) }
        }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        func encode(_ value: Int128, forKey key: Key) { member(key) { $0.text.append(whole: value) } }
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        func encode(_ value: UInt128, forKey key: Key) { member(key) { $0.text.append(whole: value) } }
        func encode(_ value: some Encodable, forKey key: Key) throws {
            try member(key) { try $0.write(value, key: key, index: Frame.noIndex) }
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            let inner = place.part.nested(.object, key: name(of: key), key, at: place)
            return KeyedEncodingContainer(KeyedContainer<NestedKey>(place: inner))
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            UnkeyedContainer(place: place.part.nested(.array, key: name(of: key), key, at: place))
        }

        func superEncoder() -> any Swift.Encoder { superEncoder(at: JSONCodingKey.super) }

        func superEncoder(forKey key: Key) -> any Swift.Encoder { superEncoder(at: key) }

        private func superEncoder(at key: some CodingKey) -> any Swift.Encoder {
            ValueEncoder(place: place.part.nested(.nothing, key: name(of: key), key, at: place))
        }
    }
}
