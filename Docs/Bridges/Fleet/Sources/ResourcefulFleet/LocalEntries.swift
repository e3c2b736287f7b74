import ResourcefulLoading

/// Something to do with an entry, and where its outcome goes.
struct EntryWork: Sendable {
    /// The change; nil to read.
    let change: (@Sendable (StoreEntry?) -> StoreEntry?)?
    let outcome = Outcome<StoreEntry?>()

    /// Does one after the other, and returns the entry before each of them, and after all.
    static func apply(_ works: [EntryWork], to entry: StoreEntry?) -> (befores: [StoreEntry?], after: StoreEntry?) {
        var (befores, now) = ([StoreEntry?](), entry)
        for work in works {
            befores.append(now)
            // All of it, since other programs use it, too.
            if let change = work.change { now = change(now).map { StoreEntry(data: $0.data, date: $0.date) } }
        }
        return (befores, now)
    }
}

/// An entry as a server had it.
struct SeenEntry: Sendable {
    let entry: StoreEntry?
    /// What it is on the server: an entry that can't be read is something, too.
    let bytes: [UInt8]?
    /// When the server was asked.
    let time: ContinuousClock.Instant

    init(entry: StoreEntry?, bytes: [UInt8]?, at time: ContinuousClock.Instant) {
        (self.entry, self.bytes, self.time) = (entry, bytes, time)
    }

    /// Whether that was a moment ago.
    var isRecent: Bool { .now - time < .seconds(1) }
}

/// What a process knows of the entries on a server, and what it does with them.
struct LocalEntries: Sendable {
    struct Queue: Sendable {
        var (running, waiting): ([EntryWork], [EntryWork]) = ([], [])
    }

    /// The entries as this process saw them last.
    var seen: [String: SeenEntry] = [:]
    /// The entries that were changed while the server was away, and what it may have of each: first what it had before,
    /// then what this process has sent without an answer.
    var changed: [String: [StoreEntry?]] = [:]
    /// When the life of an entry on the server was last made longer.
    var touched: [String: ContinuousClock.Instant] = [:]
    /// How many changes of this process the server has carried out.
    var changes: UInt64 = 0
    /// When this process last learned that entries may have changed.
    private var forgotten = ContinuousClock.now
    /// What is done, and what comes next; nil if nothing is.
    private(set) var queues: [String: Queue] = [:]

    /// So many are remembered of each.
    private static let maximum = 100

    // MARK: Remembering

    /// Returns an entry that was read so short a time ago, if nothing was learned since.
    func remembered(_ name: String, for time: Duration) -> SeenEntry? {
        guard let seen = seen[name], seen.time > forgotten, .now - seen.time < time, !Self.isLease(name) else {
            return nil
        }
        return seen
    }

    /// Reads entries again before they are used.
    mutating func forget() { forgotten = .now }

    /// Whether a name is that of a lease, in any account.
    static func isLease(_ name: String) -> Bool { Sharing.own(name).hasPrefix("lease ") }

    // MARK: Queues

    /// Whether nothing that this process has changed is on its way to the server.
    func isQuiet(_ name: String) -> Bool { queues[name] == nil && changed[name] == nil }

    /// Adds something to do; true if somebody has to begin.
    mutating func add(_ work: EntryWork, _ name: String) -> Bool {
        let isFirst = queues[name] == nil
        queues[name, default: Queue()].waiting.append(work)
        return isFirst
    }

    /// Takes what is to be done together; nil if nothing is.
    mutating func next(_ name: String) -> [EntryWork]? {
        guard let works = queues[name]?.waiting, !works.isEmpty else {
            queues[name] = nil
            return nil
        }
        queues[name] = Queue(running: works, waiting: [])
        return works
    }

    /// The entry after all that is to be done, if no other process changes it.
    func expected(_ name: String) -> StoreEntry? {
        let works = queues[name].map { $0.running + $0.waiting } ?? []
        return EntryWork.apply(works, to: seen[name]?.entry).after
    }

    /// The entry before something that is to be done; nil if it was done meanwhile.
    func expected(_ name: String, before work: EntryWork) -> StoreEntry?? {
        let works = queues[name].map { $0.running + $0.waiting } ?? []
        guard let index = works.firstIndex(where: { $0.outcome === work.outcome }) else { return nil }
        return .some(EntryWork.apply(works, to: seen[name]?.entry).befores[index])
    }

    /// Does something without the server, and returns the entry before each.
    mutating func carryOut(_ works: [EntryWork], _ name: String) -> [StoreEntry?] {
        let before = seen[name]?.entry
        let (befores, after) = EntryWork.apply(works, to: before)
        if works.contains(where: { $0.change != nil }) {
            if changed[name] == nil { changed[name] = [before] }
            seen[name] = SeenEntry(entry: after, bytes: nil, at: .now)
        }
        return befores
    }

    // MARK: What the server has

    /// Remembers what the server has, unless a change of this process waits for it.
    mutating func see(_ entry: SeenEntry?, of name: String) {
        if changed[name] == nil { seen[name] = entry }
    }

    /// Remembers that the server may have an entry now, or still the one before.
    mutating func note(_ entry: StoreEntry?, after before: StoreEntry?, of name: String) {
        var own = changed[name] ?? [before]
        if !own.contains(entry) { own.append(entry) }
        if own.count > Self.maximum { own.remove(at: 1) }
        changed[name] = own
    }
}
