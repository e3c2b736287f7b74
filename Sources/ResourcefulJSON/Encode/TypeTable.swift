extension JSON.Encoder {
    /// What is known of the types encountered so far: a small table without hashing, backed by a dictionary.
    struct TypeTable<Known> {
        // Empty, or a power of two. The memory for many types would take longer to get than one object to encode.
        private var recent: [(id: ObjectIdentifier, known: Known)?] = []
        private var all: [ObjectIdentifier: Known] = [:]

        private static var few: Int { 8 }
        private static var many: Int { 32 }

        /// Returns what is known of a type, which is found out the first time.
        @inline(__always)
        mutating func known<Value>(_ type: Value.Type, _ findOut: () -> Known) -> Known {
            let id = ObjectIdentifier(type)
            let slot = slot(of: id)
            if slot < recent.count, let last = recent[slot], last.id == id { return last.known }
            return find(id, findOut)
        }

        /// The place of a type; with an empty table, any number that isn't negative.
        @inline(__always)
        private func slot(of id: ObjectIdentifier) -> Int {
            let bits = UInt(bitPattern: id)
            return Int(bitPattern: (bits >> 4 ^ bits >> 9) & UInt(bitPattern: recent.count &- 1))
        }

        @inline(never)
        private mutating func find(_ id: ObjectIdentifier, _ findOut: () -> Known) -> Known {
            let known = all[id] ?? findOut()
            if recent.isEmpty {
                grow(to: Self.few)
            } else if recent[slot(of: id)] != nil, recent.count < Self.many {
                grow(to: Self.many)
            }
            let slot = slot(of: id)
            if let evicted = recent[slot] { all[evicted.id] = evicted.known }
            recent[slot] = (id, known)
            return known
        }

        private mutating func grow(to count: Int) {
            let old = recent
            recent = Array(repeating: nil, count: count)
            // Types with different places keep different places.
            for entry in old { if let entry { recent[slot(of: entry.id)] = entry } }
        }
    }
}
