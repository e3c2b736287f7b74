import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What was found under the names that were used last, so that a change needn't look again, what is found again needn't
/// be decoded again, and what was found a moment ago needn't be asked for.
struct SeenShelves: Sendable {
    /// An entry, decoded.
    struct Decoded {
        let key: CacheKey
        let entry: CacheEntry
        /// Until when one of its responses is fresh, as far as their own fields say so.
        private let freshUntil: Date?

        init(_ entry: CacheEntry, for key: CacheKey, life: ResponseLife) {
            (self.key, self.entry, freshUntil) = (key, entry, life.freshUntil(entry))
        }

        func isFresh(at now: Date) -> Bool { freshUntil.map { $0 > now } ?? false }
    }

    private struct Seen {
        /// Nil if it isn't known what became of a change.
        let shelf: Shelf?
        /// When the server was asked.
        let time: ContinuousClock.Instant
        /// The number of the latest change of this process.
        let change: UInt64
        var decoded: Decoded?

        /// About how many bytes it takes, twice for what is decoded.
        var size: Int { 512 + 2 * (shelf?.entry?.bytes.count ?? 0) }
    }

    private var seen: RecentValues<ResponseName, Seen>
    /// How many changes this process has made.
    private(set) var changes: UInt64 = 0
    /// The changes of names that are forgotten: none of them is later than this one.
    private var forgotten: UInt64 = 0
    private var oldest: UInt64 = 0
    /// The number of the change at which all was forgotten.
    private var end: UInt64 = 0

    /// Larger entries aren't remembered.
    static var maximumSize: Int { 4_096 }

    /// Creates one that remembers nothing yet, and later so many bytes for certain, and at most twice as many.
    init(limit: Int = 4 << 20) { seen = RecentValues(limit: limit) }

    /// What was under a name when this process saw it last; nil if that isn't known.
    subscript(name: ResponseName) -> Shelf? { seen[name]?.shelf }

    /// The entries of keys as they were a moment ago, if all were decoded before.
    ///
    /// - Parameters:
    ///   - time: When the server was asked, or later.
    ///   - now: When the first one is still fresh: one that is stale may have been refreshed by another process.
    func entries(
        _ names: [ResponseName], _ keys: [CacheKey], since time: ContinuousClock.Instant, freshAt now: Date
    ) -> [CacheEntry?]? {
        var entries: [CacheEntry?] = []
        entries.reserveCapacity(names.count)
        for (name, key) in zip(names, keys) {
            guard let seen = seen[name], seen.time >= time, let shelf = seen.shelf else { return nil }
            if let decoded = seen.decoded {
                guard decoded.key == key, !entries.isEmpty || decoded.isFresh(at: now) else { return nil }
            } else if entries.isEmpty || shelf.entry != nil {
                return nil
            }
            entries.append(seen.decoded?.entry)
        }
        return entries
    }

    /// Notes what a change of this process has left.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - shelf: What is there; nil if that isn't known.
    ///   - decoded: The entry in it.
    ///   - changes: How many changes there were when it began.
    ///   - time: When it began.
    mutating func change(
        _ name: ResponseName, to shelf: Shelf?, _ decoded: Decoded? = nil, after changes: UInt64,
        at time: ContinuousClock.Instant
    ) {
        self.changes += 1
        let shelf = changes < end ? nil : shelf
        // What wasn't written isn't there.
        let decoded = shelf?.entry == nil ? nil : decoded
        note(Seen(shelf: shelf, time: time, change: self.changes, decoded: decoded), name)
    }

    /// Notes what the server has said, unless this process has changed it since it asked.
    ///
    /// - Parameters:
    ///   - shelf: What is there.
    ///   - name: The name.
    ///   - changes: How many changes there were when it asked.
    ///   - time: When it asked.
    mutating func see(
        _ shelf: Shelf, _ name: ResponseName, after changes: UInt64, at time: ContinuousClock.Instant
    ) {
        let known = seen[name]
        let change = known?.change ?? forgotten
        guard change <= changes else { return }
        let isSame = known?.shelf?.entry?.mark == shelf.entry?.mark
        note(Seen(shelf: shelf, time: time, change: change, decoded: isSame ? known?.decoded : nil), name)
    }

    private mutating func note(_ seen: Seen, _ name: ResponseName) {
        let isLarge = (seen.shelf?.entry?.bytes.count ?? 0) > Self.maximumSize
        let seen = isLarge ? Seen(shelf: nil, time: seen.time, change: seen.change) : seen
        // What the old ones have changed is known no longer.
        if self.seen.keep(seen, for: name, size: seen.size) { (forgotten, oldest) = (oldest, changes) }
    }

    /// Forgets all, also what is on its way.
    mutating func forget() {
        changes += 1
        seen.removeAll()
        (forgotten, oldest, end) = (changes, changes, changes)
    }

    /// The entry of a key as it was decoded before; nil if it isn't known or has changed.
    func entry(_ shared: SharedEntry, of name: ResponseName, for key: CacheKey) -> CacheEntry? {
        guard let seen = seen[name], seen.shelf?.entry?.mark == shared.mark, seen.decoded?.key == key else {
            return nil
        }
        return seen.decoded?.entry
    }

    /// Keeps what was decoded, if it is still what is remembered.
    mutating func keep(_ decoded: Decoded, of shared: SharedEntry, _ name: ResponseName) {
        seen.update(name) { seen in
            if seen.shelf?.entry?.mark == shared.mark { seen.decoded = decoded }
        }
    }
}
