/// The entries of a file, and what only this process knows: bytes that end with it, and changes that aren't written
/// yet.
struct FileEntries: Sendable {
    /// The entries in the file when it was last read or written.
    private(set) var kept: [String: StoreEntry] = [:]
    /// The changes that aren't in the file yet; nil for a removed entry.
    private(set) var pending: [String: StoreEntry?] = [:]
    /// The bytes that end with the program, by the names of their entries.
    private var rests = MemoryStore()

    /// The entries to write.
    var content: [String: StoreEntry] {
        kept.merging(pending.compactMapValues { $0 }) { $1 }.filter { name, _ in pending[name] != .some(nil) }
    }

    /// The entry with a name, as this process sees it.
    func entry(_ name: String) -> StoreEntry? {
        let lasting = lasting(name)
        guard let rest = rests.read(name) else { return lasting }
        let data = lasting?.data ?? Data()
        return StoreEntry(
            data: data + rest.data, date: max(rest.date, lasting?.date ?? rest.date), lastingByteCount: data.count)
    }

    /// Changes an entry, and returns the previous one.
    mutating func change(_ name: String, _ change: (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        let before = entry(name)
        let parts = Parts(change(before))
        if isNew(parts, under: name) { pending[name] = .some(parts.lasting) }
        _ = rests.update(name) { _ in parts.rest }
        return before
    }

    /// Changes an entry if the file stays as it is, and returns the previous one. Returns nil if the file would change.
    mutating func changeInMemory(_ name: String, _ change: (StoreEntry?) -> StoreEntry?) -> StoreEntry?? {
        guard pending.isEmpty else { return nil }
        let before = entry(name)
        let parts = Parts(change(before))
        guard !isNew(parts, under: name) else { return nil }
        _ = rests.update(name) { _ in parts.rest }
        return .some(before)
    }

    /// Takes the entries that were read from the file. Changes that aren't written stay.
    mutating func read(_ entries: [String: StoreEntry]) { kept = entries }

    /// Notes that the content is in the file.
    mutating func write() { (kept, pending) = (content, [:]) }

    /// Removes all entries.
    mutating func removeAll() {
        rests = MemoryStore()
        pending = kept.mapValues { _ in nil }
    }

    private func lasting(_ name: String) -> StoreEntry? { pending[name] ?? kept[name] }

    /// Whether the lasting part differs from what is known. If only the date is new, and there are other bytes, it
    /// doesn't.
    private func isNew(_ parts: Parts, under name: String) -> Bool {
        let known = lasting(name)
        return known?.data != parts.lasting?.data || parts.rest == nil && known?.date != parts.lasting?.date
    }

    /// Removes entries if the file would have more bytes than a limit: the largest ones first, so an entry that grows
    /// costs no other one a token.
    mutating func fit(_ limit: Int) {
        let content = content
        var size = content.reduce(0) { $0 + EntryList.size(of: $1) }
        guard size > limit else { return }
        for entry in content.sorted(by: { EntryList.size(of: $0) > EntryList.size(of: $1) }) where size > limit {
            pending[entry.key] = .some(nil)
            size -= EntryList.size(of: entry)
        }
    }
}

/// The part of an entry that outlives the program, and the rest.
private struct Parts {
    var lasting: StoreEntry?
    var rest: StoreEntry?

    init(_ entry: StoreEntry?) {
        guard let entry else { return }
        guard let lastingByteCount = entry.lastingByteCount else {
            lasting = entry
            return
        }
        let count = min(max(0, lastingByteCount), entry.data.count)
        if count > 0 { lasting = StoreEntry(data: Data(entry.data.prefix(count)), date: entry.date) }
        if count < entry.data.count || count == 0 {
            rest = StoreEntry(data: Data(entry.data.dropFirst(count)), date: entry.date)
        }
    }
}
