#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A store that keeps each entry in a file of its own: for many entries, such as the writes of an outbox.
///
///     let webservice = Webservice(baseURL: api, policies: policies, store: FolderStore(at: folder))
///
/// Reading or changing an entry costs the same however many there are, and a store opens without reading anything. A
/// `FileStore` is one file, which is simpler to look after, and is written as a whole with each change.
///
/// - Only the current user can read the folder (0700) and its files (0600). They contain secrets, so keep them out of
///   backups.
/// - Each change replaces a file atomically and waits for the disk, which takes some milliseconds: after a crash the
///   entry is as it was before or after the change.
/// - What ends with the program is never written, and scratch entries stay in memory by default, as in a `FileStore`.
/// - Several processes can share a folder. Each sees the changes of the others.
/// - An entry has at most 64 MB, and the number of entries isn't limited.
/// - A damaged file is an entry with the bytes that it has, so its reader can say what it can't read. It is moved aside
///   before it is changed, to a name that ends with `.damaged`. What another user owns or can write to isn't used.
///
/// If a file can't be read or written, the store warns once, and keeps the change in memory: it writes it before the
/// next change, unless another process has changed the same entry. Until then, an entry that is read says that none of
/// it lasts (`StoreEntry.lastingByteCount`).
public final class FolderStore: EntryStore {
    /// Changes that couldn't be written, in their order.
    private struct Pending: Sendable {
        var names: [String] = []
        var changes: [String: PendingChange] = [:]

        mutating func note(_ change: PendingChange?, to name: String) {
            if changes[name] == nil, change != nil { names.append(name) }
            if change == nil { names.removeAll { $0 == name } }
            changes[name] = change
        }
    }

    private let path: String
    private let isKept: @Sendable (String) -> Bool
    private let warning: FileWarning
    /// The entries that aren't kept in files, and what ends with the program of the others.
    private let memory = Locked(MemoryStore())
    private let pending = Locked(Pending())
    /// Four threads that wait for the disk, each for a part of the files.
    private let changes = (0..<4).map { _ in FileChanges() }

    /// Creates a store. It doesn't touch the folder yet.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is for this store alone. It is created with the first entry.
    ///   - isKept: Whether an entry with a name is kept in the folder, as far as it lasts. Other entries are kept in
    ///     memory.
    ///   - warning: Receives the reason, once, if a file can't be written. Prints to standard error by default.
    public init(
        at folder: URL, keeping isKept: @escaping @Sendable (String) -> Bool = { !StoreEntry.isScratchName($0) },
        warning: @escaping @Sendable (String) -> Void = DiskCache.printWarning
    ) {
        path = folder.path(percentEncoded: false)
        (self.isKept, self.warning) = (isKept, FileWarning(warning))
    }

    /// Returns the entry with a name; nil if there is none.
    public func read(_ name: String) -> StoreEntry? {
        let rest = memory.withLock { $0 }.read(name)
        guard isKept(name) else { return rest }
        if let change = pending.withLock({ $0.changes[name] }) {
            return EntryParts(lasting: change.entry, rest: rest).entry?.unkept
        }
        do throws(DiskFailure) {
            return EntryParts(lasting: try Self.kept(name, at: place(of: name)), rest: rest).entry
        } catch {
            warning.warn("can't be read", error)
            return EntryParts(lasting: nil, rest: rest).entry
        }
    }

    /// Changes an entry, exclusively among all processes, and returns what it was before.
    public func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
    {
        guard isKept(name) else { return memory.withLock { $0 }.update(name, change) }
        let end = ContinuousClock.now + .seconds(10)
        let place = place(of: name)
        return await changes[place.path.utf8.reduce(0) { $0 &+ Int($1) } % changes.count].apply { [self] in
            // In their order, and before this one: what was made later is never on the disk without what it needs.
            for name in pending.withLock(\.names) {
                guard writes(name, to: self.place(of: name), until: end, { $0 }).isWritten else { break }
            }
            return writes(name, to: place, until: end, change).before
        }
    }

