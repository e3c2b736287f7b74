/// The position in an object where the search for the next key starts.
///
/// Most types request their keys in the order of the document, so the key after the last one is compared first. A
/// repeated key still finds its first value: `passed` has a bit for each key before the position.
struct JSONCursor {
    private var object = -1
    private var end = 0
    private var place = 0
    private var passed: UInt64 = 0

    @inline(__always)
    mutating func find(_ wanted: JSONKey.Wanted, in object: Int, of document: JSONDocument) -> Int? {
        if self.object != object {
            self.object = object
            end = document.end(of: object)
            place = object + 2
            passed = 0
        }
        if place < end {
            let bit = Self.bit(wanted.bytes)
            if passed & bit == 0, wanted.isEqual(document.word(place), in: document.text) {
                let value = place + 1
                passed |= bit
                place = document.next(after: value)
                return value
            }
        }
        return search(wanted, in: object, of: document)
    }

    @inline(never)
    private mutating func search(_ wanted: JSONKey.Wanted, in object: Int, of document: JSONDocument) -> Int? {
        if let shortcut = document.shortcut(of: object) {
            guard let key = shortcut.key(wanted, in: document) else { return nil }
            if key >= place {
                place = document.next(after: key + 1)
                // Unless no key is repeated, the passed keys are unknown.
                passed = shortcut.hasRepeats ? .max : 0
            }
            return key + 1
        }
        // The next request is mostly for the key after this one, which may be before the last one.
        if passed & Self.bit(wanted.bytes) != 0, let value = search(wanted, object + 2, place, 0, document) {
            return value
        }
        return search(wanted, place, end, passed, document)
    }

    /// Searches the keys in a range, and moves behind the one that is found.
    @inline(__always)
    private mutating func search(
        _ wanted: JSONKey.Wanted, _ start: Int, _ end: Int, _ passed: UInt64, _ document: JSONDocument
    ) -> Int? {
        document.tape.withUnsafeBufferPointer { tape in
            var (key, passed) = (start, passed)
            while key < end {
                let (word, value) = (JSONWord(bits: tape[key]), JSONWord(bits: tape[key + 1]))
                let next = value.isContainer ? JSONEnd(bits: tape[key + 2]).next : key + 2
                if wanted.isEqual(word, in: document.text) {
                    (place, self.passed) = (next, passed | Self.bit(wanted.bytes))
                    return key + 1
                }
                let text = UnsafeRawBufferPointer(rebasing: document.text[word.offset..<(word.offset + word.length)])
                passed |= word.isPlainString ? Self.bit(text) : .max
                key = next
            }
            return nil
        }
    }

    @inline(__always)
    private static func bit(_ key: UnsafeRawBufferPointer) -> UInt64 {
        guard key.count > 0 else { return 1 }
        let mixed = key.count &* 11 &+ Int(key[0]) &* 3 &+ Int(key[key.count &- 1])
        return 1 &<< UInt64(truncatingIfNeeded: mixed)
    }
}
