import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Entries in the order of their use: to find, to add and to forget one takes the same time, however many there are.
///
/// The order is a ring of numbers in one array, so that to use an entry allocates nothing.
struct RecentEntries: Sendable {
    /// What is in a place beside the entry. Apart from it, so that a hit copies nothing but the entry.
    struct Label: Sendable {
        var key: CacheKey
        var size: Int
    }

    /// A response that was given, and who decided that.
    struct Served: Sendable {
        let response: ServedResponse
        let giver: Int
    }

    private struct Link: Sendable {
        var previous: Int
        var next: Int
    }

    private var places: [CacheKey: Int] = [:]
    /// What is in the places; nil where nothing is.
    private var labels: [Label?] = [nil]
    private var entries = [CacheEntry()]
    /// What was last given of the entries, and by whom.
    private var served: [Served?] = [nil]
    /// The ring. Place 0 is nobody's: behind it is the latest used, before it the one that was not used for longest.
    private var links = [Link(previous: 0, next: 0)]
    private var free: [Int] = []

    /// The sum of the sizes.
    private(set) var byteCount = 0
    /// How many there are.
    var count: Int { places.count }

    /// The entry under a key, which is the latest used from now on.
    mutating func use(_ key: CacheKey) -> CacheEntry? { usedPlace(of: key).map { entries[$0] } }

    /// The response that somebody gives of the entry under a key: the one that was given last if it still answers, or
    /// else the one that is made now.
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

    /// Puts an entry under a key; it is the latest used.
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

    /// Takes out the entry under a key.
    mutating func remove(_ key: CacheKey) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        byteCount -= labels[place]?.size ?? 0
        labels[place] = nil
        entries[place] = CacheEntry()
        served[place] = nil
        free.append(place)
    }

    /// Takes out the entry that was not used for longest, and returns it.
    mutating func removeLast() -> CacheEntry? {
        let place = links[0].previous
        guard let label = labels[place] else { return nil }
        let entry = entries[place]
        remove(label.key)
        return entry
    }

    /// Takes out those for which a condition holds.
    mutating func removeAll(where condition: (CacheKey, CacheEntry) -> Bool) {
        for (place, label) in labels.enumerated() {
            if let label, condition(label.key, entries[place]) { remove(label.key) }
        }
        if places.isEmpty { self = RecentEntries() }
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
