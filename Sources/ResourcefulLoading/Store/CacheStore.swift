public import ResourcefulCore

/// A store of cached responses. Use `MemoryCache`, `DiskCache` or your own, which many machines can share.
///
/// Its functions are called on any thread. They report no errors: if something fails, the store loses entries, and
/// loads continue.
public protocol CacheStore: Sendable {
    /// Returns the entry under a key, if there is one. Reading an entry counts as a use, which delays its eviction.
    func entry(for key: CacheKey) async -> CacheEntry?

    /// Changes the entry under a key with exclusive access; nil means no entry. The function only makes the new entry
    /// from the old one, and may be called more than once.
    ///
    /// Don't keep a response that was requested before the last removal.
    func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async

    /// Removes entries.
    func remove(_ selection: CacheSelection) async
}
