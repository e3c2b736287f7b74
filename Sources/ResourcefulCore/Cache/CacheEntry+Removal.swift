extension CacheEntry {
    /// Returns the part of a changed entry that survives a removal, for a store of your own. A response requested at or
    /// before the removal is removed even if it arrived later, unless the entry already held it before the change: then
    /// the removal spared it.
    ///
    ///     let kept = change(before)?.outliving(lastRemoval, in: before)
    ///
    /// - Parameters:
    ///   - removal: The time of the last removal; nil if there was none.
    ///   - before: The entry before the change.
    /// - Returns: The entry; nil if neither a response nor an invalidation remains. An invalidation is kept whatever
    ///   its time: the removal may have spared responses under other keys, which would be valid again without it.
    public func outliving(_ removal: Date?, in before: CacheEntry?) -> CacheEntry? {
        var kept = self
        if let removal {
            kept.responses.removeAll { response in
                response.requested <= removal
                    && before?.responses.contains {
                        $0.requested == response.requested && $0.received == response.received
                    } != true
            }
        }
        return kept.responses.isEmpty && kept.invalidated == nil ? nil : kept
    }

    /// The time when the latest response was received, or without responses the time of the invalidation: what a
    /// ``CacheSelection`` compares.
    public var received: Date { responses.first?.received ?? invalidated ?? .distantPast }

    /// Returns a copy with the invalidation of another entry of the same URL, if that is later.
    package func invalidated(with other: CacheEntry?) -> CacheEntry {
        guard let other = other?.invalidated, other > invalidated ?? .distantPast else { return self }
        var entry = self
        entry.invalidated = other
        return entry
    }
}
