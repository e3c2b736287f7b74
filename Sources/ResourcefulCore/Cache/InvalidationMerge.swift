/// Which invalidations a store forgets, for a store of your own.
///
/// Every change on a server leaves invalidations, even of URLs that were never stored. So that they don't become as
/// many as the changes, a store replaces old ones by one time now and then: a response that was requested at that time
/// or before, and arrives later, isn't kept, whatever its URL (see ``CacheEntry/outliving(_:in:)``).
///
///     let merge = InvalidationMerge(of: [changed: Date()], beside: [stored])
///     print(merge.merged, merge.removal ?? .distantPast, merge.ended)
///
/// Save ``removal`` first, then remove the responses in ``ended``, and at last the entries in ``merged``.
public struct InvalidationMerge: Hashable, Sendable {
    /// The number of latest invalidations that are never merged: responses to requests after them can be on their way.
    private static let latest = 64

    /// The keys of the invalidations to remove.
    public let merged: Set<CacheKey>
    /// The time of the latest of them, for the time of the store's last removal unless that is later; nil if there are
    /// none.
    public let removal: Date?
    /// The keys of stored responses that would be valid again, each with a time: remove those that were requested at
    /// that time or before.
    public let ended: [CacheKey: Date]

    /// Decides. It takes time in proportion to the number of keys, and to sort the invalidations.
    ///
    /// - Parameters:
    ///   - invalidations: The times of the entries that have an invalidation, and no responses.
    ///   - stored: The keys of all other entries.
    public init(of invalidations: [CacheKey: Date], beside stored: some Sequence<CacheKey>) {
        let stored = Array(stored)
        // One for a URL with any query applies to responses that ignore parts of it, and no name says which these are.
        let paths = Set(stored.map { $0.url.prefix { $0 != "?" } })
        let old = invalidations.sorted {
            ($0.value, $0.key.url, $0.key.qualifier) < ($1.value, $1.key.url, $1.key.qualifier)
        }.dropLast(Self.latest)
        let merged = old.filter { $0.key.qualifier.isEmpty || !paths.contains($0.key.url[...]) }
        (self.merged, removal) = (Set(merged.map(\.key)), merged.last?.value)
        let dates = Dictionary(
            merged.filter(\.key.qualifier.isEmpty).map { ($0.key.url, $0.value) }, uniquingKeysWith: max)
        ended = Dictionary(stored.compactMap { key in dates[key.url].map { (key, $0) } }, uniquingKeysWith: max)
    }

    /// Whether to merge after a number of new invalidations: at least twice as many as are never merged, and an eighth
    /// of the entries, so that each invalidation costs the same.
    public static func isDue(after count: Int, among entries: Int) -> Bool { count >= max(2 * latest, entries / 8) }
}
