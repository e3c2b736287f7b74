public import ResourcefulCore

/// Entries in memory: what a Webservice has unless it is given another store.
public final class MemoryStore: EntryStore {
    private let entries: Locked<[String: StoreEntry]>

    /// A store that begins with some entries.
    public init(_ entries: [String: StoreEntry] = [:]) {
        self.entries = Locked(entries)
    }

    /// The entry under a name, if there is one.
    public func read(_ name: String) -> StoreEntry? { entries.withLock { $0[name] } }

    /// Changes the entry under a name, alone, and returns what it was before.
    public func update(_ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        entries.withLock { entries in
            let before = entries[name]
            entries[name] = change(before)
            return before
        }
    }
}
