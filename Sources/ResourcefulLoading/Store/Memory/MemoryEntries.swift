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
        if before != nil || StoreEntry.isScratch(name) { keep(after, name) } else { others[name] = after }
        return before
    }

    private mutating func keep(_ entry: StoreEntry?, _ name: String) {
        recent[name] = entry
        if !old.isEmpty { old[name] = nil }
        if recent.count == Self.limit { (recent, old) = ([:], recent) }
    }
}
