public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Entries in a file, which outlive the program: tokens, cookies, and which hosts are to be reached securely alone.
///
///     let webservice = Webservice(policies: [.cookies(), bearer], store: FileStore(at: file))
///
/// - The file is for this user alone (0600). It holds secrets: put it where no backup and no other program reads it, or
///   write an ``EntryStore`` over a keychain.
/// - A change is on the disk when it counts as made, in one step: a process may end at any moment, and the file is as it
///   was before or after. It writes the whole file and waits for the disk, some milliseconds: so what changes with each
///   load, such as the state of a breaker, stays in memory (`keeping`).
/// - Several processes may use one file: each sees the changes of the others, and none is lost.
/// - Cookies of a session are never written. They end with the program.
/// - A file that is not as it was written counts as empty, and so does one of another user.
///
/// When the file can't be written, the store warns once, and goes on in memory. A look at an entry costs a look at the
/// file's date.
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

    /// Whether an entry is worth a file by its name: a token, cookies, or what a host has asked for.
    public static let lastingEntries: @Sendable (String) -> Bool = { name in
        let name = AccountEntry.own(name)
        return ["credentials ", "cookies/", "transport-security/"].contains { name.hasPrefix($0) } || name == "cookies"
    }

    /// The store in a file. Nothing is touched yet.
    ///
    /// - Parameters:
    ///   - file: The file; a second one beside it, its name with `.lock`, is empty. The folder is made when the first
    ///     entry is kept.
    ///   - keeping: Which entries are kept in the file, by their names; others are kept in memory.
    ///   - warning: Is told, once, why the file can't be written. Prints to standard error unless told.
    public init(
        at file: URL, keeping isKept: @escaping @Sendable (String) -> Bool = FileStore.lastingEntries,
        warning: @escaping @Sendable (String) -> Void = DiskCache.printWarning
    ) {
        place = EntryPlace(path: file.path(percentEncoded: false))
        (self.isKept, self.warning) = (isKept, warning)
        changes = Changes()
    }

    /// The entry under a name, if there is one.
    public func read(_ name: String) -> StoreEntry? {
        state.withLock { state in
            if isKept(name) { refresh(&state) }
            return state.entries[name]
        }
    }

    /// Changes the entry under a name, alone in all processes, and returns what it was before.
    public func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
    {
        guard isKept(name) else { return state.withLock { Self.change(&$0, name, change) } }
        return await changes.perform { [self] in write(name, change) }
    }

    /// Removes all entries, and the file.
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

    /// Changes an entry in memory and in the file. Whoever reads meanwhile sees it as it was.
    private func write(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        // What was there before, once the change is made in memory.
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
                let stamp = try place.write(EntryList.encoded(now))
                state.withLock { $0.stamp = stamp }
            }
        } catch {
            let isFirst = hasWarned.withLock { hasWarned in
                defer { hasWarned = true }
                return !hasWarned
            }
            if isFirst {
                warning(
                    "What the store keeps is lost at the end of the program, for its file can't be written: \(error)")
            }
        }
        return before ?? state.withLock { Self.change(&$0, name, change) }
    }

    /// What belongs in the file.
    private func kept(_ entries: [String: StoreEntry]) -> [String: StoreEntry] {
        entries.filter { isKept($0.key) }.compactMapValues { $0 }.reduce(into: [:]) { kept, entry in
            kept[entry.key] = entry.value.lasting(under: entry.key)
        }
    }

    /// Takes over what others have written.
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

/// Changes of the file, one after the other, on a thread that may wait for the disk.
private actor Changes {
    private nonisolated let queue = FileQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func perform(_ change: @Sendable () -> StoreEntry?) -> StoreEntry? { change() }
}
