import ResourcefulCore

/// A cache whose entries can be read without a use.
protocol PeekingCache: CacheStore {
    /// Returns the entry under a key. Nothing changes: neither the order of eviction nor a file.
    func peeked(_ key: CacheKey) async -> CacheEntry?
}

extension CacheStore {
    /// Returns the entry under a key, without a use if the cache can do that.
    func read(_ key: CacheKey, countsAsUse: Bool) async -> CacheEntry? {
        guard !countsAsUse, let cache = self as? any PeekingCache else { return await entry(for: key) }
        return await cache.peeked(key)
    }
}

extension MemoryCache: PeekingCache {
    func peeked(_ key: CacheKey) async -> CacheEntry? { unused(key) }
}

extension DiskCache: PeekingCache {
    func peeked(_ key: CacheKey) async -> CacheEntry? { unused(key) }
}

extension TieredCache: PeekingCache {
    func peeked(_ key: CacheKey) async -> CacheEntry? {
        for cache in tiers {
            if let entry = await cache.read(key, countsAsUse: false) { return entry }
        }
        return nil
    }
}
