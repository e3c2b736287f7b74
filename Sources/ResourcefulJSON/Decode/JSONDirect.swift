/// A type of the standard library that is decoded directly from the tape, without a container.
protocol JSONDirect {
    /// The kind of container that the type is decoded from.
    static var kind: JSONKind { get }

    /// Returns the value at a node that is a container of this kind.
    static func decode(_ decoding: JSONDecoding, at node: Int, depth: Int) throws -> Self
}

extension Array: JSONDirect where Element: Decodable {
    static var kind: JSONKind { .array }

    static func decode(_ decoding: JSONDecoding, at node: Int, depth: Int) throws -> [Element] {
        let document = decoding.document
        let (end, optional) = (document.end(of: node), decoding.optional(Element.self))
        var elements: [Element] = []
        elements.reserveCapacity(document.word(node).length)
        var child = document.first(in: node)
        while child < end {
            if let optional {
                elements.append(try decoding.value(Element.self, of: optional, at: child, depth: depth + 1))
            } else {
                elements.append(try decoding.value(Element.self, at: child, depth: depth + 1))
            }
            child = document.next(after: child)
        }
        return elements
    }
}

// The keys of a dictionary are data, so they are never renamed.
extension Dictionary: JSONDirect where Key == String, Value: Decodable {
    static var kind: JSONKind { .object }

    static func decode(_ decoding: JSONDecoding, at node: Int, depth: Int) throws -> [String: Value] {
        let document = decoding.document
        let optional = decoding.optional(Value.self)
        var dictionary: [String: Value] = Dictionary(minimumCapacity: document.word(node).length)
        let mayRepeat = document.shortcut(of: node)?.hasRepeats ?? true
        let end = document.end(of: node)
        var key = document.first(in: node)
        while key < end {
            let text = document.string(at: key) ?? ""
            // If a key is repeated, its first value counts, and the others aren't decoded.
            if !mayRepeat || dictionary.isEmpty || dictionary.index(forKey: text) == nil {
                if let optional {
                    dictionary[text] = try decoding.value(Value.self, of: optional, at: key + 1, depth: depth + 1)
                } else {
                    dictionary[text] = try decoding.value(Value.self, at: key + 1, depth: depth + 1)
                }
            }
            key = document.next(after: key + 1)
        }
        return dictionary
    }
}

/// An optional type: null is nil, and any other value is one of the wrapped type.
protocol JSONOptional {
    static func decodeOptional(_ decoding: JSONDecoding, at node: Int, depth: Int) throws -> Self
}

extension Optional: JSONOptional where Wrapped: Decodable {
    static func decodeOptional(_ decoding: JSONDecoding, at node: Int, depth: Int) throws -> Wrapped? {
        if decoding.word(node).isNull { return nil }
        return try decoding.value(Wrapped.self, at: node, depth: depth)
    }
}

extension JSONDecoding {
    /// Returns the type if it is decoded directly from the tape; nil otherwise.
    @inline(never)
    func direct(_ type: any Decodable.Type) -> (any JSONDirect.Type)? {
        let id = ObjectIdentifier(type)
        let place = Self.place(of: id)
        if directs.isEmpty { directs = Array(repeating: (nil, nil), count: 8) }
        if directs[place].type == id { return directs[place].direct }
        let direct = type as? any JSONDirect.Type
        directs[place] = (id, direct)
        return direct
    }

    /// Returns the type if it is optional; nil otherwise.
    func optional(_ type: any Decodable.Type) -> (any JSONOptional.Type)? {
        let id = ObjectIdentifier(type)
        let place = Self.place(of: id)
        if optionals.isEmpty { optionals = Array(repeating: (nil, nil), count: 8) }
        if optionals[place].type == id { return optionals[place].optional }
        let optional = type as? any JSONOptional.Type
        optionals[place] = (id, optional)
        return optional
    }

    private static func place(of type: ObjectIdentifier) -> Int { (type.hashValue >> 4) & 7 }

    /// Returns a value of an optional type.
    @inline(__always)
    func value<Value>(
        _ type: Value.Type, of optional: any JSONOptional.Type, at node: Int, depth: Int
    ) throws -> Value {
        func open<Some: JSONOptional>(_ some: Some.Type) throws -> Value {
            same(try some.decodeOptional(self, at: node, depth: depth), type)
        }
        return try open(optional)
    }

    /// Returns a value decoded directly from the tape.
    @inline(__always)
    func value<Value>(_ type: Value.Type, of direct: any JSONDirect.Type, at node: Int, depth: Int) throws -> Value {
        try checkStack(at: node, depth: depth)
        func open<Some: JSONDirect>(_ some: Some.Type) throws -> Value {
            same(try some.decode(self, at: node, depth: depth), type)
        }
        return try open(direct)
    }
}
