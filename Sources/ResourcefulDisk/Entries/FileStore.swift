/// A store that keeps its entries in a file, such as tokens.
///
///     let webservice = Webservice(baseURL: api, policies: policies, store: FileStore(at: file))
///
/// - Only the current user can read the file (0600). It contains secrets, so keep it out of backups, or write an
///   `EntryStore` over a keychain.
/// - Each change replaces the file atomically and waits for the disk, which takes some milliseconds: after a crash the
///   file has the entries from before or after the change.
/// - What ends with the program is never written, such as session cookies: an entry says so itself
///   (`StoreEntry.lastingByteCount`). What a store can lose, such as the state of a rate limit, stays in memory
///   by default (`StoreEntry.isScratchName(_:)`).
/// - Several processes can share a file. Each sees the changes of the others.
/// - The file has at most 64 MB. If it would have more, the largest entries are removed. Of the entries in memory,
///   scratch entries are limited as in a `MemoryStore`.
/// - A damaged file is treated as empty; the next change moves it aside, to a name that ends with `.damaged`. A
///   symbolic link isn't used, nor is a file or a folder that another user owns or can write to.
/// - Each process refreshes tokens for itself, unless the policy has a lease; see
///   `Policy.bearer(for:also:token:renewing:lease:when:refreshing:)`.
///
/// If the file can't be read or written, the store warns once, continues in memory, and writes its changes as soon as
/// it can, unless another process has changed the same entry. Until then, an entry that is read says that none of it
/// lasts (`StoreEntry.lastingByteCount`). Reading an entry costs one `lstat`; for two seconds after a change, it reads
/// the file.
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
    private let warning: FileWarning
    /// The entries that aren't kept in the file.
    private let memory = Locked(MemoryStore())
    private let state = Locked(State())
    private let changes = FileChanges()

    /// Creates a store. It doesn't touch the file yet.
    ///
    /// - Parameters:
    ///   - file: The file. Beside it is an empty one with `.lock` added to its name. The folder is created with the
    ///     first entry.
    ///   - isKept: Whether an entry with a name is kept in the file, as far as it lasts. Other entries are kept in
    ///     memory.
    ///   - warning: Receives the reason, once, if the file can't be written. Prints to standard error by default.
    public init(
        at file: URL, keeping isKept: @escaping @Sendable (String) -> Bool = { !StoreEntry.isScratchName($0) },
        warning: @escaping @Sendable (String) -> Void = DiskCache.printWarning
    ) {
        place = EntryPlace(path: file.path(percentEncoded: false))
        (self.isKept, self.warning) = (isKept, FileWarning(warning))
    }

    /// Returns the entry with a name; nil if there is none.
    public func read(_ name: String) -> StoreEntry? {
        guard isKept(name) else { return memory.withLock { $0 }.read(name) }
        return current { $0.shown(name) }
    }

    /// Changes an entry, exclusively among all processes, and returns what it was before.
    public func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
    {
        guard isKept(name) else { return memory.withLock { $0 }.update(name, change) }
        if let before = current({ $0.changeInMemory(name, change) }) { return before }
        let end = ContinuousClock.now + .seconds(10)
        return await changes.apply { [self] in write(until: end) { $0.change(name, change) } }
    }

    /// Removes all entries, from the file too.
    public func removeAll() async {
        let end = ContinuousClock.now + .seconds(10)
        memory.withLock { $0 = MemoryStore() }
        _ = await changes.apply { [self] in
            write(until: end) { entries in
                entries.removeAll()
                return nil
            }
        }
    }

    /// Runs a function with the entries that are in the file now. It reads the file again if it has changed.
    private func current<Value: Sendable>(_ body: @Sendable (inout FileEntries) -> Value) -> Value {
        let stamp = place.stamp
        let known = state.withLock { state in
            state.reading?.holds(for: stamp) == true ? Optional.some(body(&state.entries)) : nil
        }
        if let known { return known }
        do throws(DiskFailure) {
            let (entries, reading) = try content()
            return state.withLock { state in
                state.entries.read(entries)
                state.reading = reading
                return body(&state.entries)
            }
        } catch {
            // The entries stay as they were.
            warning.warn("can't be read", error)
            return state.withLock { body(&$0.entries) }
        }
    }

    private func content() throws(DiskFailure) -> ([String: StoreEntry]?, Reading) {
        let now = Date()
        let content = try place.read()
        if case .entries(let entries, let stamp) = content { return (entries, Reading(stamp: stamp, time: now)) }
        return (nil, Reading(stamp: place.stamp, time: now))
    }

    /// Changes the entries that are in the file now, and writes them. If that fails, they are changed in memory, and
    /// written with the next change.
    private func write(
        until end: ContinuousClock.Instant, _ change: @escaping @Sendable (inout FileEntries) -> StoreEntry?
    ) -> StoreEntry? {
        var before: StoreEntry??
        do throws(DiskFailure) {
            try Ownership.makeFolder(URL(filePath: place.folder))
            try place.locked(until: end) { () throws(DiskFailure) in
                let found = try place.read()
                let (old, content) = state.withLock { state -> (StoreEntry?, [String: StoreEntry]?) in
                    state.entries.read(found.entries)
                    let old = change(&state.entries)
                    // The name of the format, and the sum.
                    state.entries.fit(EntryList.limit - 64)
                    return (old, state.entries.pending.isEmpty ? nil : state.entries.content)
                }
                before = .some(old)
                guard let content else { return }
                if case .damaged = found { try place.moveAside() }
                let stamp = try place.write(content)
                state.withLock { state in
                    state.entries.write()
                    state.reading = Reading(stamp: stamp, time: Date())
                }
            }
        } catch {
            warning.warn("can't be written", error)
        }
        return before ?? state.withLock { change(&$0.entries) }
    }
}
