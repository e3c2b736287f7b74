/// The text of a key, whose spelling may include escapes. Keys are compared code unit by code unit (RFC 8259, section
/// 8.3).
enum JSONKey {
    /// A key to look for.
    struct Wanted {
        let bytes: UnsafeRawBufferPointer
        /// The kind and the length of a plain string of this length, as in the upper half of its word.
        private let kindAndLength: UInt64

        @inline(__always)
        init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
            kindAndLength = JSONWord(.string, offset: 0, length: bytes.count).bits >> 32
        }

        /// Whether the key of a word of the document's tape is the wanted one.
        @inline(__always)
        func isEqual(_ word: JSONWord, in text: UnsafeRawBufferPointer) -> Bool {
            if word.bits >> 32 == kindAndLength {
                // The scanner saw as many bytes there. All longer strings have the largest length, too.
                return bytes.count < JSONWord.longest
                    ? JSONKey.isEqual(text, at: word.offset, to: bytes) : isEqualLong(word, in: text)
            }
            return word.isEscapedString && isEqualEscaped(word, in: text)
        }

        /// Keys above the largest length, of 256 MiB, aren't found.
        @inline(never)
        private func isEqualLong(_ word: JSONWord, in text: UnsafeRawBufferPointer) -> Bool {
            bytes.count == JSONWord.longest && text[word.offset + bytes.count] == UInt8(ascii: "\"")
                && JSONKey.isEqual(text, at: word.offset, to: bytes)
        }

        @inline(never)
        private func isEqualEscaped(_ word: JSONWord, in text: UnsafeRawBufferPointer) -> Bool {
            withText(of: word, in: text) { $0.bytes.elementsEqual(bytes) }
        }
    }

    /// Calls a function with a key, whose bytes aren't copied.
    @inline(__always)
    static func withWanted<Value>(_ key: String, _ body: (Wanted) -> Value) -> Value {
        if let value = key.utf8.withContiguousStorageIfAvailable({ body(Wanted(UnsafeRawBufferPointer($0))) }) {
            return value
        }
        return withCopy(of: key, body)
    }

    /// Calls a function with a copy of a key that is bridged from another language.
    @inline(never)
    private static func withCopy<Value>(of key: String, _ body: (Wanted) -> Value) -> Value {
        var key = key
        return key.withUTF8 { body(Wanted(UnsafeRawBufferPointer($0))) }
    }

    /// Whether the bytes of a text at an offset, of which there are enough, are the given ones. Compares eight bytes at
    /// a time; the last eight may overlap the ones before.
    @inline(__always)
    static func isEqual(_ text: UnsafeRawBufferPointer, at offset: Int, to other: UnsafeRawBufferPointer) -> Bool {
        let count = other.count
        guard count >= 8 else { return EightBytes.short(text, offset, count) == EightBytes.short(other, 0, count) }
        var index = 0
        while index < count - 8 {
            if eight(text, offset + index) != eight(other, index) { return false }
            index += 8
        }
        return eight(text, offset + count - 8) == eight(other, count - 8)
    }

    /// Calls a function with each eight bytes of a key. The last eight may overlap the ones before.
    @inline(__always)
    static func forEachWord(of key: UnsafeRawBufferPointer, _ body: (UInt64) -> Void) {
        guard key.count >= 8 else { return body(EightBytes.short(key, 0, key.count)) }
        for index in stride(from: 0, to: key.count - 8, by: 8) { body(eight(key, index)) }
        body(eight(key, key.count - 8))
    }

    @inline(__always)
    private static func eight(_ text: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    @inline(__always)
    static func withText<Value>(
        of word: JSONWord, in text: UnsafeRawBufferPointer, _ body: (Wanted) -> Value
    ) -> Value {
        let spelled = UnsafeRawBufferPointer(rebasing: text[word.offset..<(word.offset + word.length)])
        guard word.isEscapedString else { return body(Wanted(spelled)) }
        return Array(JSONEscapes.resolved(spelled).utf8).withUnsafeBytes { body(Wanted($0)) }
    }
}
