/// The responses stored under one key, the latest first, one for each set of selecting fields.
///
///     let entry = CacheEntry(responses: [stored])
///     await cache.update(key) { before in before ?? entry }
public struct CacheEntry: Hashable, Sendable {
    /// The responses, the latest first.
    public var responses: [StoredResponse]
    /// The time when the responses of this key were last invalidated. Responses to earlier requests are no longer used.
    public var invalidated: Date?

    /// Creates an entry.
    public init(responses: [StoredResponse] = [], invalidated: Date? = nil) {
        self.responses = responses
        self.invalidated = invalidated
    }

    /// The approximate size in memory, in bytes.
    public var size: Int {
        responses.reduce(256) { size, stored in
            let fields = stored.response.headerFields.reduce(0) {
                $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
            }
            return size + 512 + stored.response.body.count + fields
        }
    }
}

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
