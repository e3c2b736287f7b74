/// The requests that a walk has sent. A copy that grows leaves the other as it is, and shares nearly all with it: an
/// insertion moves each request as often as a number of their count has digits, in the binary system.
struct SentRequests: Sendable {
    private struct Key: Hashable {
        let request: Request
        /// Hashed once, though it moves from set to set.
        let hash: Int

        init(_ request: Request) { (self.request, hash) = (request, request.hashValue) }

        static func == (one: Key, other: Key) -> Bool { one.hash == other.hash && one.request == other.request }
        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    /// Each of them larger than the one behind it.
    private var sets: [Set<Key>] = []

    /// Whether a request was sent.
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
