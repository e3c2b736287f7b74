/// A store of cached responses. Use `MemoryCache`, a cache on the disk or your own, which many machines can share.
///
/// Its functions are called on any thread. They report no errors: if something fails, the store loses entries, and
/// loads continue.
public protocol CacheStore: Sendable {
    /// Returns the entry under a key, if there is one. Reading an entry counts as a use, which delays its eviction.
    func entry(for key: CacheKey) async -> CacheEntry?

    /// Returns the entry under a key, with the latest invalidation of those under other keys of the same URL, which
    /// apply to all users. A store on a server reads all at once. By default, reads one after the other.
    func entry(for key: CacheKey, invalidatedBy others: [CacheKey]) async -> CacheEntry?

    /// Changes the entry under a key with exclusive access; nil means no entry. The function only makes the new entry
    /// from the old one, and may be called more than once.
    ///
    /// Don't keep a response that was requested before the last removal.
    func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async

    /// Removes entries.
    func remove(_ selection: CacheSelection) async

    /// Returns the entry under a key without a use: neither the order of eviction nor a file changes. By default, calls
    /// ``entry(for:)``.
    func peek(_ key: CacheKey) async -> CacheEntry?

    /// Where the entries are, such as the path of a folder or the address of a server: stores with the same location
    /// count as one when entries are removed from all stores. Nil by default: each instance is a store of its own.
    var location: String? { get }

    /// The stores that this one is made of, such as a fast one and a slow one; none by default. A removal reaches them
    /// even when this one is gone.
    var tiers: [any CacheStore] { get }
}

extension CacheStore {
    /// The entry under a key, and then the others if there is one.
    public func entry(for key: CacheKey, invalidatedBy others: [CacheKey]) async -> CacheEntry? {
        guard var entry = await entry(for: key) else { return nil }
        for other in others { entry = entry.invalidated(with: await self.entry(for: other)) }
        return entry
    }

    /// The entry under a key, read as a use.
    public func peek(_ key: CacheKey) async -> CacheEntry? { await entry(for: key) }

    /// No location: each instance is a store of its own.
    public var location: String? { nil }

    /// No other stores.
    public var tiers: [any CacheStore] { [] }
}
