import ResourcefulCore
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which invalidations a store can forget, beside the slowest way to find out, and what it must not change.
struct InvalidationMergeTests {
    /// What a store has after a random history.
    private struct History {
        var invalidations: [CacheKey: Date] = [:]
        var stored: [CacheKey: Date] = [:]

        init(of count: Int, seed: Int) {
            var numbers = SeededNumbers(seed: UInt64(seed))
            for step in 0..<count {
                let path = "https://a.org/\(Int.random(in: 0..<max(2, count / 4), using: &numbers))"
                let url = Bool.random(using: &numbers) ? path : "\(path)?q=\(Int.random(in: 0..<3, using: &numbers))"
                let date = CacheSample.time(Double(step / 2))
                if Int.random(in: 0..<4, using: &numbers) == 0 {
                    let key = CacheKey(url: url, qualifier: ["", "ann", "bob"].randomElement(using: &numbers)!)
                    // Its own invalidation then stands in the same entry.
                    if invalidations[key] == nil { stored[key] = date }
                } else {
                    for key in [CacheKey(url: url), CacheKey(url: path, qualifier: "any query")] {
                        if stored[key] == nil { invalidations[key] = date }
                    }
                }
            }
        }

        var merge: InvalidationMerge { InvalidationMerge(of: invalidations, beside: stored.keys) }

        /// Whether a response is valid, with the rules of a user for whom the query matters or not.
        static func isValid(
            _ key: CacheKey, _ requested: Date, _ invalidations: [CacheKey: Date], mergesURLs: Bool
        ) -> Bool {
            let path = String(key.url.prefix { $0 != "?" })
            let keys = [CacheKey(url: key.url)] + (mergesURLs ? [CacheKey(url: path, qualifier: "any query")] : [])
            return keys.allSatisfy { requested > invalidations[$0] ?? .distantPast }
        }
    }

    private static let histories = [0, 1, 30, 64, 65, 200, 1_000].flatMap { count in (0..<4).map { (count, $0) } }

    @Test func `it decides as one that compares all with all`() {
        checkEach(Self.histories) { count, seed throws in
            let history = History(of: count, seed: seed)
            let (all, merge) = (history.invalidations, history.merge)
            func isBefore(_ one: (key: CacheKey, value: Date), _ other: (key: CacheKey, value: Date)) -> Bool {
                (one.value, one.key.url, one.key.qualifier) < (other.value, other.key.url, other.key.qualifier)
            }
            let merged = all.filter { one in
                let isOld = all.filter { isBefore(one, $0) }.count >= 64
                guard isOld, !one.key.qualifier.isEmpty else { return isOld }
                return !history.stored.keys.contains { $0.url == one.key.url || $0.url.hasPrefix(one.key.url + "?") }
            }
            #expect(merge.merged == Set(merged.keys), "\(count)")
            #expect(merge.removal == merged.values.max(), "\(count)")
            let ended = history.stored.keys.compactMap { key in merged[CacheKey(url: key.url)].map { (key, $0) } }
            #expect(merge.ended == Dictionary(uniqueKeysWithValues: ended), "\(count)")
        }
    }

    @Test func `what was valid stays valid, and what was not never is again`() {
        for (count, seed) in Self.histories {
            let history = History(of: count, seed: seed)
            for mergesURLs in [false, true] {
                let merge = history.merge
                let left = history.invalidations.filter { !merge.merged.contains($0.key) }
                for (key, requested) in history.stored {
                    let isKept = merge.ended[key].map { requested > $0 } ?? true
                    let was = History.isValid(key, requested, history.invalidations, mergesURLs: mergesURLs)
                    // What ended it for everybody may have gone with it.
                    let isEnded = !History.isValid(key, requested, history.invalidations, mergesURLs: false)
                    #expect(
                        (isKept && History.isValid(key, requested, left, mergesURLs: mergesURLs)) == was
                            || isEnded && !was, "\(count), \(seed), \(mergesURLs)")
                    #expect(
                        was || !isKept || !History.isValid(key, requested, left, mergesURLs: mergesURLs),
                        "\(count), \(seed), \(mergesURLs)")
                }
                // What is still on its way, under any key and requested at any time.
                let last = merge.removal ?? .distantPast
                for (key, date) in history.invalidations {
                    for requested in [date - 1, date] {
                        for key in [CacheKey(url: key.url), CacheKey(url: key.url, qualifier: "cy")] {
                            let was = History.isValid(key, requested, history.invalidations, mergesURLs: mergesURLs)
                            let isKept = requested > last
                            #expect(
                                was || !isKept || !History.isValid(key, requested, left, mergesURLs: mergesURLs),
                                "\(count), \(seed), \(mergesURLs)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [100, 1_000, 10_000]) func `few are left, and none of the latest goes`(count: Int) {
        let dates = (0..<count).map { (CacheKey(url: "https://a.org/\($0)"), CacheSample.time(Double($0))) }
        let invalidations = Dictionary(uniqueKeysWithValues: dates)
        let merge = InvalidationMerge(of: invalidations, beside: [CacheKey]())
        #expect(invalidations.count - merge.merged.count == 64)
        #expect(merge.merged.isDisjoint(with: dates.suffix(64).map(\.0)))
        #expect(merge.removal == CacheSample.time(Double(count - 65)) && merge.ended.isEmpty)
        #expect(InvalidationMerge.isDue(after: max(128, count / 8), among: count))
        #expect(!InvalidationMerge.isDue(after: max(128, count / 8) - 1, among: count))
    }
}
