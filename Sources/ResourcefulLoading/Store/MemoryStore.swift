public import ResourcefulCore

/// A store in memory, which a Webservice uses by default.
///
///     let store = MemoryStore(["settings": entry])
///     let webservice = Webservice(baseURL: api, store: store)
///     let settings = try await webservice.load(Plan.read("settings"))?.data
public final class MemoryStore: EntryStore {
    private let entries: Locked<[String: StoreEntry]>

    /// Creates a store with initial entries.
    public init(_ entries: [String: StoreEntry] = [:]) {
        self.entries = Locked(entries)
    }

    /// Returns the entry under a name, if there is one.
    public func read(_ name: String) -> StoreEntry? { entries.withLock { $0[name] } }

    /// Changes the entry under a name with exclusive access, and returns the previous one.
    public func update(_ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        entries.withLock { entries in
            let before = entries[name]
            entries[name] = change(before)
            return before
        }
    }
}
