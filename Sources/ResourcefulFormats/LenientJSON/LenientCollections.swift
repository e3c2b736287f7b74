extension Optional: LenientReadable where Wrapped: Decodable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Wrapped?? {
        .some(decoding.optional(Wrapped.self, at: place))
    }
}

extension Array: LenientReadable where Element: Decodable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> [Element]? {
        try decoding.elements(Element.self, at: place)
    }
}

extension ContiguousArray: LenientReadable where Element: Decodable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> ContiguousArray? {
        ContiguousArray(try decoding.elements(Element.self, at: place))
    }
}

extension Set: LenientReadable where Element: Decodable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Set? {
        Set(try decoding.elements(Element.self, at: place))
    }
}

extension Dictionary: LenientReadable where Key: Decodable, Value: Decodable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> [Key: Value]? {
        // For other keys, the standard library reads an array of alternating keys and values.
        guard let keyType = Key.self as? any CodingKeyRepresentable.Type else { return nil }
        var dictionary: Self = [:]
        for member in try decoding.members(at: place) {
            let inner = place.child(member.value, LenientKey.key(member.key), .ownDefault)
            guard let key = self.key(member.key, keyType) else {
                decoding.report(
                    inner, expected: "a key of type \(Key.self)", found: decoding.found(at: inner), used: "nothing")
                continue
            }
            if dictionary[key] == nil, let value = decoding.element(Value.self, at: inner) { dictionary[key] = value }
        }
        return dictionary
    }

    private static func key(_ text: String, _ type: any CodingKeyRepresentable.Type) -> Key? {
        if let text = text as? Key { return text }
        if Key.self == Int.self { return Int(text) as? Key }
        return type.init(codingKey: LenientKey.key(text)) as? Key
    }
}

extension LenientDecoding {
    /// Returns the value; nil, with a repair, if it can't be decoded. A missing value or null is nil without a repair.
    func optional<Value: Decodable>(_ type: Value.Type, at place: LenientPlace) -> Value? {
        if isNothing(place) { return nil }
        return attempt(type, at: place.falling(back: .none), used: "nil")
    }

    /// Returns an element; nil, with a repair, if it must be skipped.
    func element<Value: Decodable>(_ type: Value.Type, at place: LenientPlace) -> Value? {
        attempt(type, at: place, used: "nothing")
    }

    private func attempt<Value: Decodable>(_ type: Value.Type, at place: LenientPlace, used: String) -> Value? {
        let mark = mark
        do {
            return try value(type, at: place)
        } catch {
            undo(to: mark)
            report(
                place, expected: Self.name(of: type), found: found(at: place, error, expecting: type), used: used)
            return nil
        }
    }

    /// Returns the elements of an array without the bad ones, or a single value as the only element.
    func elements<Element: Decodable>(_ type: Element.Type, at place: LenientPlace) throws -> [Element] {
        guard let json = place.value, !isNothing(place), !isBlank(place), !json.isEmptyObject else {
            return try useDefault([Element].self, [], "an empty array", at: place)
        }
        guard json.isArray else {
            if place.isOnlyElement { throw mismatch([Element].self, at: place) }
            let mark = mark
            report(place, expected: "an array", found: found(at: place), used: "an array of one")
            guard let element = try? value(type, at: place.asOnlyElement(fallingBack: .none)) else {
                undo(to: mark)
                throw mismatch([Element].self, at: place)
            }
            return [element]
        }
        var elements: [Element] = []
        for (index, value) in try json.array.enumerated() {
            let inner = place.child(value, LenientKey.index(index), .ownDefault)
            if let element = element(type, at: inner) { elements.append(element) }
        }
        return elements
    }

    /// Returns the members of an object, in the order of the document.
    func members(at place: LenientPlace) throws -> [(key: String, value: JSON)] {
        guard let json = place.value, !isNothing(place), !isBlank(place), !json.isEmptyArray else {
            _ = try useDefault([String: Int].self, [:], "an empty dictionary", at: place)
            return []
        }
        guard json.isObject else { throw mismatch([String: Any].self, at: place) }
        return try json.keys.map { ($0, json[$0]) }
    }
}
