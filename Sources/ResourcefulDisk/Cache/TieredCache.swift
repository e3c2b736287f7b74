/// A fast cache in front of a slow one. Entries found in the slow one are kept in the fast one, and changes apply to
/// both.
///
///     let cache = TieredCache(MemoryCache(), over: shared)
///     let cached = Webservice(baseURL: api, policies: [.cache(in: cache)])
///
/// While the fast cache has an entry, it doesn't see changes that other processes or machines make in the slow one, and
/// the slow one doesn't know that the entry is used. Responses that may be kept only in memory are kept by the fast
/// one.
public final class TieredCache: CacheStore {
    private struct State: Sendable {
        /// The number of changes, and of removals, that have begun or ended.
        var (changes, removals) = (0, 0)
        /// The number of removals that have begun and not ended.
        var running = 0
    }

    private let fast: any CacheStore
    private let slow: any CacheStore
    private let state = Locked(State())
    private let turns = KeyTurns<CacheKey>()

    /// The caches, in the order in which they are asked.
    public var tiers: [any CacheStore] { [fast, slow] }

    /// Combines two caches.
    public init(_ fast: some CacheStore, over slow: some CacheStore) {
        self.fast = fast
        self.slow = slow
    }

    /// Returns the entry under a key, from the fast cache if it is there.
    public func entry(for key: CacheKey) async -> CacheEntry? {
        if let entry = await fast.entry(for: key) { return entry }
        // During a change, the slow cache has what the fast one will only get.
        return await found(key, isKept: !turns.isTaken(key)) { $0.changes == $1.changes }
    }

    /// Returns the entry of the slow cache, and keeps it in the fast one, unless entries were removed meanwhile.
    private func found(
        _ key: CacheKey, isKept: Bool, if isSame: @escaping @Sendable (State, State) -> Bool
    ) async -> CacheEntry? {
        let before = state.withLock { $0 }
        guard let entry = await slow.entry(for: key) else { return nil }
        guard isKept, before.running == 0 else { return entry }
        await fast.update(key) { [state] fast in
            fast ?? (state.withLock { $0.removals == before.removals && isSame($0, before) } ? entry : nil)
        }
        return entry
    }

    /// Returns the entry under a key without a use, from the fast cache if it is there. Keeps nothing.
    public func peek(_ key: CacheKey) async -> CacheEntry? {
        if let entry = await fast.peek(key) { return entry }
        return await slow.peek(key)
    }

    /// Changes the entry under a key in both caches, with exclusive access.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await turns.take(key)
        defer { turns.end(key) }
        // Makes both change the same entry, if possible.
        if await fast.entry(for: key) == nil { _ = await found(key, isKept: true) { _, _ in true } }
        state.withLock { $0.changes += 1 }
        await slow.update(key, change)
        await fast.update(key, change)
        state.withLock { $0.changes += 1 }
    }

    /// Removes entries from both caches.
    public func remove(_ selection: CacheSelection) async {
        state.withLock { state in
            state.removals += 1
            state.running += 1
        }
        await slow.remove(selection)
        await fast.remove(selection)
        state.withLock { state in
            state.removals += 1
            state.running -= 1
        }
    }
}
