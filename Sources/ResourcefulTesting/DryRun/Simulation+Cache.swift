// The cache.
extension Simulation {
    /// Accesses the cache, and returns the previous entry.
    func cache(_ access: CacheAccess, at time: Duration) -> CacheEntry? {
        switch access.action {
        case .read(let key, let others):
            usesCache = true
            touch { $0.read(.cached(key), .wholeCache) }
            guard let entry = cache[key] else { return nil }
            return others.reduce(entry) { entry, other in
                touch { $0.read(.cached(other)) }
                return entry.invalidated(with: cache[other])
            }
        case .update(let key, let change):
            return cached(key, changedBy: change, at: time)
        case .invalidate(let keys):
            // Without a cache in use, nothing is stored, nor is a request under way that could be.
            guard usesCache || !cache.entries.isEmpty else { return nil }
            let date = date(at: time)
            for key in keys { _ = cached(key, changedBy: { _ in CacheEntry(invalidated: date) }, at: time) }
            return nil
        case .remove(let relative):
            let selection = relative.resolved(against: order.baseURL)
            touch { $0.write(.wholeCache) }
            guard !endsProcess(at: time) else { return nil }
            cache.remove(selection, at: date(at: time))
            record(.removedCached(selection), at: time)
            return nil
        }
    }

    /// Changes the cached entry under a key, and returns the previous one.
    private func cached(
        _ key: CacheKey, changedBy change: @Sendable (CacheEntry?) -> CacheEntry?, at time: Duration
    ) -> CacheEntry? {
        touch {
            $0.write(.cached(key))
            $0.read(.wholeCache)
        }
        let before = cache[key]
        let after = cache.entry(key, changedBy: change)
        guard after != before, !endsProcess(at: time) else { return before }
        cache[key] = after
        record(after == nil ? .forgot(key) : .stored(key), at: time)
        return before
    }
}
