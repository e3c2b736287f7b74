import ResourcefulCore

extension CacheEntry {
    /// Returns the entry with as many of the latest responses as fit into a size; nil if not even the invalidation
    /// fits, or if nothing is left.
    func fitting(_ limit: Int, size: (CacheEntry) -> Int) -> CacheEntry? {
        var kept = self
        while size(kept) > limit, !kept.responses.isEmpty { kept.responses.removeLast() }
        guard size(kept) <= limit, !kept.responses.isEmpty || kept.invalidated != nil else { return nil }
        return kept
    }
}
