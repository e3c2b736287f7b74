import ResourcefulLoading
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct MemoryCacheTests {
    /// The simplest cache that does the same: entries in an array, the latest used first.
    private struct Model {
        let capacity: Int
        var entries: [(key: CacheKey, entry: CacheEntry)] = []
        var removal: Date?

        mutating func use(_ key: CacheKey) -> CacheEntry? {
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            entries.insert(entries.remove(at: place), at: 0)
            return entries[0].entry
        }

        mutating func set(_ entry: CacheEntry?, for key: CacheKey) {
            let before = use(key)
            entries.removeAll { $0.key == key }
            guard var entry else { return }
            entry.responses.removeAll { response in
                guard let removal, response.requested <= removal else { return false }
                return before?.responses.contains(response) != true
            }
            guard !entry.responses.isEmpty || entry.invalidated != nil else { return }
            while entry.size > capacity / 4, !entry.responses.isEmpty { entry.responses.removeLast() }
            guard !entry.responses.isEmpty || entry.invalidated != nil, entry.size <= capacity / 4 else { return }
            entries.insert((key, entry), at: 0)
            while entries.reduce(0, { $0 + $1.entry.size }) > capacity {
                guard let invalidated = entries.removeLast().entry.invalidated else { continue }
                removal = max(removal ?? invalidated, invalidated)
            }
        }
    }

    private func selection(_ numbers: inout SeededNumbers, now: Date) -> CacheSelection {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: .all
        case 1, 2: .under(URL(string: "https://example.org/\(Int.random(in: 0..<3, using: &numbers))")!)
        case 3, 4: .receivedBefore(now - 20)
        default: .url(URL(string: CacheSample.key(Int.random(in: 0..<12, using: &numbers)).url)!)
        }
    }

    @Test(arguments: 0..<12)
    func `any sequence of uses does what the simplest cache does, and stays below the bound`(seed: Int) async {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let (clock, capacity) = (HandClock(), 12_000)
        let cache = MemoryCache(capacity: capacity, now: { clock.now })
        var model = Model(capacity: capacity)
        for step in 0..<Effort.rounds(1_500) {
            clock.set(Double(step))
            let key = CacheSample.key(Int.random(in: 0..<12, using: &numbers))
            switch Int.random(in: 0..<40, using: &numbers) {
            case 0:
                let selection = selection(&numbers, now: clock.now)
                await cache.remove(selection)
                model.removal = clock.now
                model.entries.removeAll { selection.contains($0.key, received: $0.entry.received) }
            case 1..<20:
                let before = model.use(key)
                let changed = change(before, step: step, &numbers)
                await cache.update(key) {
                    #expect($0 == before)
                    return changed
                }
                model.set(changed, for: key)
            default: #expect(await cache.entry(for: key) == model.use(key))
            }
            #expect(cache.byteCount <= capacity && cache.count == model.entries.count)
            #expect(cache.byteCount == model.entries.reduce(0) { $0 + $1.entry.size })
        }
        for number in 0..<12 { #expect(cache.use(CacheSample.key(number)) == model.use(CacheSample.key(number))) }
    }

    private func change(_ entry: CacheEntry?, step: Int, _ numbers: inout SeededNumbers) -> CacheEntry? {
        var entry = entry ?? CacheEntry()
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: return nil
        case 1: return CacheEntry(invalidated: CacheSample.time(Double(step)))
        case 2: entry.responses = []
        default:
            // Requested up to 30 seconds ago, so some were requested before a removal.
            let requested = Double(step) - Double.random(in: 0..<30, using: &numbers)
            let count = Int.random(in: 0..<3_500, using: &numbers)
            entry.responses.insert(CacheSample.response("\(step)", count: count, at: requested), at: 0)
            entry.responses.removeLast(max(0, entry.responses.count - 3))
        }
        return entry
    }

    @Test func `what was not used for longest is forgotten first`() async {
        let cache = MemoryCache(capacity: 10 * CacheSample.entry(count: 1_000).size)
        for number in 0..<10 { await cache.update(CacheSample.key(number)) { _ in CacheSample.entry(count: 1_000) } }
        #expect(cache.count == 10 && cache.byteCount == cache.capacity)
        _ = await cache.entry(for: CacheSample.key(0))
        await cache.update(CacheSample.key(10)) { _ in CacheSample.entry(count: 1_000) }
        #expect(cache.use(CacheSample.key(0)) != nil && cache.use(CacheSample.key(1)) == nil && cache.count == 10)
    }

    @Test func `an entry larger than a quarter of the capacity is not kept, and what it replaces is gone`() async {
        let cache = MemoryCache(capacity: 40_000)
        let key = CacheSample.key(1)
        await cache.update(key) { _ in CacheSample.entry(count: 5_000) }
        #expect(cache.count == 1)
        await cache.update(key) { _ in CacheSample.entry(count: 10_001) }
        #expect(cache.count == 0 && cache.byteCount == 0)
    }

    @Test func `of many variants the latest are kept, as many as fit`() async throws {
        let cache = MemoryCache(capacity: 40_000)
        let responses = (0..<30).map { CacheSample.response("\($0)", count: 1_000, at: Double(100 - $0)) }
        await cache.update(CacheSample.key(1)) { _ in CacheEntry(responses: responses) }
        let kept = try #require(cache.use(CacheSample.key(1)))
        #expect((4...8).contains(kept.responses.count) && kept.size <= 10_000)
        #expect(kept.responses == Array(responses.prefix(kept.responses.count)))
    }

    @Test func `a clock that is set back does not stop the cache`() async {
        let clock = HandClock()
        clock.set(1_000_000)
        let cache = MemoryCache(now: { clock.now })
        await cache.remove(.all)
        clock.set(10)
        await cache.update(CacheSample.key(1)) { _ in CacheSample.entry(at: 9) }
        #expect(cache.count == 0)
        await cache.update(CacheSample.key(1)) { _ in CacheSample.entry(at: 11) }
        #expect(cache.count == 1)
    }

    @Test func `changes from many tasks are alone`() async {
        let cache = MemoryCache()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        await cache.update(CacheSample.key(1)) { entry in
                            let count = entry?.responses[0].response.body.count ?? 0
                            return CacheSample.entry(count: count + 1)
                        }
                    }
                }
            }
        }
        #expect(cache.use(CacheSample.key(1))?.responses[0].response.body.count == 1_600)
    }
}
