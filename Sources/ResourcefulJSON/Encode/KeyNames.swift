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
            guard length <= Self.longest else { return nil }
            var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
            func put(_ byte: UInt8, at index: Int) {
                let bits = UInt64(byte) << UInt64(index % 8 * 8)
                if index < 8 { words.0 |= bits } else if index < 16 { words.1 |= bits } else { words.2 |= bits }
            }
            put(UInt8(ascii: "\""), at: 0)
            put(UInt8(ascii: "\""), at: length + 1)
            for (index, byte) in key.utf8.enumerated() {
                switch byte {
                case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): return nil
                case UInt8(ascii: "/") where escapesSlashes: return nil
                default: put(byte, at: index + 1)
                }
            }
            self.words = words
            let first = (words.0 >> 8 | words.1 << 56).byteSwapped
            prefix = length >= 8 ? first : first & ~(.max >> UInt64(8 * length))
        }
    }

    /// The keys of a type as they are written. Each key of a type of one byte, such as an enumeration of cases, is
    /// asked for its name once.
    final class KeyNames {
        /// The number of keys that have a place: an enumeration with more cases has names for the first ones.
        private static let count = 32

        private let escapesSlashes: Bool
        // One thread encodes, and accesses never overlap: `stringValue` is called between them. If they were checked,
        // encoding a list of objects would take 7 % more instructions.
        @exclusivity(unchecked) private var names = [KeyName?](repeating: nil, count: KeyNames.count)
        /// A bit for each key that was asked for its name.
        @exclusivity(unchecked) private var asked: UInt32 = 0

        /// Creates an empty table; nil if keys of this type have too many values.
        init?<Key: CodingKey>(_ type: Key.Type, escapesSlashes: Bool) {
            guard MemoryLayout<Key>.size == 1 else { return nil }
            self.escapesSlashes = escapesSlashes
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
            names[index] = KeyName(key.stringValue, escapesSlashes: escapesSlashes)
        }
    }
}
