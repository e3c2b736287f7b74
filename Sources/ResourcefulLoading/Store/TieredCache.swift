public import ResourcefulCore

/// A fast cache before a slow one: what is found in the slow one is kept in the fast one, and what changes, in both.
///
///     TieredCache(MemoryCache(), over: DiskCache.standard(named: "episodes"))
///
/// While the fast one has an entry, what other processes or machines change in the slow one is not seen, and the slow one
/// does not know that the entry is used. Responses that may be kept in memory only are kept by the fast one.
public final class TieredCache: CacheStore {
    private let fast: any CacheStore
    private let slow: any CacheStore
    /// How often a change or a removal has begun or ended.
    private let changes = Locked(0)

    /// Two caches as one.
    public init(_ fast: some CacheStore, over slow: some CacheStore) {
        self.fast = fast
        self.slow = slow
    }

    /// The entry under a key, from the fast cache if it is there.
    public func entry(for key: CacheKey) async -> CacheEntry? {
        if let entry = await fast.entry(for: key) { return entry }
        let before = changes.withLock { $0 }
        guard let entry = await slow.entry(for: key) else { return nil }
        // What was changed or removed in the meantime must not come back.
        await fast.update(key) { [changes] in $0 ?? (changes.withLock { $0 == before } ? entry : nil) }
        return entry
    }

    /// Changes the entry under a key, in both caches; alone in each of them.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        // So that both change the same entry, where they can.
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
