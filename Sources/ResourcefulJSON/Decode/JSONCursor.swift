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
        let bit = Self.bit(wanted.bytes)
        if passed & bit != 0, let key = document.firstKey(from: object + 2, to: place, wanted) { return key + 1 }
        var passed = passed
        var key = place
        while key < end {
            let word = document.word(key)
            if wanted.isEqual(word, in: document.text) {
                place = document.next(after: key + 1)
                self.passed = passed | bit
                return key + 1
            }
            passed |= word.kind == .string ? Self.bit(document.content(of: key)) : .max
            key = document.next(after: key + 1)
        }
        return nil
    }

    @inline(__always)
    private static func bit(_ key: UnsafeRawBufferPointer) -> UInt64 {
        guard key.count > 0 else { return 1 }
        let mixed = key.count &* 11 &+ Int(key[0]) &* 3 &+ Int(key[key.count - 1])
        return 1 << UInt64(mixed & 63)
    }
}
