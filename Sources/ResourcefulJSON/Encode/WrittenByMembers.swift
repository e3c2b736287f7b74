extension JSON.Encoder {
    /// A collection of the standard library that is written without calling its `encode(to:)`, and whose keys no
    /// strategy converts.
    protocol WrittenByMembers {
        /// Writes a value, whose type is this one.
        static func write<Value>(_ value: Value, at place: Place) throws
    }
}

extension Array: JSON.Encoder.WrittenByMembers where Element: Encodable {
    static func write<Value>(_ value: Value, at place: JSON.Encoder.Place) throws {
        let part = place.part
        guard part.begin(.array, at: place) else { return }
        let kind = part.session.known(Element.self).kind
        switch kind {
        case .int: for number in same(value, [Int].self) { part.element(at: place) { $0.text.append(whole: number) } }
        case .string: for string in same(value, [String].self) { part.element(at: place) { $0.text.append(string) } }
        case .double: try write(numbers: same(value, [Double].self), at: place)
        default: try same(value, Self.self).writeElements(at: place)
        }
    }

    private static func write(numbers: [Double], at place: JSON.Encoder.Place) throws {
        for (index, number) in numbers.enumerated() {
            try place.part.element(at: place) { try $0.write(number: number, key: nil, index: index) }
        }
    }

    private func writeElements(at place: JSON.Encoder.Place) throws {
        let part = place.part
        try withUnsafeBufferPointer { elements in
            for index in elements.indices {
                try part.element(at: place) { try elements[index].write(to: $0, index: index) }
            }
        }
    }
}

extension Encodable {
    /// Writes an element of an array. As an argument, it would be copied first, with everything that it refers to.
    @inline(never)
    fileprivate func write(to part: JSON.Encoder.Part, index: Int) throws {
        try part.write(self, key: nil, index: index)
    }
}

extension Dictionary: JSON.Encoder.WrittenByMembers where Key == String, Value: Encodable {
    static func write<Whole>(_ value: Whole, at place: JSON.Encoder.Place) throws {
        let part = place.part
        guard part.begin(.object, at: place) else { return }
        for (key, value) in same(value, Self.self) {
            try part.member(key, at: place) {
                try $0.write(value, key: JSONCodingKey.key(key), index: JSON.Encoder.Frame.noIndex)
            }
        }
    }
}
