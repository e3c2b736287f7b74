extension JSON.Encoder {
    /// Collections of the standard library that are written without the way over their `encode(to:)`; and whose keys no
    /// strategy changes.
    protocol WrittenByMembers {
        func write(at place: Place) throws
    }
}

extension Array: JSON.Encoder.WrittenByMembers where Element: Encodable {
    func write(at place: JSON.Encoder.Place) throws {
        let part = place.part
        guard let place = part.begin(.array, at: place) else { return }
        for (index, element) in enumerated() {
            try part.element(at: place) { try $0.write(element, key: nil, index: index) }
        }
    }
}

extension Dictionary: JSON.Encoder.WrittenByMembers where Key == String, Value: Encodable {
    func write(at place: JSON.Encoder.Place) throws {
        let part = place.part
        guard let place = part.begin(.object, at: place) else { return }
        for (key, value) in self {
            try part.member(key, at: place) {
                try $0.write(value, key: JSON.Encoder.Step(stringValue: key), index: JSON.Encoder.Frame.noIndex)
            }
        }
    }
}
