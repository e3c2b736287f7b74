/// The entries of a file, and what only this process knows: session cookies, and changes that aren't written yet.
struct FileEntries: Sendable {
    /// The entries in the file when it was last read or written.
    private(set) var kept: [String: StoreEntry] = [:]
    /// The changes that aren't in the file yet; nil for a removed entry.
    private(set) var pending: [String: StoreEntry?] = [:]
    /// The session cookies, by the names of their entries, and the lists of all sites in the order of their use.
    private(set) var sessions: [String: StoreEntry] = [:]

    /// The entries to write.
    var content: [String: StoreEntry] {
        kept.merging(pending.compactMapValues { $0 }) { $1 }.filter { name, _ in pending[name] != .some(nil) }
    }

    /// The entry with a name, as this process sees it.
    func entry(_ name: String) -> StoreEntry? {
        switch AccountEntry.kind(of: name) {
        case .cookies: StoreEntry.joined(lasting(name), sessions[name])
        case .listOfCookies:
            StoreEntry.list(StoreEntry.names(in: sessions[name] ?? lasting(name)), adding: cookies(listedIn: name))
        case .other: lasting(name)
        }
    }

    /// Changes an entry, and returns the previous one.
    mutating func change(_ name: String, _ change: (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        let before = entry(name)
        let after = change(before)
        switch AccountEntry.kind(of: name) {
        case .cookies:
            sessions[name] = after?.session
            set(name, after?.lasting)
        case .listOfCookies:
            sessions[name] = after
            // Sites that have only session cookies aren't written.
            let account = AccountEntry.prefix(of: name)
            let names = StoreEntry.names(in: after).filter { lasting("\(account)\($0)") != nil }
            set(name, StoreEntry.list(names))
        case .other:
            if lasting(name) != after { pending[name] = .some(after) }
        }
        return before
    }

    /// Takes the entries that were read from the file. Changes that aren't written stay.
    mutating func read(_ entries: [String: StoreEntry]) { kept = entries }

    /// Notes that the content is in the file.
    mutating func write() { (kept, pending) = (content, [:]) }

    /// Removes all entries.
    mutating func removeAll() {
        sessions = [:]
        pending = kept.mapValues { _ in nil }
    }

    private func lasting(_ name: String) -> StoreEntry? { pending[name] ?? kept[name] }

    /// Removes entries if the file would have more bytes than a limit: the largest ones first, so a site with many
    /// cookies costs no other one a token.
    mutating func fit(_ limit: Int) {
        let content = content
        var size = content.reduce(0) { $0 + EntryList.size(of: $1) }
        guard size > limit else { return }
        for entry in content.sorted(by: { EntryList.size(of: $0) > EntryList.size(of: $1) }) where size > limit {
            pending[entry.key] = .some(nil)
            size -= EntryList.size(of: entry)
        }
    }

    /// Sets cookies. They aren't written again if only the date is new, and of the same day.
    private mutating func set(_ name: String, _ entry: StoreEntry?) {
        let known = lasting(name)
        let isOfDay = known.flatMap { known in entry.map { known.isOfDay(of: $0.date) } } ?? true
        guard known?.data != entry?.data || !isOfDay else { return }
        pending[name] = .some(entry)
    }

    /// The names of the entries that a list should have.
    private func cookies(listedIn list: String) -> [String] {
        let account = AccountEntry.prefix(of: list)
        let names = Set(kept.keys).union(pending.keys).union(sessions.keys)
        return names.filter { $0.hasPrefix("\(list)/") && entry($0) != nil }.map { String($0.dropFirst(account.count)) }
            .sorted()
    }
}
