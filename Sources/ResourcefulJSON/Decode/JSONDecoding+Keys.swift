// The keys of the document as types name them.
extension JSONDecoding {
    /// Returns a key at the end of a path, as the strategy renames it.
    func renamed(_ key: String, in path: @autoclosure () -> [any CodingKey]) -> any CodingKey {
        if case .custom(let rename) = options.keys { return rename(path() + [JSONCodingKey.key(key)]) }
        return JSONCodingKey.key(options.keys.rename(in: [])(key))
    }
}

extension JSON.Decoder.Keys {
    /// Returns the function from a key to its name for types, in an object at a path.
    func rename(in path: ArraySlice<any CodingKey>) -> @Sendable (String) -> String {
        switch self {
        case .useDefaultKeys: return { $0 }
        case .convertFromSnakeCase: return SnakeCase.camelCase
        case .custom(let rename): return { rename(Array(path) + [JSONCodingKey.key($0)]).stringValue }
        }
    }
}

/// The conversion from `running_time` to `runningTime`.
enum SnakeCase {
    /// Converts a key as JSONDecoder does, keeping underscores at either end.
    static func camelCase(of key: String) -> String {
        if let name = ASCIIKey.converted(key, write) { return name }
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words[1...].map(capitalized).joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }

    private static func write(_ key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let line = UInt8(ascii: "_")
        let first = key.firstIndex { $0 != line } ?? key.count
        let end = (key.lastIndex { $0 != line } ?? -1) + 1
        let words = first < end && key[first..<end].contains(line) ? first..<end : 0..<0
        var (count, isAtStart, isInFirst) = (0, false, true)
        for (index, byte) in key.enumerated() {
            var byte = byte
            if words.contains(index) {
                if byte == line {
                    (isAtStart, isInFirst) = (true, false)
                    continue
                }
                let isLetter = ASCIIKey.isUppercase(byte) || ASCIIKey.isLowercase(byte)
                byte = isAtStart ? ASCIIKey.uppercased(byte) : ASCIIKey.lowercased(byte)
                isAtStart = !isInFirst && !isLetter
            }
            name[count] = byte
            count += 1
        }
        return count
    }

    /// Returns a word with the first letter of each run of letters in upper case, and the others in lower case.
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

/// The absence of a key, for a value that isn't requested by key.
///
/// The decoder passes keys as values of generic types, which costs nothing unless there is an error. An optional
/// `any CodingKey` would be put in a box for every value.
struct JSONNoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
