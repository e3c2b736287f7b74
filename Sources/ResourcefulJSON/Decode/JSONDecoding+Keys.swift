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
