/// An index into a large container, for getting to a child without walking past all children before it.
///
/// It is created when the container has been read, in time linear in its size. The hash is seeded, so an attacker can't
/// construct keys that share a slot.
struct JSONShortcut: Sendable {
    /// The number of children above which a container has a shortcut. Below it, comparing keys takes less time.
    static let threshold = 64
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
        let isObject = word.kind == .object
        guard isObject || end - node - 2 != word.length else { return }
        places.reserveCapacity(word.length / Self.stride + 1)
        if isObject { fillSlots(node, end, of: tape, text) }
        var (child, index) = (node + 2, 0)
        while child < end {
            if index % Self.stride == 0 { places.append(UInt32(child)) }
            child = Self.next(after: isObject ? child + 1 : child, of: tape)
            index += 1
        }
    }

    private mutating func fillSlots(
        _ node: Int, _ end: Int, of tape: UnsafeBufferPointer<UInt64>, _ text: UnsafeRawBufferPointer
    ) {
        // A power of two that is more than twice an upper bound of the number of members.
        let members = (end - node - 2) / 2
        let (count, seeds) = (2 << (Int.bitWidth - members.leadingZeroBitCount), Self.seeds)
        var repeats = false
        slots = [UInt32](unsafeUninitializedCapacity: count) { slots, initialized in
            slots.initialize(repeating: 0)
            initialized = count
            var key = node + 2
            while key < end {
                JSONKey.withText(of: JSONWord(bits: tape[key]), in: text) { wanted in
                    let slot = Self.slot(of: wanted, in: UnsafeBufferPointer(slots), seeds) {
                        wanted.isEqual(JSONWord(bits: tape[$0]), in: text)
                    }
                    if slots[slot] == 0 { slots[slot] = UInt32(key) } else { repeats = true }
                }
                key = Self.next(after: key + 1, of: tape)
            }
        }
        hasRepeats = repeats
    }

    @inline(__always)
    private static func next(after node: Int, of tape: UnsafeBufferPointer<UInt64>) -> Int {
        JSONWord(bits: tape[node]).isContainer ? JSONEnd(bits: tape[node + 1]).next : node + 1
    }

    /// Returns the first key that has the given text.
    func key(_ wanted: JSONKey.Wanted, in document: JSONDocument) -> Int? {
        slots.withUnsafeBufferPointer { slots in
            let slot = Self.slot(of: wanted, in: slots, Self.seeds) {
                wanted.isEqual(document.word($0), in: document.text)
            }
            return slots[slot] == 0 ? nil : Int(slots[slot])
        }
    }

    /// Returns the slot of a key, or the free slot to put it in.
    @inline(__always)
    private static func slot(
        of key: JSONKey.Wanted, in slots: UnsafeBufferPointer<UInt32>, _ seeds: (UInt64, UInt64),
        isEqual: (Int) -> Bool
    ) -> Int {
        // Of each eight bytes, the product with a secret number, both halves of which are mixed. With the standard
        // library's `Hasher`, a table takes three and a half times as many instructions.
        var hash = seeds.0 ^ UInt64(truncatingIfNeeded: key.bytes.count)
        JSONKey.forEachWord(of: key.bytes) { word in
            let product = (hash ^ word).multipliedFullWidth(by: seeds.1)
            hash = product.high ^ product.low
        }
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0, !isEqual(Int(slots[slot])) { slot = (slot + 1) & mask }
        return slot
    }

    /// Numbers that no text can know.
    private static let seeds = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
}