    /// Removes all entries.
    public func removeAll() async {
        memory.withLock { $0 = MemoryStore() }
        await changes[0].apply { [self] in
            pending.withLock { $0 = Pending() }
            let end = ContinuousClock.now + .seconds(10)
            for shard in files(in: path) {
                do throws(DiskFailure) {
                    let place = EntryPlace(path: shard, lockPath: "\(shard)/\(Self.lock)")
                    try place.locked(until: end) { () throws(DiskFailure) in
                        for file in files(in: shard) where file != "\(shard)/\(Self.lock)" {
                            try EntryPlace(path: file).remove()
                        }
                    }
                } catch {
                    warning.warn("can't be removed", error)
                }
            }
        }
    }

    /// Changes an entry in its file, or in memory if that fails.
    private func writes(
        _ name: String, to place: EntryPlace, until end: ContinuousClock.Instant,
        _ change: (StoreEntry?) -> StoreEntry?
    ) -> (before: StoreEntry?, isWritten: Bool) {
        let pending = pending.withLock { $0.changes[name] }
        // What is in the file, and what it becomes.
        var (base, made): (StoreEntry?, (before: StoreEntry?, parts: EntryParts)?)
        do throws(DiskFailure) {
            try makeFolder(of: place)
            try place.locked(until: end) { () throws(DiskFailure) in
                base = try Self.kept(name, at: place)
                let hasWaited = pending.map { $0.base == base } ?? false
                made = changed(name, hasWaited ? pending?.entry : base, change)
                guard let parts = made?.parts, hasWaited || parts.isNew(beside: base) else { return }
                try Self.write(parts.lasting, named: name, to: place)
            }
            self.pending.withLock { $0.note(nil, to: name) }
            return (made?.before, true)
        } catch {
            warning.warn("can't be written", error)
            let (before, parts) = made ?? changed(name, pending.map(\.entry) ?? base, change)
            let change = PendingChange(from: made == nil ? pending?.base ?? base : base, to: parts.lasting)
            self.pending.withLock { $0.note(change.isNone ? nil : change, to: name) }
            return (before, false)
        }
    }

    /// Runs a change, and keeps in memory what ends with the program.
    private func changed(
        _ name: String, _ kept: StoreEntry?, _ change: (StoreEntry?) -> StoreEntry?
    ) -> (before: StoreEntry?, parts: EntryParts) {
        let memory = memory.withLock { $0 }
        let before = EntryParts(lasting: kept, rest: memory.read(name)).entry
        let parts = EntryParts(change(before))
        _ = memory.update(name) { _ in parts.rest }
        return (before, parts)
    }
}

// The files.
extension FolderStore {
    private static var lock: String { "lock" }

    /// The file of an entry: the digest of its name, in one of 256 folders, each with a file to lock.
    private func place(of name: String) -> EntryPlace {
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        for byte in MessageDigest.sha256(name.utf8) {
            for digit in [byte >> 4, byte & 15] { digits.append(digit + (digit < 10 ? 0x30 : 0x57)) }
        }
        let shard = "\(path)/\(String(decoding: digits.prefix(2), as: UTF8.self))"
        return EntryPlace(
            path: "\(shard)/\(String(decoding: digits.dropFirst(2), as: UTF8.self))", lockPath: "\(shard)/\(Self.lock)")
    }

    private func files(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
    }

    private static func kept(_ name: String, at place: EntryPlace) throws(DiskFailure) -> StoreEntry? {
        let content = try place.read()
        if case .damaged(let bytes) = content {
            return StoreEntry(data: Data(bytes), date: Date(timeIntervalSinceReferenceDate: 0))
        }
        return content.entries?[name]
    }

    private static func write(_ entry: StoreEntry?, named name: String, to place: EntryPlace) throws(DiskFailure) {
        if case .damaged = try place.read() { try place.moveAside() }
        guard let entry else { return try place.remove() }
        guard EntryList.size(of: (name, entry)) < EntryList.limit else {
            throw DiskFailure(place.path, because: "the entry has more than \(EntryList.limit >> 20) MB")
        }
        _ = try place.write([name: entry])
    }

    private func makeFolder(of place: EntryPlace) throws(DiskFailure) {
        if let problem = Ownership.problem(ofFolder: path) { throw DiskFailure(path, because: problem) }
        guard access(place.folder, F_OK) != 0 else { return }
        try Ownership.makeFolder(URL(filePath: path))
        try Ownership.makeFolder(URL(filePath: place.folder))
        EntryPlace(path: place.folder).keepNames()
    }
}
