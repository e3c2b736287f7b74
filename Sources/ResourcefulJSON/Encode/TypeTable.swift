extension JSON.Encoder {
    /// What is known of the types encountered so far: a small table without hashing, backed by a dictionary.
    struct TypeTable<Known> {
        private var recent = [(id: ObjectIdentifier, known: Known)?](repeating: nil, count: 32)
        private var all: [ObjectIdentifier: Known] = [:]

        /// Returns what is known of a type, which is found out the first time.
        @inline(__always)
        mutating func known<Value>(_ type: Value.Type, _ findOut: () -> Known) -> Known {
            let id = ObjectIdentifier(type)
            let bits = UInt(bitPattern: id)
            let slot = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 9) & 31)
            if let last = recent[slot], last.id == id { return last.known }
            return find(id, slot, findOut)
        }

        @inline(never)
        private mutating func find(_ id: ObjectIdentifier, _ slot: Int, _ findOut: () -> Known) -> Known {
            let known = all[id] ?? findOut()
            if let evicted = recent[slot] { all[evicted.id] = evicted.known }
            recent[slot] = (id, known)
            return known
        }
    }
}
