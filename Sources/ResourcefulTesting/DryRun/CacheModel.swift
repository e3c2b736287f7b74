/// A cache as a value: entries by key, with the rules that all stores must follow.
///
///     var run = DryRun(baseURL: api, policies: [.cache(for: .seconds(60))], podcast)
///     _ = try run.load(Episode.all)
///     print(run.cache.entries.keys.map(\.description))
///     // ["https://api.example.org/episodes.json"]
///     run.cache = CacheModel()
public struct CacheModel: Hashable, Sendable {
    /// The entries.
    public private(set) var entries: [CacheKey: CacheEntry]
    /// The date of the last removal. Responses that were requested before it are no longer stored.
    private var lastRemoval: Date?

    /// Creates a cache with entries.
    public init(_ entries: [CacheKey: CacheEntry] = [:]) { self.entries = entries }

    /// The entry under a key, if there is one.
    public subscript(key: CacheKey) -> CacheEntry? {
        get { entries[key] }
        set { entries[key] = newValue }
    }

    /// Returns the entry under a key after a change. What was requested before the last removal isn't stored.
    func entry(_ key: CacheKey, changedBy change: (CacheEntry?) -> CacheEntry?) -> CacheEntry? {
        change(entries[key])?.outliving(lastRemoval, in: entries[key])
    }

    /// Removes the selected entries at the given date.
    mutating func remove(_ selection: CacheSelection, at date: Date) {
        entries = entries.filter { !selection.contains($0.key, received: $0.value.received) }
        lastRemoval = date
    }
}
