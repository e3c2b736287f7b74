/// A cache of responses in a folder, which outlives the process. Its size in bytes is limited: the least recently used
/// entries are evicted first.
///
///     let disk = DiskCache(folder: folder, capacity: 512 << 20)
///     let offline = Webservice(baseURL: api, policies: [.cache(in: disk)])
///
/// Several processes, and several caches in one process, can use one folder at the same time: each change of an entry
/// has exclusive access among all of them, and they share the limit. After a crash, an entry is as it was written, or
/// missing. A file that isn't as it was written (damaged, cut short, of another key or of another version) isn't
/// served, and is removed.
///
/// - A hit reads one file, without a lock. It counts as a use of the entry, to a minute.
/// - A change waits for other changes, on its own thread, and writes one file.
/// - An entry larger than a quarter of the capacity isn't kept; of an entry with many variants, the latest are kept.
/// - Responses that may be kept only in memory (`StoredResponse.isVolatile`) are never written.
/// - The history of a response isn't kept.
///
/// A folder, a link to it or a file in it isn't used if it belongs to another user (except root), or if the group or
/// every user can write to it. If the folder can't be written, because of a full disk, permissions or another
/// process that keeps it locked, the cache warns once and turns off: it finds and keeps nothing, and loads continue. It
/// doesn't serve its existing entries, because it couldn't invalidate them; ``remove(_:)`` is still tried.
public final class DiskCache: CacheStore {
    private let writer: DiskWriter

    /// The folder.
    public let folder: URL
    /// The maximum number of bytes in all files together. The file system may use more, because it counts in blocks.
    public let capacity: Int

    /// Creates a cache in a folder. The folder is created, with access only for this user, when the first entry is
    /// kept.
    ///
    /// - Parameters:
    ///   - folder: A folder that is used for nothing else. Files that don't belong to the cache are left alone.
    ///   - bytes: The maximum number of bytes in all files together, by default 256 MiB. All caches of one folder
    ///     should use the same.
    ///   - warning: Receives the reason, once, if the cache is turned off. By default, prints it to standard error.
    ///   - now: The clock for the dates of removals: the same one that dates the requests of the responses.
    public init(
        folder: URL, capacity bytes: Int = 256 << 20,
        warning: @escaping @Sendable (String) -> Void = DiskCache.printWarning,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.folder = folder
        capacity = bytes
        var path = folder.path(percentEncoded: false)
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        writer = DiskWriter(path, capacity: bytes, warning: warning, now: now)
    }

    /// Creates a cache in a folder with this name among the user's caches: in `~/.cache`, or in Library/Caches on Apple
    /// platforms.
    public static func standard(named name: String, capacity bytes: Int = 256 << 20) -> DiskCache {
        let folders = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
        let folder = folders.first ?? FileManager.default.temporaryDirectory
        return DiskCache(folder: folder.appending(path: name, directoryHint: .isDirectory), capacity: bytes)
    }

    /// Prints a warning to standard error.
    public static let printWarning: @Sendable (String) -> Void = { printLine($0) }

    /// Returns the entry under a key, if there is one. Reading an entry counts as a use, which delays its eviction.
    public func entry(for key: CacheKey) async -> CacheEntry? {
        guard writer.isOn else { return nil }
        switch writer.read(key) {
        case .intact(let entry): return entry
        case .missing: return nil
        case .damaged:
            await writer.discard(key)
            return nil
        }
    }

    /// The path of the folder.
    public var location: String? { folder.path(percentEncoded: false) }

    /// Returns the entry under a key without a use, and without removing a damaged file.
    public func peek(_ key: CacheKey) -> CacheEntry? {
        writer.isOn ? writer.read(key, countsAsUse: false).entry : nil
    }

    /// Changes the entry under a key with exclusive access; nil means no entry.
    ///
    /// A response that was requested at or before the last removal isn't kept.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await writer.update(key, change)
    }

    /// Removes entries. Reads the beginning of every file, unless all are selected.
    public func remove(_ selection: CacheSelection) async { await writer.remove(selection) }

    /// The number of bytes in the files of entries; 0 if the cache is off. Waits for changes.
    public var byteCount: Int { get async { await writer.state().byteCount } }

    /// The number of entries; 0 if the cache is off. Waits for changes.
    public var count: Int { get async { await writer.state().count } }
}
