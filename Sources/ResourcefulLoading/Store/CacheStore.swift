public import ResourcefulCore

/// Where cached responses are kept. `MemoryCache` and `DiskCache` are there; one's own can be shared by many machines.
///
/// It is asked from any thread. What goes wrong in it is its own affair: it forgets, and loads go on.
public protocol CacheStore: Sendable {
    /// The entry under a key, if there is one; being asked for keeps it from being forgotten.
    func entry(for key: CacheKey) async -> CacheEntry?

    /// Changes the entry under a key, alone; nil is no entry. The function does nothing but make the new entry from the
    /// old one, and may be called more than once.
    ///
    /// A response that was requested before the last removal is not to be kept.
    func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async

    /// Removes entries.
    func remove(_ selection: CacheSelection) async
}
