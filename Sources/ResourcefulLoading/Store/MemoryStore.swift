import ResourcefulCore

/// The entries of a Webservice, in memory.
final class MemoryStore: Sendable {
    private let entries = Locked<[String: Entry]>([:])

    /// The entry under a name, if there is one.
    subscript(name: String) -> Entry? { entries.withLock { $0[name] } }

    /// Changes the entry under a name, alone, and returns what it was before.
    func update(_ name: String, _ change: @Sendable (Entry?) -> Entry?) -> Entry? {
        entries.withLock { entries in
            let before = entries[name]
            entries[name] = change(before)
            return before
        }
    }
}
