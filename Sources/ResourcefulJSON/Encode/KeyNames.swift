extension JSON.Encoder {
    /// A key as it is written, if it is short and has no escapes.
    struct KeyName {
        /// The maximum number of bytes.
        static let longest = 22

        /// The bytes in quotes, the first of which is the lowest.
        let words: (UInt64, UInt64, UInt64)
        /// The number of bytes without quotes.
        let length: Int
        /// The first eight bytes as in a member.
        let prefix: UInt64

        /// Creates the name of a key; nil if it is long or needs an escape.
        init?(_ key: String, escapesSlashes: Bool) {
            length = key.utf8.count
            var text = Text(escapesSlashes: escapesSlashes, capacity: 64)
            text.append(key)
            // With an escape, it is longer.
            guard length <= Self.longest, text.count == length + 2 else { return nil }
            prefix = EightBytes.prefix(of: text.bytes, at: 1, count: length)
            for _ in 0..<3 { text.append(0, 8) }
            let word = { EightBytes.word(of: text.bytes, at: $0) }
            words = (word(0), word(8), word(16))
        }
    }

    /// The keys of a type as they are written. Each key of a type of one byte, such as an enumeration of cases, is
    /// asked for its name once, which is converted once.
    final class KeyNames {
        /// The number of keys that have a place: an enumeration with more cases has names for the first ones.
        private static let count = 32

        private let escapesSlashes: Bool
        private let isSnakeCase: Bool
        // One thread encodes, and accesses never overlap: `stringValue` is called between them. If they were checked,
        // encoding a list of objects would take 7 % more instructions.
        @exclusivity(unchecked) private var names = [KeyName?](repeating: nil, count: KeyNames.count)
        /// A bit for each key that was asked for its name.
        @exclusivity(unchecked) private var asked: UInt32 = 0

        /// Creates an empty table; nil if keys of this type have too many values, or names that depend on their path.
        init?<Key: CodingKey>(_ type: Key.Type, _ settings: JSON.Encoder) {
            if case .custom = settings.keys { return nil }
            guard MemoryLayout<Key>.size == 1 else { return nil }
            if case .convertToSnakeCase = settings.keys { isSnakeCase = true } else { isSnakeCase = false }
            escapesSlashes = !settings.output.contains(.withoutEscapingSlashes)
        }

        /// Returns the index of a key, which is its only byte. Reading it in memory takes 3.7 % more instructions for a
        /// list of objects.
        @inline(__always)
        static func index<Key: CodingKey>(of key: Key) -> Int {
            precondition(MemoryLayout<Key>.size == 1)
            return Int(unsafeBitCast(key, to: UInt8.self))
        }

        /// The name of the key with an index; nil if it isn't known.
        @inline(__always)
        subscript(index: Int) -> KeyName? { index < Self.count ? names[index] : nil }

        /// Asks a key for its name, unless it was asked before.
        @inline(never)
        func ask(_ key: some CodingKey, at index: Int) {
            guard index < Self.count, asked & 1 << index == 0 else { return }
            asked |= 1 << index
            let name = isSnakeCase ? SnakeCase.name(of: key.stringValue) : key.stringValue
            names[index] = KeyName(name, escapesSlashes: escapesSlashes)
        }
    }
}
