import Foundation
import ResourcefulLoading
import Testing

@testable import ResourcefulDisk

/// The cache on disk beside the simplest one: a dictionary.
@Suite(.permit) struct DiskCacheModelTests {
    private func selection(_ numbers: inout SeededNumbers, now: Date) -> CacheSelection {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: .all
        case 1, 2: .under(URL(string: "https://example.org/\(Int.random(in: 0..<3, using: &numbers))")!)
        case 3, 4: .receivedBefore(now - 20)
        default: .url(URL(string: CacheSample.key(Int.random(in: 0..<12, using: &numbers)).url)!)
        }
    }

    /// A change of an entry, with responses that were requested before now or must not reach the disk.
    private func change(_ entry: CacheEntry?, step: Int, _ numbers: inout SeededNumbers) -> CacheEntry? {
        var entry = entry ?? CacheEntry()
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: return nil
        case 1: return CacheEntry(invalidated: CacheSample.time(Double(step)))
        case 2: entry.responses = []
        default:
            let requested = Double(step) - Double.random(in: 0..<30, using: &numbers)
            let count = Int.random(in: 0..<3_500, using: &numbers)
            entry.responses.insert(
                CacheSample.response(
                    "\(step)", count: count, at: requested, selecting: ["Accept": "a/\(step)"],
                    isVolatile: step % 7 == 0), at: 0)
            entry.responses.removeLast(max(0, entry.responses.count - 3))
        }
        return entry
    }

    private func kept(_ changed: CacheEntry?, before: CacheEntry?, removal: Date?) -> CacheEntry? {
        guard var entry = changed else { return nil }
        entry.responses.removeAll(where: \.isVolatile)
        entry.responses.removeAll { response in
            guard let removal, response.requested <= removal else { return false }
            return before?.responses.contains(response) != true
        }
        return entry.responses.isEmpty && entry.invalidated == nil ? nil : entry
    }

    /// Where the capacity suffices nothing is lost; where it does not, there is what was kept last, or nothing.
    @Test(arguments: 0..<(Effort.isReduced ? 2 : 6), [1 << 20, 40_000])
    func `any sequence of uses finds what was kept last, and the bound holds`(seed: Int, capacity: Int) async throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let (folder, clock) = (TemporaryFolder(), HandClock())
        // Two caches, as of two processes.
        let caches = [0, 1].map { _ in
            DiskCache(folder: folder.url, capacity: capacity, warning: { Issue.record("\($0)") }, now: { clock.now })
        }
        var (model, removal): ([CacheKey: CacheEntry], Date?) = ([:], nil)
        for step in 0..<150 {
            clock.set(Double(step))
            let cache = caches[Int.random(in: 0...1, using: &numbers)]
            let key = CacheSample.key(Int.random(in: 0..<12, using: &numbers))
            switch Int.random(in: 0..<30, using: &numbers) {
            case 0:
                let selection = selection(&numbers, now: clock.now)
                await cache.remove(selection)
                removal = clock.now
                model = model.filter { !selection.contains($0.key, received: $0.value.received) }
            case 1..<20:
                let before = await cache.entry(for: key)
                let changed = change(before, step: step, &numbers)
                await cache.update(key) {
                    #expect($0 == before)
                    return changed
                }
                model[key] = kept(changed, before: before, removal: removal)
            default:
                let found = await cache.entry(for: key)
                #expect(found == model[key] || found == nil && capacity < 1 << 20)
            }
            let size = folder.byteCount
            #expect(size <= capacity)
            let (bytes, count) = await (cache.byteCount, cache.count)
            #expect(folder.names.isEmpty || bytes + 48 == size && count == folder.entries.count)
        }
        #expect(folder.names.allSatisfy { $0.count == 64 || $0 == EntryName.state })
        #expect(capacity < 1 << 20 || folder.entries.count == model.count)
    }

    @Test func `what was not used for longest is forgotten first, down to nine tenths`() async throws {
        let folder = TemporaryFolder()
        let cache = DiskCache(folder: folder.url, capacity: 100_000)
        for number in 0..<20 { await cache.update(CacheSample.key(number)) { _ in CacheSample.entry(count: 4_500) } }
        #expect(folder.entries.count == 20)
        for (hours, number) in [3, 14, 8, 5].enumerated() {
            let date = Date() - Double(4 - hours) * 3_600
            let path = "\(folder.path)/\(CacheSample.key(number).digest)"
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        // A hit counts as a use.
        #expect(await cache.entry(for: CacheSample.key(14)) != nil)
        await cache.update(CacheSample.key(30)) { _ in CacheSample.entry(count: 9_000) }
        for number in [3, 8, 5] { #expect(await cache.entry(for: CacheSample.key(number)) == nil, "\(number)") }
        for number in [14, 30] { #expect(await cache.entry(for: CacheSample.key(number)) != nil, "\(number)") }
        let size = await cache.byteCount
        #expect((80_000...90_000).contains(size))
    }

    @Test func `an invalidation that is forgotten still holds`() async throws {
        let (folder, clock) = (TemporaryFolder(), HandClock())
        let cache = DiskCache(folder: folder.url, capacity: 20_000, now: { clock.now })
        clock.set(100)
        await cache.update(CacheSample.key(0)) { _ in CacheEntry(invalidated: CacheSample.time(50)) }
        let path = "\(folder.path)/\(CacheSample.key(0).digest)"
        try FileManager.default.setAttributes([.modificationDate: Date() - 3_600], ofItemAtPath: path)
        for number in 1..<9 {
            await cache.update(CacheSample.key(number)) { _ in CacheSample.entry(count: 3_500, at: 60) }
        }
        #expect(await cache.entry(for: CacheSample.key(0)) == nil)
        await cache.update(CacheSample.key(0)) { _ in CacheSample.entry(at: 49) }
        #expect(await cache.entry(for: CacheSample.key(0)) == nil)
        await cache.update(CacheSample.key(0)) { _ in CacheSample.entry(at: 51) }
        #expect(await cache.entry(for: CacheSample.key(0)) != nil)
    }

    @Test func `an invalidation is not forgotten before what it is about`() async throws {
        let folder = TemporaryFolder()
        let cache = DiskCache(folder: folder.url, capacity: 20_000)
        let (url, user) = (CacheKey(url: "https://a.org/"), CacheKey(url: "https://a.org/", qualifier: "ann"))
        await cache.update(user) { _ in CacheSample.entry(count: 3_000, at: 0) }
        await cache.update(url) { _ in CacheEntry(invalidated: CacheSample.time(50)) }
        for number in 0..<8 { await cache.update(CacheSample.key(number)) { _ in CacheSample.entry(count: 1_200) } }
        // A hit looks at the user's entry, then at the mark; others were used between the two.
        for (key, seconds) in [(user, 90.0), (url, 50)] + (0..<8).map({ (CacheSample.key($0), 40.0) }) {
            let path = "\(folder.path)/\(key.digest)"
            try FileManager.default.setAttributes([.modificationDate: Date() - seconds], ofItemAtPath: path)
        }
        #expect(await cache.entry(for: user) != nil)
        #expect(await cache.entry(for: url)?.invalidated != nil)
        for number in 10..<40 {
            await cache.update(CacheSample.key(number)) { _ in CacheSample.entry(count: 1_200) }
            let (isThere, isMarked) = await (cache.entry(for: user) != nil, cache.entry(for: url) != nil)
            #expect(isMarked || !isThere, "after \(number) more")
            if !isThere { break }
        }
    }

    @Test func `an entry is found at every moment, also while it is replaced`() async throws {
        let folder = TemporaryFolder()
        let (cache, key) = (DiskCache(folder: folder.url), CacheSample.key(1))
        await cache.update(key) { _ in CacheSample.entry("0") }
        async let writing: Void = {
            for number in 1...150 { await cache.update(key) { _ in CacheSample.entry("\(number)") } }
        }()
        var (latest, reads) = (0, 0)
        while latest < 150 {
            let body = try #require(await cache.entry(for: key)).responses[0].response.body
            let number = try #require(Int(String(decoding: body, as: UTF8.self)))
            #expect(number >= latest)
            (latest, reads) = (number, reads + 1)
            // Whoever only reads takes the processor from whoever writes.
            if reads.isMultiple(of: 4) { try await Task.sleep(for: .microseconds(500)) }
        }
        await writing
        #expect(reads > 20)
    }
}
