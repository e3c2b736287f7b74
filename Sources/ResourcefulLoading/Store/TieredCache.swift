public import ResourcefulCore

/// A fast cache in front of a slow one. Entries found in the slow one are kept in the fast one, and changes apply to
/// both.
///
///     let cache = TieredCache(MemoryCache(), over: DiskCache.standard(named: "podcast"))
///     let cached = Webservice(baseURL: api, policies: [.cache(in: cache)])
///
/// While the fast cache has an entry, it doesn't see changes that other processes or machines make in the slow one, and
/// the slow one doesn't know that the entry is used. Responses that may be kept only in memory are kept by the fast
/// one.
public final class TieredCache: CacheStore {
    private let fast: any CacheStore
    private let slow: any CacheStore
    /// The number of changes and removals that have begun or ended.
    private let changes = Locked(0)

    /// The caches, in the order in which they are asked.
    var tiers: [any CacheStore] { [fast, slow] }

    /// Combines two caches.
    public init(_ fast: some CacheStore, over slow: some CacheStore) {
        self.fast = fast
        self.slow = slow
    }

    /// Returns the entry under a key, from the fast cache if it is there.
    public func entry(for key: CacheKey) async -> CacheEntry? {
        if let entry = await fast.entry(for: key) { return entry }
        let before = changes.withLock { $0 }
        guard let entry = await slow.entry(for: key) else { return nil }
        // An entry that was changed or removed meanwhile must not come back.
        await fast.update(key) { [changes] in $0 ?? (changes.withLock { $0 == before } ? entry : nil) }
        return entry
    }

    /// Changes the entry under a key in both caches, with exclusive access in each of them.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        // Makes both change the same entry, if possible.
        _ = await entry(for: key)
        changes.withLock { $0 += 1 }
        await slow.update(key, change)
        await fast.update(key, change)
        changes.withLock { $0 += 1 }
    }

    /// Removes entries from both caches.
    public func remove(_ selection: CacheSelection) async {
        changes.withLock { $0 += 1 }
        await slow.remove(selection)
        await fast.remove(selection)
        changes.withLock { $0 += 1 }
    }
}
