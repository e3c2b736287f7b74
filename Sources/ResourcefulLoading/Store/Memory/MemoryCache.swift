public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Cached responses in memory, bounded by bytes: what was not used for longest is forgotten first.
///
/// Every operation takes the same time however many entries there are, but for ``remove(_:)``, which looks at all. An
/// entry larger than a quarter of the capacity is not kept, so that one response can't drive out all others; of an
/// entry with many variants the latest are kept, as many as fit.
public final class MemoryCache: CacheStore {
    private struct State: Sendable {
        var entries = RecentEntries()
        /// When something was removed, or an invalidation was forgotten, for the last time.
        var removal: Date?
    }

    private let state = Locked(State())
    private let now: @Sendable () -> Date

    /// How many bytes the entries may take together, about (see `CacheEntry.size`).
    public let capacity: Int

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes the entries may take together: 32 MiB unless told.
    ///   - now: The clock that removals are dated by: the one that the requests of the responses are dated by.
    public init(capacity bytes: Int = 32 << 20, now: @escaping @Sendable () -> Date = { Date() }) {
        capacity = bytes
        self.now = now
    }

    /// How many bytes the entries take together, about; never more than the capacity.
    public var byteCount: Int { state.withLock { $0.entries.byteCount } }

    /// How many entries there are.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The entry under a key, if there is one; being asked for keeps it from being forgotten.
    public func entry(for key: CacheKey) async -> CacheEntry? { peek(key) }

    /// The entry under a key, at once.
    package func peek(_ key: CacheKey) -> CacheEntry? { state.withLock { $0.entries.use(key) } }

    /// The fresh response that somebody gives to a request of what is under a key; nil when there is none.
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

    /// Changes the entry under a key, alone; nil is no entry.
    ///
    /// A response that was requested at or before the last removal is not kept.
    public func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        self.change(key, by: change)
    }

    /// Changes the entry under a key, at once.
    package func change(_ key: CacheKey, by change: @Sendable (CacheEntry?) -> CacheEntry?) {
        state.withLock { state in
            let before = state.entries.use(key)
            // A removal in the future was dated before the clock was set back.
            if let removal = state.removal { state.removal = min(removal, now()) }
            let kept = change(before)?.outliving(state.removal, in: before)?.fitting(capacity / 4, size: \.size)
            guard let kept else { return state.entries.remove(key) }
            state.entries.set(kept, size: kept.size, for: key)
            while state.entries.byteCount > capacity, let forgotten = state.entries.removeLast() {
                // So that what was requested before the invalidation is still not stored.
                guard let invalidated = forgotten.invalidated else { continue }
                state.removal = max(state.removal ?? invalidated, invalidated)
            }
        }
    }

    /// Removes entries. Looks at each of them.
    public func remove(_ selection: CacheSelection) async {
        state.withLock { state in
            state.removal = now()
            state.entries.removeAll { selection.contains($0, received: $1.received) }
        }
    }
}
