/// Enumerates the combinations of failures of a program's requests, those with few failures first.
///
/// A combination is tried before the number of requests under it is known: a retry sends more. So each combination is
/// extended after it was tried, by one failure behind its last one.
struct FailureSearch {
    /// The failures in a world: the indices of places, ascending, and of their failures.
    typealias Combination = [(place: Int, failure: Int)]

    /// The places at which something can fail: the requests; or, if processes crash, the effects that outlive them.
    struct Places: Equatable {
        var count = 0
        /// The places that are requests, if not all of them are.
        var requests: Set<Int>?

        /// Whether something can fail at a place, at any of them or only at a request.
        func has(_ place: Int, anywhere: Bool) -> Bool {
            place < count && (anywhere || requests?.contains(place) ?? true)
        }

        /// Adds the places in another order of the same world.
        mutating func add(_ other: Places) {
            count = max(count, other.count)
            if let added = other.requests { requests = requests?.union(added) ?? added }
        }
    }

    private struct Tried {
        let combination: Combination
        let places: Places
        /// Those by which it was extended before.
        let known: Places
    }

    private let kinds: Int
    /// The index of the failure that can happen at every place; nil if there is none.
    private let crash: Int?
    private let limit: Int
    /// The tried combinations that can be extended, from `extended` on.
    private var tried: [Tried] = []
    private var extended = 0
    private var next: (place: Int, failure: Int)?
    private var isBegun = false

    /// - Parameters:
    ///   - kinds: The number of ways in which a request can fail.
    ///   - crash: The index of the failure that can happen at every place; nil if there is none.
    ///   - limit: The maximum number of failures in a combination.
    init(kinds: Int, crash: Int? = nil, atMost limit: Int) {
        (self.kinds, self.crash, self.limit) = (kinds, crash, limit)
    }

    /// Returns the next combination; nil after the last one.
    mutating func popNext() -> Combination? {
        guard isBegun else {
            isBegun = true
            return []
        }
        guard kinds > 0 else { return nil }
        while extended < tried.count {
            let parent = tried[extended]
            let place = next ?? ((parent.combination.last?.place ?? -1) + 1, 0)
            guard place.place < parent.places.count else {
                extended += 1
                next = nil
                dropExtended()
                continue
            }
            next = place.failure + 1 < kinds ? (place.place, place.failure + 1) : (place.place + 1, 0)
            let anywhere = place.failure == crash
            guard parent.places.has(place.place, anywhere: anywhere),
                !parent.known.has(place.place, anywhere: anywhere)
            else { continue }
            return parent.combination + [place]
        }
        return nil
    }

    /// The number of combinations that are known and weren't tried.
    var waiting: Int {
        var (rest, count) = (self, 0)
        while rest.popNext() != nil { count += 1 }
        return count
    }

    /// Records the places that a combination has led to, in any order.
    ///
    /// - Parameter known: The places that were recorded before.
    mutating func learn(_ combination: Combination, _ places: Places, after known: Places = Places()) {
        // Failures behind the last place that was reached change nothing.
        let last = combination.last?.place ?? -1
        guard combination.count < limit, last < places.count, places != known else { return }
        tried.append(Tried(combination: combination, places: places, known: last < known.count ? known : Places()))
    }

    private mutating func dropExtended() {
        guard extended > 1_000, extended * 2 > tried.count else { return }
        tried.removeFirst(extended)
        extended = 0
    }
}
