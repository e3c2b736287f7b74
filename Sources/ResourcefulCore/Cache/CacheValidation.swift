/// The stored responses that a 304 matches (RFC 9111, section 4.3.4).
struct CacheValidation {
    /// The response for the caller.
    let selected: Int
    /// The responses to update with the fields of the 304.
    let freshened: [Int]
    /// Whether the selected response was stored for another request: the server chose it by its tag.
    let isAdopted: Bool

    /// Matches a 304 with what is stored; nil if its validators match no stored response.
    init?(_ exchange: CacheExchange, of entry: CacheEntry) {
        let original = exchange.original
        let known = Self.Known(exchange, entry)
        let own = known.all.filter { entry.responses[$0].matches(original) }
        if let found = known.identified(among: own) {
            (selected, freshened, isAdopted) = (found.first, found.all, false)
            return
        }
        let others = known.all.filter { !own.contains($0) && known.wasAskedAbout($0) }
        guard let found = known.identified(among: others), known.hasTag else { return nil }
        (selected, freshened, isAdopted) = (found.first, [], true)
    }

    /// The candidates among the stored responses, and their validators.
    private struct Known {
        let all: [Int]
        private let validators: [CacheValidators]
        private let new: CacheValidators
        private let askedTags: [Substring]
        private let askedDate: String?
        private let entry: CacheEntry

        init(_ exchange: CacheExchange, _ entry: CacheEntry) {
            all = entry.responses.indices.filter {
                entry.responses[$0].method.answers(exchange.original.method) && entry.isUsable($0, exchange.caching)
            }
            self.entry = entry
            validators = entry.responses.map { CacheValidators($0.response.headerFields) }
            new = CacheValidators(exchange.response.headerFields)
            askedTags = exchange.sent.headerFields.members(of: .ifNoneMatch)
            askedDate = exchange.sent.headerFields[.ifModifiedSince]
        }

        var hasTag: Bool { new.tag != nil }

        func wasAskedAbout(_ index: Int) -> Bool {
            if let tag = validators[index].tag, askedTags.contains(tag[...]) { return true }
            return askedTags.isEmpty && askedDate != nil && validators[index].lastModified == askedDate
        }

        /// Returns the response for the caller, and all responses to update.
        func identified(among indices: [Int]) -> (first: Int, all: [Int])? {
            if new.isStrong {
                let same = indices.filter { validators[$0].tag == new.tag }
                if let first = latest(same) { return (first, same) }
                // Some servers weaken the tag of compressed content, but not in a 304. The response stored with the
                // weak tag is still valid, but a strong tag may not update it.
                let weaker = indices.filter { validators[$0].opaqueTag == new.opaqueTag }
                return latest(weaker).map { ($0, []) }
            }
            if let tag = new.opaqueTag {
                return latest(indices.filter { validators[$0].opaqueTag == tag }).map { ($0, [$0]) }
            }
            if let date = new.lastModified {
                return latest(indices.filter { validators[$0].lastModified == date }).map { ($0, [$0]) }
            }
            // Without validators, the 304 can only mean the response that the request asked about.
            guard indices.count == 1 || askedTags.count <= 1 else { return nil }
            let asked = indices.filter { wasAskedAbout($0) || indices.count == 1 && validators[$0].isEmpty }
            return asked.count == 1 ? (asked[0], asked) : nil
        }

        private func latest(_ indices: [Int]) -> Int? {
            indices.max { left, right in
                let (first, second) = (entry.responses[left].freshness.date, entry.responses[right].freshness.date)
                return first == second ? left > right : first < second
            }
        }
    }
}
