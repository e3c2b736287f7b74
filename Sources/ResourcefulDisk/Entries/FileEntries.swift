/// The entries of a file, and what only this process knows: bytes that end with it, and changes that aren't written
/// yet.
struct FileEntries: Sendable {
    /// The entries in the file when it was last read or written.
    private(set) var kept: [String: StoreEntry] = [:]
    /// The changes that aren't in the file yet.
    private(set) var pending: [String: PendingChange] = [:]
    /// The bytes that end with the program, by the names of their entries.
    private var rests = MemoryStore()

    /// The entries to write.
    var content: [String: StoreEntry] {
        var content = kept
        for (name, change) in pending { content[name] = change.entry }
        return content
    }

    /// The entry with a name, as this process sees it.
    func entry(_ name: String) -> StoreEntry? {
        EntryParts(lasting: lasting(name), rest: rests.read(name)).entry
    }

    /// The entry with a name, for a reader. If it isn't in the file, none of its bytes outlive the program.
    func shown(_ name: String) -> StoreEntry? { pending[name] == nil ? entry(name) : entry(name)?.unkept }

    /// Changes an entry, and returns the previous one.
    mutating func change(_ name: String, _ change: (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        let before = entry(name)
        let parts = EntryParts(change(before))
        if parts.isNew(beside: lasting(name)) {
            let change = PendingChange(from: kept[name], to: parts.lasting)
            pending[name] = change.isNone ? nil : change
        }
        _ = rests.update(name) { _ in parts.rest }
        return before
    }

    /// Changes an entry if the file stays as it is, and returns the previous one. Returns nil if the file would change.
    mutating func changeInMemory(_ name: String, _ change: (StoreEntry?) -> StoreEntry?) -> StoreEntry?? {
        guard pending.isEmpty else { return nil }
        let before = entry(name)
        let parts = EntryParts(change(before))
        guard !parts.isNew(beside: lasting(name)) else { return nil }
        _ = rests.update(name) { _ in parts.rest }
        return .some(before)
    }

    /// Takes the entries that were read from the file; nil if there is none, or it is damaged. A change that isn't
    /// written stays, unless another process has changed the same entry.
    mutating func read(_ entries: [String: StoreEntry]?) {
        kept = entries ?? [:]
        guard !pending.isEmpty else { return }
        pending =
            if let entries {
                pending.filter { $1.base == entries[$0] }
            } else {
                pending.compactMapValues { $0.entry.map { PendingChange(from: nil, to: $0) } }
            }
    }

    /// Notes that the content is in the file.
    mutating func write() { (kept, pending) = (content, [:]) }

    /// Removes all entries.
    mutating func removeAll() {
        rests = MemoryStore()
        pending = kept.mapValues { PendingChange(from: $0, to: nil) }
    }

    private func lasting(_ name: String) -> StoreEntry? { pending[name].map(\.entry) ?? kept[name] }

    /// Removes entries if the file would have more bytes than a limit: the largest ones first, so an entry that grows
    /// costs no other one a token.
    mutating func fit(_ limit: Int) {
        let content = content
        var size = content.reduce(0) { $0 + EntryList.size(of: $1) }
        guard size > limit else { return }
        for entry in content.sorted(by: { EntryList.size(of: $0) > EntryList.size(of: $1) }) where size > limit {
            pending[entry.key] = PendingChange(from: kept[entry.key], to: nil)
            size -= EntryList.size(of: entry)
        }
    }
}
