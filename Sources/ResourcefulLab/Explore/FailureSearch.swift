/// Enumerates the combinations of failures of a program's requests, those with few failures first.
///
/// A combination is tried before the number of requests under it is known: a retry sends more. So each combination is
/// extended after it was tried, by one failure behind its last one.
struct FailureSearch {
    /// The failures in a world: the indices of requests, ascending, and of their failures.
    typealias Combination = [(request: Int, failure: Int)]

    private struct Tried {
        let combination: Combination
        let requestCount: Int
    }

    private let kinds: Int
    private let limit: Int
    /// The tried combinations that can be extended, from `extended` on.
    private var tried: [Tried] = []
    private var extended = 0
    private var next: (request: Int, failure: Int)?
    private var isBegun = false

    /// - Parameters:
    ///   - kinds: The number of ways in which a request can fail.
    ///   - limit: The maximum number of failures in a combination.
    init(kinds: Int, atMost limit: Int) {
        self.kinds = kinds
        self.limit = limit
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
            let place = next ?? ((parent.combination.last?.request ?? -1) + 1, 0)
            guard place.request < parent.requestCount else {
                extended += 1
                next = nil
                dropExtended()
                continue
            }
            next = place.failure + 1 < kinds ? (place.request, place.failure + 1) : (place.request + 1, 0)
            return parent.combination + [place]
        }
        return nil
    }

    /// Records how many requests a combination has led to, at most, in any order.
    mutating func learn(_ combination: Combination, requestCount: Int) {
        // Failures behind the last request that was sent change nothing.
        guard combination.count < limit, combination.last.map({ $0.request < requestCount }) ?? true else { return }
        tried.append(Tried(combination: combination, requestCount: requestCount))
    }

    private mutating func dropExtended() {
        guard extended > 1_000, extended * 2 > tried.count else { return }
        tried.removeFirst(extended)
        extended = 0
    }
}
