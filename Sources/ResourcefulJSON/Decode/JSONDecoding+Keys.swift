/// A dictionary whose keys are data, and are never renamed.
protocol StringDictionary {
    /// The dictionary of members that are decoded as the type of its values; nil when one is of another type.
    static func decode(_ members: (any Decodable.Type) throws -> [(String, any Decodable)]) rethrows -> Self?
}

extension Dictionary: StringDictionary where Key == String, Value: Decodable {
    static func decode(_ members: (any Decodable.Type) throws -> [(String, any Decodable)]) rethrows -> Self? {
        var dictionary: Self = [:]
        for (key, value) in try members(Value.self) {
            guard let value = value as? Value else { return nil }
            if dictionary[key] == nil { dictionary[key] = value }
        }
        return dictionary
    }
}

// The keys of the document as the types know them.
extension JSONDecoding {
    /// A key as the strategy renames it, at the end of a path.
    func renamed(_ key: String, in path: @autoclosure () -> [any CodingKey]) -> any CodingKey {
        switch options.keys {
        case .useDefaultKeys: JSONCodingKey(stringValue: key)
        case .convertFromSnakeCase: JSONCodingKey(stringValue: SnakeCase.camelCase(of: key))
        case .custom(let rename): rename(path() + [JSONCodingKey(stringValue: key)])
        }
    }

    /// The members of an object by their renamed keys; the first when two are the same.
    func renamedMembers(of object: Int) -> [String: Int] {
        if let members = renamedMembers[object] { return members }
        let path = codingPath(of: object)
        var members: [String: Int] = [:]
        for key in document.keyNodes(of: object) {
            let name = renamed(document.string(at: key) ?? "", in: path).stringValue
            if members[name] == nil { members[name] = key + 1 }
        }
        renamedMembers[object] = members
        return members
    }

    func renamedDictionary<Value>(
        _ dictionary: any StringDictionary.Type, _ type: Value.Type, at node: Int, depth: Int, _ key: (any CodingKey)?
    ) throws -> Value {
        guard word(node).kind == .object else { throw mismatch([String: Any].self, at: node, key) }
        let decoded = try dictionary.decode { valueType in
            try document.keyNodes(of: node).map { key in
                (document.string(at: key) ?? "", try value(opening: valueType, at: key + 1, depth: depth + 1))
            }
        }
        guard let value = decoded as? Value else { throw mismatch(type, at: node, key) }
        return value
    }

    private func value(
        opening type: any Decodable.Type, at node: Int, depth: Int
    ) throws -> any Decodable {
        func open<Value: Decodable>(_ type: Value.Type) throws -> any Decodable {
            try value(type, at: node, depth: depth)
        }
        return try open(type)
    }
}

/// `running_time` and `runningTime`.
enum SnakeCase {
    /// As JSONDecoder converts: underscores at either end stay.
    static func camelCase(of key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words[1...].map(capitalized).joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }

    /// The first letter of each run of letters in upper case, the others in lower case.
    private static func capitalized(_ word: Substring) -> String {
        var isAtStart = true
        var text = ""
        for character in word {
            text += isAtStart ? character.uppercased() : character.lowercased()
            isAtStart = !character.isLetter
        }
        return text
    }
}
