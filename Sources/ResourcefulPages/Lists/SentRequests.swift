/// The requests that a walk has sent. A copy that grows leaves the original unchanged and shares nearly all of its
/// storage. Each request moves at most as many times as their number has binary digits.
struct SentRequests: Sendable {
    private struct Key: Hashable {
        let request: Request
        /// The hash, computed once although the key moves between sets.
        let hash: Int

        init(_ request: Request) { (self.request, hash) = (request, request.hashValue) }

        static func == (one: Key, other: Key) -> Bool { one.hash == other.hash && one.request == other.request }
        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    /// The requests in sets, each larger than the next.
    private var sets: [Set<Key>] = []

    /// Returns whether a request was sent.
    func contains(_ request: Request) -> Bool {
        let key = Key(request)
        return sets.contains { $0.contains(key) }
    }

    mutating func insert(_ request: Request) {
        var set: Set = [Key(request)]
        while let last = sets.last, last.count <= set.count { set.formUnion(sets.removeLast()) }
        sets.append(set)
    }
}
