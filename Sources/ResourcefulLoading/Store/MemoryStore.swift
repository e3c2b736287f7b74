public import ResourcefulCore

/// Entries in memory: what a Webservice has unless it is given another store.
public final class MemoryStore: EntryStore {
    private let entries: Locked<[String: Entry]>

    /// A store that begins with some entries.
    public init(_ entries: [String: Entry] = [:]) {
        self.entries = Locked(entries)
    }

    /// The entry under a name, if there is one.
    public func read(_ name: String) -> Entry? { entries.withLock { $0[name] } }

    /// Changes the entry under a name, alone, and returns what it was before.
    public func update(_ name: String, _ change: @Sendable (Entry?) -> Entry?) -> Entry? {
        entries.withLock { entries in
            let before = entries[name]
            entries[name] = change(before)
            return before
        }
    }
}
