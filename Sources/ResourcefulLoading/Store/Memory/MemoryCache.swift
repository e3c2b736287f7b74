/// A cache of responses in memory. Its size in bytes is limited: the least recently used entries are evicted first.
///
/// Every operation takes the same time for any number of entries, except ``remove(_:)``, which checks all of them. An
/// entry larger than a quarter of the capacity isn't kept, so one response can't evict all others; of an entry with
/// many variants, the latest are kept, as many as fit.
///
/// Many changes of URLs that were never cached leave few entries: old invalidations are merged into the time of the
/// last removal (see ``InvalidationMerge``).
///
///     let memory = MemoryCache(capacity: 64 << 20)
///     let webservice = Webservice(baseURL: api, policies: [.cache(in: memory)])
public final class MemoryCache: CacheStore {
    private struct State: Sendable {
        var entries = RecentEntries()
        /// The time of the last removal, or of the last eviction of an invalidation.
        var removal: Date?
        /// The number of invalidations that were kept since the old ones were last merged into `removal`.
        var invalidations = 0

        /// Counts an invalidation that was just kept. Replaces old ones by one time when there are many.
        mutating func noteInvalidation(at now: Date) {
            invalidations += 1
            guard InvalidationMerge.isDue(after: invalidations, among: entries.count) else { return }
            invalidations = 0
            let merge = entries.merge
            guard let last = merge.removal else { return }
            removal = max(removal ?? .distantPast, min(last, now))
            for key in merge.merged { entries.remove(key) }
            for (key, date) in merge.ended {
                guard var entry = entries.unused(key) else { continue }
                entry.responses.removeAll { $0.requested <= date }
                entries.remove(key)
                if let entry = entry.fitting(.max) { entries.set(entry, size: entry.size, for: key) }
            }
        }
    }

    private let state = Locked(State())
    private let now: @Sendable () -> Date

    /// The approximate maximum number of bytes of all entries together (see `CacheEntry.size`).
    public let capacity: Int

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of bytes of all entries together, by default 32 MiB.
    ///   - now: The clock for the dates of removals: the same one that dates the requests of the responses.
    public init(capacity bytes: Int = 32 << 20, now: @escaping @Sendable () -> Date = { Date() }) {
        capacity = bytes
        self.now = now
    }

    /// The approximate number of bytes of all entries together; never more than the capacity.
    public var byteCount: Int { state.withLock { $0.entries.byteCount } }

    /// The number of entries.
    public var count: Int { state.withLock { $0.entries.count } }

    /// Returns the entry under a key, if there is one. Reading an entry counts as a use, which delays its eviction.
    public func entry(for key: CacheKey) async -> CacheEntry? { use(key) }

    /// Returns the entry under a key, synchronously.
    package func use(_ key: CacheKey) -> CacheEntry? { state.withLock { $0.entries.use(key) } }

    /// Returns the entry under a key without a use.
    public func peek(_ key: CacheKey) -> CacheEntry? { state.withLock { $0.entries.unused(key) } }

    /// Returns the fresh response that a giver serves to a request from the entry under a key; nil if there is none.
    package func served(
        _ key: CacheKey, to request: Request, by giver: Int, at now: Date, caching: Caching
    ) -> Response? {
        state.withLock { state in
            state.entries.serve(key, by: giver) {
                $0.answers(request, at: now)
            } orElse: { entry in
                ServedResponse(of: entry, to: request, at: now, caching: caching)
            }
        }
    }

    /// Changes the entry under a key with exclusive access; nil means no entry.
    ///
    /// A response that was requested at or before the last removal isn't kept.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        self.change(key, by: change)
    }

    /// Changes the entry under a key, synchronously.
    package func change(_ key: CacheKey, by change: @Sendable (CacheEntry?) -> CacheEntry?) {
        state.withLock { state in
            let before = state.entries.use(key)
            // A removal in the future was dated before the clock was set back.
            if let removal = state.removal { state.removal = min(removal, now()) }
            let kept = change(before)?.outliving(state.removal, in: before)?.fitting(capacity / 4)
            guard let kept else { return state.entries.remove(key) }
            state.entries.set(kept, size: kept.size, for: key)
            if kept.responses.isEmpty { state.noteInvalidation(at: now()) }
            while state.entries.byteCount > capacity, let forgotten = state.entries.removeLast() {
                // Responses that were requested before the invalidation must still not be stored.
                guard let invalidated = forgotten.invalidated else { continue }
                state.removal = max(state.removal ?? invalidated, invalidated)
            }
        }
    }

    /// Removes entries. Checks each of them.
    public func remove(_ selection: CacheSelection) async {
        state.withLock { state in
            state.removal = now()
            state.entries.removeAll { selection.contains($0, received: $1.received) }
        }
    }
}
