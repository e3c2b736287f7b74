/// A store that keeps its entries in a file: tokens, cookies, and the hosts that require `https`.
///
///     let webservice = Webservice(baseURL: api, policies: [.cookies()], store: FileStore(at: file))
///
/// - Only the current user can read the file (0600). It contains secrets, so keep it out of backups, or write an
///   `EntryStore` over a keychain.
/// - Each change replaces the file atomically and waits for the disk, which takes some milliseconds: after a crash the
///   file has the entries from before or after the change. Entries that change with each load, such as the state of a
///   circuit breaker, stay in memory by default.
/// - Several processes can share a file. Each sees the changes of the others.
/// - Session cookies are never written.
/// - The file has at most 64 MB. If it would have more, the largest entries are removed. Of the entries in memory,
///   scratch entries are limited as in a `MemoryStore`.
/// - A damaged file is treated as empty; the next change moves it aside, to a name that ends with `.damaged`. A
///   symbolic link isn't used, nor is a file or a folder that another user owns or can write to.
/// - Each process refreshes tokens for itself, unless the policy has a lease; see
///   `Policy.bearer(for:token:renewing:lease:when:refreshing:)`.
///
/// If the file can't be read or written, the store warns once, continues in memory, and writes its changes as soon as
/// it can. Reading an entry costs one `lstat`; for two seconds after a change, it reads the file.
public final class FileStore: EntryStore {
    private struct State: Sendable {
        var entries = FileEntries()
        var reading: Reading?
    }

    /// A state of the file that was read, and when.
    private struct Reading: Sendable {
        let stamp: EntryPlace.Stamp?
        let time: Date

        /// Whether the file is as it was read. For two seconds after a change, another one could have the same stamp.
        func holds(for now: EntryPlace.Stamp?) -> Bool {
            guard stamp == now else { return false }
            return stamp.map { time.timeIntervalSince1970 - Double($0.time) / 1e9 > 2 } ?? true
        }
    }

    private let place: EntryPlace
    private let isKept: @Sendable (String) -> Bool
    private let warning: @Sendable (String) -> Void
    /// The entries that aren't kept in the file.
    private let memory = Locked(MemoryStore())
    private let state = Locked(State())
    private let hasWarned = Locked(false)
    private let changes = Changes()

    /// Whether an entry with a name is a token, a cookie jar, a lease, or the hosts that require `https`.
    public static let lastingEntries: @Sendable (String) -> Bool = { name in
        let name = AccountEntry.own(name)
        let beginnings = ["credentials ", "cookies/", "lease "]
        return beginnings.contains { name.hasPrefix($0) } || ["cookies", "transport-security"].contains(name)
    }

    /// Creates a store. It doesn't touch the file yet.
    ///
    /// - Parameters:
    ///   - file: The file. Beside it is an empty one with `.lock` added to its name. The folder is created with the
    ///     first entry.
    ///   - isKept: Whether an entry with a name is kept in the file. Other entries are kept in memory.
    ///   - warning: Receives the reason, once, if the file can't be written. Prints to standard error by default.
    public init(
        at file: URL, keeping isKept: @escaping @Sendable (String) -> Bool = FileStore.lastingEntries,
        warning: @escaping @Sendable (String) -> Void = DiskCache.printWarning
    ) {
        place = EntryPlace(path: file.path(percentEncoded: false))
        (self.isKept, self.warning) = (isKept, warning)
    }

    /// Returns the entry with a name; nil if there is none.
    public func read(_ name: String) -> StoreEntry? {
        guard isKept(name) else { return memory.withLock { $0 }.read(name) }
        refresh()
        return state.withLock { $0.entries.entry(name) }
    }

    /// Changes an entry, exclusively among all processes, and returns what it was before.
    public func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
    {
        guard isKept(name) else { return memory.withLock { $0 }.update(name, change) }
        let end = ContinuousClock.now + .seconds(10)
        return await changes.perform { [self] in write(until: end) { $0.change(name, change) } }
    }

    /// Removes all entries, from the file too.
    public func removeAll() async {
        let end = ContinuousClock.now + .seconds(10)
        memory.withLock { $0 = MemoryStore() }
        _ = await changes.perform { [self] in
            write(until: end) { entries in
                entries.removeAll()
                return nil
            }
        }
    }

    /// Reads the file again if it has changed.
    private func refresh() {
        let stamp = place.stamp
        guard state.withLock({ $0.reading?.holds(for: stamp) }) != true else { return }
        do throws(DiskFailure) {
            let (entries, reading) = try content()
            state.withLock { state in
                state.entries.read(entries)
                state.reading = reading
            }
        } catch {
            // The entries stay as they were.
            warn("can't be read", error)
        }
    }

    private func content() throws(DiskFailure) -> ([String: StoreEntry], Reading) {
        let now = Date()
        switch try place.read() {
        case .absent, .damaged: return ([:], Reading(stamp: place.stamp, time: now))
        case .entries(let entries, let stamp): return (entries, Reading(stamp: stamp, time: now))
        }
    }

    /// Changes the entries that are in the file now, and writes them. If that fails, they are changed in memory, and
    /// written with the next change.
    private func write(
        until end: ContinuousClock.Instant, _ change: @escaping @Sendable (inout FileEntries) -> StoreEntry?
    ) -> StoreEntry? {
        do throws(DiskFailure) {
            try makeFolder()
            return try place.locked(until: end) { () throws(DiskFailure) in
                let found = try place.read()
                var entries = state.withLock { $0.entries }
                if case .entries(let kept, _) = found { entries.read(kept) } else { entries.read([:]) }
                let before = change(&entries)
                // The name of the format, and the sum.
                entries.fit(EntryList.limit - 64)
                guard !entries.pending.isEmpty else {
                    commit(entries, nil)
                    return before
                }
                if case .damaged = found { try place.moveAside() }
                let stamp = try place.write(entries.content)
                entries.write()
                commit(entries, Reading(stamp: stamp, time: Date()))
                return before
            }
        } catch {
            warn("can't be written", error)
            return state.withLock { change(&$0.entries) }
        }
    }

    private func commit(_ entries: FileEntries, _ reading: Reading?) {
        state.withLock { state in
            state.entries = entries
            if let reading { state.reading = reading }
        }
    }

    private func warn(_ problem: String, _ failure: DiskFailure) {
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst {
            warning("Tokens and cookies are lost when the program ends, because their file \(problem): \(failure)")
        }
    }

    private func makeFolder() throws(DiskFailure) {
        let folder = URL(filePath: place.path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let problem = Ownership.problem(ofFolder: folder.path) { throw DiskFailure(folder.path, because: problem) }
    }
}

/// Changes the file, one change after the other, on a thread that can wait for the disk.
private actor Changes {
    private nonisolated let queue = FileQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func perform(_ change: @Sendable () -> StoreEntry?) -> StoreEntry? { change() }
}
