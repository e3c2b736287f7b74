/// Entries in the order of their use. Finding, adding and removing one takes the same time for any number of entries.
///
/// The order is a ring of indices in one array, so using an entry allocates nothing.
struct RecentEntries: Sendable {
    /// The key and the size of an entry. They are separate, so a hit copies only the entry.
    struct Label: Sendable {
        var key: CacheKey
        var size: Int
    }

    /// A response that was served, and the giver that served it.
    struct Served: Sendable {
        let response: ServedResponse
        let giver: Int
    }

    private struct Link: Sendable {
        var previous: Int
        var next: Int
    }

    private var places: [CacheKey: Int] = [:]
    /// The labels of the places; nil for unused places.
    private var labels: [Label?] = [nil]
    private var entries = [CacheEntry()]
    /// The last response that was served from each entry, with its giver.
    private var served: [Served?] = [nil]
    /// The ring. Place 0 has no entry: the most recently used one follows it, and the least recently used one precedes
    /// it.
    private var links = [Link(previous: 0, next: 0)]
    private var free: [Int] = []

    /// The sum of the sizes.
    private(set) var byteCount = 0
    /// The number of entries.
    var count: Int { places.count }

    /// Returns the entry under a key and makes it the most recently used.
    mutating func use(_ key: CacheKey) -> CacheEntry? { usedPlace(of: key).map { entries[$0] } }

    /// Returns the entry under a key without making it more recently used.
    func unused(_ key: CacheKey) -> CacheEntry? { places[key].map { entries[$0] } }

    /// Returns the response that a giver serves from the entry under a key: the last one if it is still valid,
    /// otherwise a new one.
    mutating func serve(
        _ key: CacheKey, by giver: Int, if answers: (ServedResponse) -> Bool,
        orElse make: (CacheEntry) -> ServedResponse?
    ) -> Response? {
        guard let place = usedPlace(of: key) else { return nil }
        if let last = served[place], last.giver == giver, answers(last.response) { return last.response.response }
        let response = make(entries[place])
        served[place] = response.map { Served(response: $0, giver: giver) }
        return response?.response
    }

    private mutating func usedPlace(of key: CacheKey) -> Int? {
        guard let place = places[key] else { return nil }
        if links[0].next != place {
            unlink(place)
            linkFirst(place)
        }
        return place
    }

    /// Sets the entry under a key and makes it the most recently used.
    mutating func set(_ entry: CacheEntry, size: Int, for key: CacheKey) {
        remove(key)
        let place = free.popLast() ?? labels.endIndex
        if place == labels.endIndex {
            labels.append(nil)
            entries.append(CacheEntry())
            served.append(nil)
            links.append(Link(previous: 0, next: 0))
        }
        labels[place] = Label(key: key, size: size)
        entries[place] = entry
        places[key] = place
        byteCount += size
        linkFirst(place)
    }

    /// Removes the entry under a key.
    mutating func remove(_ key: CacheKey) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        byteCount -= labels[place]?.size ?? 0
        labels[place] = nil
        entries[place] = CacheEntry()
        served[place] = nil
        free.append(place)
    }

    /// Removes and returns the least recently used entry.
    mutating func removeLast() -> CacheEntry? {
        let place = links[0].previous
        guard let label = labels[place] else { return nil }
        let entry = entries[place]
        remove(label.key)
        return entry
    }

    /// Removes the entries that satisfy a condition.
    mutating func removeAll(where condition: (CacheKey, CacheEntry) -> Bool) {
        for (place, label) in labels.enumerated() {
            if let label, condition(label.key, entries[place]) { remove(label.key) }
        }
        if places.isEmpty { self = RecentEntries() }
    }

    /// Which invalidations can be forgotten.
    var merge: InvalidationMerge {
        var (invalidations, stored) = ([CacheKey: Date](), [CacheKey]())
        for (key, place) in places {
            if entries[place].responses.isEmpty, let date = entries[place].invalidated {
                invalidations[key] = date
            } else {
                stored.append(key)
            }
        }
        return InvalidationMerge(of: invalidations, beside: stored)
    }

    private mutating func unlink(_ place: Int) {
        let link = links[place]
        links[link.previous].next = link.next
        links[link.next].previous = link.previous
    }

    private mutating func linkFirst(_ place: Int) {
        let first = links[0].next
        links[place] = Link(previous: 0, next: first)
        links[first].previous = place
        links[0].next = place
    }
}
