import ResourcefulCore

extension CacheEntry {
    /// The entry with as many of the latest responses as fit into a size; nil when not even the invalidation does, or
    /// nothing is left.
    func fitting(_ limit: Int, size: (CacheEntry) -> Int) -> CacheEntry? {
        var kept = self
        while size(kept) > limit, !kept.responses.isEmpty { kept.responses.removeLast() }
        guard size(kept) <= limit, !kept.responses.isEmpty || kept.invalidated != nil else { return nil }
        return kept
    }
}
