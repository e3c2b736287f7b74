public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Cached responses in a folder, which outlive the process: bounded by bytes, what was not used for longest is
/// forgotten first.
///
/// Several processes, and several caches of one process, may use one folder at the same time: a change of an entry is
/// alone among all of them, and the bound is that of all. A process may end at any moment: an entry is there as it was
/// written, or not at all. What is not as it was written is not served, and removed: a damaged file, one cut short, one
/// of another key or of another version.
///
/// - A hit reads one file, without a lock. It counts as a use of the entry, to a minute.
/// - A change waits for the changes of others, on a thread of its own, and writes one file.
/// - An entry larger than a quarter of the capacity is not kept; of an entry with many variants the latest are kept.
/// - What may be kept in memory only (`StoredResponse.isVolatile`) is never written.
/// - The history of a response is not kept.
///
/// A folder of another user, or one that every user can write to, is not used, and neither is a file of another user in
/// it. When the folder can't be written, because of a full disk, of permissions or of somebody who keeps it locked, the
/// cache warns once and is off from then on: nothing is found and nothing is kept, and loads go on. It does not serve
/// what it has, for it could not keep up with what is invalidated; ``remove(_:)`` is still tried.
public final class DiskCache: CacheStore {
    private let writer: DiskWriter

    /// The folder.
    public let folder: URL
    /// How many bytes the files may have together. The file system may take more, since it counts in blocks.
    public let capacity: Int

    /// The cache in a folder. The folder is made, for this user alone, when the first entry is kept.
    ///
    /// - Parameters:
    ///   - folder: A folder for nothing else; files that are not of the cache are left alone.
    ///   - capacity: How many bytes the files may have together: 256 MiB unless told. All caches of one folder should
    ///     say the same.
    ///   - warning: Is told, once, why the cache is turned off. Prints to standard error unless told.
    ///   - now: The clock that removals are dated by: the one that the requests of the responses are dated by.
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

    /// The cache in a folder of that name where the user's caches are: `~/.cache`, or Library/Caches on Apple
    /// platforms.
    public static func standard(named name: String, capacity bytes: Int = 256 << 20) -> DiskCache {
        let folders = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
        let folder = folders.first ?? FileManager.default.temporaryDirectory
        return DiskCache(folder: folder.appending(path: name, directoryHint: .isDirectory), capacity: bytes)
    }

    /// Prints a warning to standard error.
    public static let printWarning: @Sendable (String) -> Void = { message in
        let line = Array("\(message)\n".utf8)
        _ = write(2, line, line.count)
    }

    /// The entry under a key, if there is one; being asked for keeps it from being forgotten.
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

    /// Changes the entry under a key, alone; nil is no entry.
    ///
    /// A response that was requested at or before the last removal is not kept.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await writer.update(key, change)
    }

    /// Removes entries. Reads the beginning of every file, unless all are selected.
    public func remove(_ selection: CacheSelection) async { await writer.remove(selection) }

    /// How many bytes the files of entries have; 0 when the cache is off. Waits for changes.
    public var byteCount: Int { get async { await writer.state().byteCount } }

    /// How many entries there are; 0 when the cache is off. Waits for changes.
    public var count: Int { get async { await writer.state().count } }
}
