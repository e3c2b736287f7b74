/// An index into a large container, for getting to a child without walking past all children before it.
///
/// It is created when the container has been read, in time linear in its size. The standard library seeds the hash, so
/// an attacker can't construct keys that share a slot.
struct JSONShortcut: Sendable {
    /// The number of children above which a container has a shortcut.
    static let threshold = 32
    /// The distance between the children in `places`.
    static let stride = 16

    /// Every sixteenth element of an array or key of an object. It is empty for an array of scalars, whose places are
    /// known.
    private(set) var places: [UInt32] = []
    /// For an object, a hash table of the keys: the first node of each key, or 0 for a free slot.
    private var slots: [UInt32] = []
    /// Whether a key occurs more than once.
    private(set) var hasRepeats = false

    init(into node: Int, of tape: UnsafeBufferPointer<UInt64>, text: UnsafeRawBufferPointer) {
        let word = JSONWord(bits: tape[node])
        let end = JSONEnd(bits: tape[node + 1]).next
        if word.kind == .array {
            guard end - node - 2 != word.length else { return }
            var child = node + 2
            var index = 0
            while child < end {
                if index % Self.stride == 0 { places.append(UInt32(child)) }
                child = JSONWord(bits: tape[child]).isContainer ? JSONEnd(bits: tape[child + 1]).next : child + 1
                index += 1
            }
        } else {
            slots = [UInt32](repeating: 0, count: Self.slotCount(for: (end - node - 2) / 2))
            var key = node + 2
            var index = 0
            while key < end {
                if index % Self.stride == 0 { places.append(UInt32(key)) }
                index += 1
                insert(key, in: tape, text: text)
                let value = key + 1
                key = JSONWord(bits: tape[value]).isContainer ? JSONEnd(bits: tape[value + 1]).next : value + 1
            }
        }
    }

    /// Returns a power of two that is more than four times `members`. That is an upper bound of the number of members.
    private static func slotCount(for members: Int) -> Int { 4 << (Int.bitWidth - members.leadingZeroBitCount) }

    private mutating func insert(_ key: Int, in tape: UnsafeBufferPointer<UInt64>, text: UnsafeRawBufferPointer) {
        let slot: Int = JSONKey.withText(of: JSONWord(bits: tape[key]), in: text) { wanted in
            self.slot(of: wanted) { JSONKey.isEqual(JSONWord(bits: tape[$0]), in: text, to: wanted) }
        }
        if slots[slot] == 0 { slots[slot] = UInt32(key) } else { hasRepeats = true }
    }

    /// Returns the first key that has the given text.
    func key(_ wanted: UnsafeRawBufferPointer, in document: JSONDocument) -> Int? {
        let slot = slot(of: wanted) { JSONKey.isEqual(document.word($0), in: document.text, to: wanted) }
        return slots[slot] == 0 ? nil : Int(slots[slot])
    }

    /// Returns the slot of a key, or the free slot to put it in.
    private func slot(of key: UnsafeRawBufferPointer, isEqual: (Int) -> Bool) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: key)
        let mask = slots.count - 1
        var slot = hasher.finalize() & mask
        while slots[slot] != 0, !isEqual(Int(slots[slot])) { slot = (slot + 1) & mask }
        return slot
    }
}

/// The text of a key, whose spelling may include escapes. Keys are compared code unit by code unit (RFC 8259, section
/// 8.3).
enum JSONKey {
    @inline(__always)
    static func isEqual(_ word: JSONWord, in text: UnsafeRawBufferPointer, to wanted: UnsafeRawBufferPointer) -> Bool {
        if !word.isPlainString { return isEqualEscaped(word, in: text, to: wanted) }
        return word.length == wanted.count
            && isEqual(UnsafeRawBufferPointer(rebasing: text[word.offset..<(word.offset + word.length)]), wanted)
    }

    @inline(never)
    private static func isEqualEscaped(
        _ word: JSONWord, in text: UnsafeRawBufferPointer, to wanted: UnsafeRawBufferPointer
    ) -> Bool {
        withText(of: word, in: text) { $0.elementsEqual(wanted) }
    }

    /// Whether two texts of the same length are equal. Compares eight bytes at a time.
    @inline(__always)
    static func isEqual(_ some: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        let count = some.count
        var index = 0
        while index + 8 <= count {
            if some.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                != other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            {
                return false
            }
            index += 8
        }
        while index < count {
            if some[index] != other[index] { return false }
            index += 1
        }
        return true
    }

    static func withText<Value>(
        of word: JSONWord, in text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value {
        let spelled = UnsafeRawBufferPointer(rebasing: text[word.offset..<(word.offset + word.length)])
        guard word.kind == .escapedString else { return body(spelled) }
        return Array(JSONEscapes.resolved(spelled).utf8).withUnsafeBytes(body)
    }
}
