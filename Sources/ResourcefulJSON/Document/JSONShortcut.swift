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
            self.slot(of: wanted) { wanted.isEqual(JSONWord(bits: tape[$0]), in: text) }
        }
        if slots[slot] == 0 { slots[slot] = UInt32(key) } else { hasRepeats = true }
    }

    /// Returns the first key that has the given text.
    func key(_ wanted: JSONKey.Wanted, in document: JSONDocument) -> Int? {
        let slot = slot(of: wanted) { wanted.isEqual(document.word($0), in: document.text) }
        return slots[slot] == 0 ? nil : Int(slots[slot])
    }

    /// Returns the slot of a key, or the free slot to put it in.
    private func slot(of key: JSONKey.Wanted, isEqual: (Int) -> Bool) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: key.bytes)
        let mask = slots.count - 1
        var slot = hasher.finalize() & mask
        while slots[slot] != 0, !isEqual(Int(slots[slot])) { slot = (slot + 1) & mask }
        return slot
    }
}
