public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A store that keeps its entries in a file: tokens, cookies, and the hosts that require `https`.
///
///     let webservice = Webservice(policies: [.cookies(), bearer], store: FileStore(at: file))
///
/// - Only the current user can read the file (0600). It contains secrets, so keep it out of backups, or write an
///   ``EntryStore`` over a keychain.
/// - Each change replaces the file atomically and waits for the disk, which takes some milliseconds: after a crash the
///   file has the entries from before or after the change. Entries that change with each load, such as the state of a
///   circuit breaker, stay in memory by default.
/// - Several processes can share a file. Each sees the changes of the others.
/// - Session cookies are never written.
/// - A file that is damaged, or that belongs to another user, is treated as empty.
///
/// If the file can't be written, the store warns once and continues in memory. Reading an entry costs one `lstat`.
public final class FileStore: EntryStore {
    private struct State {
        var entries: [String: StoreEntry] = [:]
        var stamp: EntryPlace.Stamp?
        var isRead = false
    }

    private let place: EntryPlace
    private let isKept: @Sendable (String) -> Bool
    private let warning: @Sendable (String) -> Void
    private let state = Locked(State())
    private let hasWarned = Locked(false)
    private let changes: Changes

    /// Whether an entry with a name is a token, a cookie jar, or a host that requires `https`.
    public static let lastingEntries: @Sendable (String) -> Bool = { name in
        let name = AccountEntry.own(name)
        return ["credentials ", "cookies/", "transport-security/"].contains { name.hasPrefix($0) } || name == "cookies"
    }

    /// Creates a store. It doesn't touch the file yet.
    ///
    /// - Parameters:
    ///   - file: The file. Beside it is an empty one with `.lock` added to its name. The folder is created with the
    ///     first entry.
    ///   - keeping: Whether an entry with a name is kept in the file. Other entries are kept in memory.
    ///   - warning: Receives the reason, once, if the file can't be written. Prints to standard error by default.
    public init(
        at file: URL, keeping isKept: @escaping @Sendable (String) -> Bool = FileStore.lastingEntries,
        warning: @escaping @Sendable (String) -> Void = DiskCache.printWarning
    ) {
        place = EntryPlace(path: file.path(percentEncoded: false))
        (self.isKept, self.warning) = (isKept, warning)
        changes = Changes()
    }

    /// The entry with a name; nil if there is none.
    public func read(_ name: String) -> StoreEntry? {
        state.withLock { state in
            if isKept(name) { refresh(&state) }
            return state.entries[name]
        }
    }

    /// Changes an entry, exclusively among all processes, and returns what it was before.
    public func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
    {
        guard isKept(name) else { return state.withLock { Self.change(&$0, name, change) } }
        return await changes.perform { [self] in write(name, change) }
    }

    /// Removes all entries, from the file too.
    public func removeAll() async {
        _ = await changes.perform { [self] in
            try? place.locked { () throws(DiskFailure) in
                state.withLock { $0 = State(isRead: true) }
                _ = try place.write(EntryList.encoded([:]))
                state.withLock { $0.stamp = place.stamp }
            }
            return nil
        }
    }

    private static func change(
        _ state: inout State, _ name: String, _ change: (StoreEntry?) -> StoreEntry?
    ) -> StoreEntry? {
        let before = state.entries[name]
        state.entries[name] = change(before)
        return before
    }

    /// Changes an entry in memory and in the file.
    private func write(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        // Set once the change is made in memory.
        var before: StoreEntry??
        do throws(DiskFailure) {
            try makeFolder()
            try place.locked { () throws(DiskFailure) in
                let (changed, entries, lasting) = state.withLock { state in
                    refresh(&state)
                    let lasting = kept(state.entries)
                    let changed = Self.change(&state, name, change)
                    return (changed, state.entries, lasting)
                }
                before = .some(changed)
                let now = kept(entries)
                guard now != lasting else { return }
                let bytes = EntryList.encoded(now)
                guard bytes.count <= EntryList.limit else {
                    throw DiskFailure("\(place.path): more than \(EntryList.limit >> 20) MB")
                }
                let stamp = try place.write(bytes)
                state.withLock { $0.stamp = stamp }
            }
        } catch {
            let isFirst = hasWarned.withLock { hasWarned in
                defer { hasWarned = true }
                return !hasWarned
            }
            if isFirst {
                warning(
                    "Tokens and cookies are lost when the program ends, because their file can't be written: \(error)"
                )
            }
        }
        return before ?? state.withLock { Self.change(&$0, name, change) }
    }

    /// The entries that belong in the file.
    private func kept(_ entries: [String: StoreEntry]) -> [String: StoreEntry] {
        entries.filter { isKept($0.key) }.compactMapValues { $0 }.reduce(into: [:]) { kept, entry in
            kept[entry.key] = entry.value.lasting(under: entry.key)
        }
    }

    /// Reads the file again if another process has changed it.
    private func refresh(_ state: inout State) {
        guard !hasWarned.withLock({ $0 }) else { return }
        let stamp = place.stamp
        guard !state.isRead || stamp != state.stamp else { return }
        let found = place.read()
        let entries = found.flatMap { EntryList.decoded($0.bytes) } ?? [:]
        let known = state.entries
        for name in known.keys where isKept(name) {
            state.entries[name] = StoreEntry.joined(nil, withSessionOf: known[name], under: name)
        }
        for (name, entry) in entries where isKept(name) {
            state.entries[name] = StoreEntry.joined(
                entry.lasting(under: name), withSessionOf: known[name], under: name)
        }
        (state.stamp, state.isRead) = (found?.stamp ?? stamp, true)
    }

    private func makeFolder() throws(DiskFailure) {
        let folder = URL(filePath: place.path).deletingLastPathComponent()
        if let problem = FolderOwner.problem(folder.path) {
            throw DiskFailure("\(folder.path): \(problem)")
        }
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

/// Changes the file, one change after the other, on a thread that can wait for the disk.
private actor Changes {
    private nonisolated let queue = FileQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func perform(_ change: @Sendable () -> StoreEntry?) -> StoreEntry? { change() }
}
