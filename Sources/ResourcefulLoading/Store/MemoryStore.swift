/// A store in memory, which a Webservice uses by default.
///
/// Rate limits, for example, have an entry for each origin. The store keeps the 10,000 entries with a
/// ``StoreEntry/scratchName(_:)`` that were used last, and at most 20,000. All other entries stay until they are
/// removed.
///
///     let store = MemoryStore(["settings": entry])
///     let webservice = Webservice(baseURL: api, store: store)
///     let settings = try await webservice.load(Plan.read("settings"))?.data
public final class MemoryStore: EntryStore {
    private let entries: Locked<MemoryEntries>

    /// Creates a store with initial entries.
    public init(_ entries: [String: StoreEntry] = [:]) {
        self.entries = Locked(MemoryEntries(entries))
    }

    /// Returns the entry under a name, if there is one.
    public func read(_ name: String) -> StoreEntry? { entries.withLock { $0.use(name) } }

    /// Changes the entry under a name with exclusive access, and returns the previous one.
    public func update(_ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        entries.withLock { $0.change(name, change) }
    }
}
