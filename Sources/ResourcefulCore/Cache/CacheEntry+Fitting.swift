extension CacheEntry {
    /// Returns the entry with as many of the latest responses as fit into a number of bytes, for a store with a limit.
    /// Nil if not even the invalidation fits, or if nothing is left.
    ///
    /// - Parameter size: The number of bytes that the store needs for an entry, by default ``size``.
    public func fitting(_ limit: Int, size: (CacheEntry) -> Int = { $0.size }) -> CacheEntry? {
        var kept = self
        while size(kept) > limit, !kept.responses.isEmpty { kept.responses.removeLast() }
        guard size(kept) <= limit, !kept.responses.isEmpty || kept.invalidated != nil else { return nil }
        return kept
    }
}
