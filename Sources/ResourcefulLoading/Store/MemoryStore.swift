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

/// The entries of a store in memory. Of scratch entries, it keeps the ones that were used last; using one takes the
/// same time for any number of them.
struct MemoryEntries: Sendable {
    /// How many scratch entries are kept for certain. There are at most twice as many.
    static let limit = 10_000

    private var others: [String: StoreEntry]
    /// The scratch entries that were used since the last ones became old, and the old ones.
    private var (recent, old): ([String: StoreEntry], [String: StoreEntry]) = ([:], [:])

    init(_ entries: [String: StoreEntry] = [:]) { others = entries }

    /// Returns the entry under a name. Reading it is a use.
    mutating func use(_ name: String) -> StoreEntry? {
        if let entry = others[name] ?? recent[name] { return entry }
        guard let entry = old[name] else { return nil }
        keep(entry, name)
        return entry
    }

    /// Changes the entry under a name, and returns the previous one.
    mutating func change(_ name: String, _ change: (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        if let before = others[name] {
            others[name] = change(before)
            return before
        }
        let before = recent[name] ?? (old.isEmpty ? nil : old[name])
        let after = change(before)
        // A circuit that stays closed has none.
        guard before != nil || after != nil else { return nil }
        if before != nil || StoreEntry.isScratchName(name) { keep(after, name) } else { others[name] = after }
        return before
    }

    private mutating func keep(_ entry: StoreEntry?, _ name: String) {
        recent[name] = entry
        if !old.isEmpty { old[name] = nil }
        if recent.count == Self.limit { (recent, old) = ([:], recent) }
    }
}
