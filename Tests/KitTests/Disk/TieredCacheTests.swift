import Foundation
import ResourcefulDisk
import ResourcefulLoading
import Testing

struct TieredCacheTests {
    /// A cache that lets something happen between having read an entry and giving it.
    private final class SlowCache: CacheStore {
        let cache = MemoryCache(now: { .distantPast })
        let meanwhile = Locked<(@Sendable () async -> Void)?>(nil)
        /// What happens when an entry was changed.
        let afterwards = Locked<(@Sendable () async -> Void)?>(nil)

        func entry(for key: CacheKey) async -> CacheEntry? {
            let entry = await cache.entry(for: key)
            let work = meanwhile.withLock { work in
                defer { work = nil }
                return work
            }
            await work?()
            return entry
        }
        func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
            await cache.update(key, change)
            await afterwards.withLock { $0 }?()
        }
        func remove(_ selection: CacheSelection) async { await cache.remove(selection) }
    }

    private let key = CacheSample.key(1)

    @Test func `what is found in the slow one is kept in the fast one`() async {
        let (fast, slow) = (MemoryCache(), MemoryCache())
        let cache = TieredCache(fast, over: slow)
        await slow.update(key) { _ in CacheSample.entry("slow") }
        #expect(await cache.entry(for: key) == CacheSample.entry("slow"))
        #expect(fast.use(key) == CacheSample.entry("slow"))
        await slow.remove(.all)
        #expect(await cache.entry(for: key) == CacheSample.entry("slow"))
    }

    @Test func `a change sees what only the slow one has, and goes to both`() async {
        let (fast, slow) = (MemoryCache(), MemoryCache())
        await slow.update(key) { _ in CacheSample.entry("slow") }
        await TieredCache(fast, over: slow).update(key) { entry in
            #expect(entry == CacheSample.entry("slow"))
            return CacheSample.entry("new")
        }
        #expect(fast.use(key) == CacheSample.entry("new") && slow.use(key) == CacheSample.entry("new"))
        await TieredCache(fast, over: slow).remove(.all)
        #expect(fast.count == 0 && slow.count == 0)
    }

    @Test func `what may be kept in memory only is never on disk`() async {
        let folder = TemporaryFolder()
        let cache = TieredCache(MemoryCache(), over: DiskCache(folder: folder.url))
        let entry = CacheEntry(responses: [CacheSample.response("secret", isVolatile: true)])
        await cache.update(key) { _ in entry }
        #expect(await cache.entry(for: key) == entry)
        #expect(await DiskCache(folder: folder.url).entry(for: key) == nil)
    }

    @Test func `what is removed or changed while it is read does not come back`() async {
        for isRemoved in [true, false] {
            let (fast, slow) = (MemoryCache(now: { .distantPast }), SlowCache())
            let cache = TieredCache(fast, over: slow)
            await slow.update(key) { _ in CacheSample.entry("old") }
            slow.meanwhile.withLock { work in
                work = { [key] in
                    if isRemoved { await cache.remove(.all) } else { await cache.update(key) { _ in nil } }
                }
            }
            #expect(await cache.entry(for: key) == CacheSample.entry("old"))
            #expect(await cache.entry(for: key) == nil && fast.use(key) == nil)
        }
    }

    @Test func `a change that another load sees in the slow one happens once in the fast one`() async {
        let (fast, slow) = (MemoryCache(now: { .distantPast }), SlowCache())
        let cache = TieredCache(fast, over: slow)
        slow.afterwards.withLock { work in work = { [key] in _ = await cache.entry(for: key) } }
        await cache.update(key) { before in
            CacheEntry(responses: [CacheSample.response("new")] + (before?.responses ?? []))
        }
        #expect(fast.use(key)?.responses.count == 1)
        #expect(slow.cache.use(key)?.responses.count == 1)
    }

    @Test func `changes of one key wait for each other, changes of others don't`() async {
        let (fast, slow) = (MemoryCache(now: { .distantPast }), SlowCache())
        let (cache, key) = (TieredCache(fast, over: slow), key)
        let (inner, order) = (Locked<Task<Void, Never>?>(nil), Locked<[String]>([]))
        slow.afterwards.withLock { work in
            work = {
                slow.afterwards.withLock { $0 = nil }
                inner.withLock { task in
                    task = Task {
                        await cache.update(key) { before in
                            order.withLock { $0.append("second") }
                            return before
                        }
                    }
                }
                await cache.update(CacheSample.key(2)) { _ in CacheSample.entry("other") }
                order.withLock { $0.append("other") }
            }
        }
        await cache.update(key) { before in
            order.withLock { $0.append("first") }
            return before ?? CacheSample.entry("first")
        }
        await inner.withLock { $0 }?.value
        #expect(order.withLock { $0 } == ["first", "other", "first", "second", "second"])
    }
}
