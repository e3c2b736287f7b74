import ResourcefulDisk
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a change ends stays ended in the stores, however many there are, and whatever is removed.
@Suite(.permit, .blocking) struct StoreInvalidationTests {
    private static let base = URL(string: "https://api.example/v1")!
    private static let caching = Caching(ignoredQueryItems: ["utm"])

    /// What two users have stored: some of it at a URL with a query that is ignored.
    private static let reads: [Resource<String>] = ["ada", "bob"].flatMap { user in
        (0..<10).map { (number: Int) in
            Resource<String>(text: Request(url: URL(string: "kept/\(number)")!).query("utm", number)).header(
                "Authorization", user)
        }
    }

    private static func answer(_ request: Request) -> Response {
        Response(
            headerFields: ["Cache-Control": "private, max-age=600"],
            body: Data((request.headerFields["Authorization"] ?? "-").utf8))
    }

    private static func deletion(_ path: String) -> Resource<String> {
        Resource<String>(text: Request(url: URL(string: path)!).method(.delete))
    }

    @Test(arguments: Effort.isReduced ? [100, 1_000] : [100, 1_000, 10_000])
    func `in memory, any number of changes leaves few entries, and evicts no response`(count: Int) async throws {
        let (memory, stubs) = (MemoryCache(capacity: 256 << 10), StubTransport { Self.answer($0) })
        let webservice = Webservice(
            baseURL: Self.base, policies: [.cache(in: memory, Self.caching)], transport: stubs)
        for read in Self.reads { _ = try await webservice.load(read) }
        let before = stubs.requests.count
        var most = 0
        for number in 0..<count {
            _ = try await webservice.load(Self.deletion("gone/\(number)"))
            most = max(most, memory.count)
        }
        #expect(most <= 240, "entries")
        for (index, read) in Self.reads.enumerated() {
            #expect(try await webservice.load(read) == (index < 10 ? "ada" : "bob"))
        }
        #expect(stubs.requests.count == before + count, "all was stored")
    }

    @Test func `in memory, what a change ended stays ended after many others, for each user`() async throws {
        let (memory, stubs) = (MemoryCache(), StubTransport { Self.answer($0) })
        let webservice = Webservice(
            baseURL: Self.base, policies: [.cache(in: memory, Self.caching)], transport: stubs)
        for read in Self.reads { _ = try await webservice.load(read) }
        for number in 0..<5 { _ = try await webservice.load(Self.deletion("kept/\(number)")) }
        for number in 0..<400 { _ = try await webservice.load(Self.deletion("gone/\(number)")) }
        let before = stubs.requests.count
        for read in Self.reads { _ = try await webservice.load(read) }
        #expect(stubs.requests.count == before + 10)
    }

    @Test(arguments: [0, 1_000])
    func `in memory, a response that was under way at a change isn't stored`(later: Int) async throws {
        let (memory, gate) = (MemoryCache(), Gate(4))
        let slow = StubTransport { _ in
            await gate.pass()
            return Response(headerFields: ["Cache-Control": "max-age=600"])
        }
        let reading = Webservice(baseURL: Self.base, policies: [.cache(in: memory)], transport: slow)
        let writing = Webservice(
            baseURL: Self.base, policies: [.cache(in: memory)], transport: StubTransport { Self.answer($0) })
        let read = Resource<String>(text: Request("item"))
        // The first is canceled, and two others wait for the same response.
        let loads = ["ada", "bob", "bob", "-"].map { user in
            Task { try await reading.load(user == "-" ? read : read.header("Authorization", user)) }
        }
        while slow.requests.count < 3 { await Task.yield() }
        loads[1].cancel()
        for path in ["item"] + (0..<later).map({ "gone/\($0)" }) { _ = try await writing.load(Self.deletion(path)) }
        await gate.pass()
        for index in [0, 2, 3] { _ = try await loads[index].value }
        _ = await loads[1].result
        for round in 0..<2 {
            for user in ["ada", "bob"] { _ = try await reading.load(read.header("Authorization", user)) }
            _ = try await reading.load(read)
            #expect(slow.requests.count == 6, "round \(round): what was requested after the change is stored")
        }
    }

    // MARK: Removals

    /// Responses of three users, changes that arrive later than they happened, removals of other URLs, and responses
    /// that come and go under the key of a change.
    @Test(arguments: [4, 300, 3_000], [false, true])
    func `no response is usable that was requested before a change of its URL`(size: Int, isOnDisk: Bool) async throws {
        let (folder, clock) = (TemporaryFolder(), HandClock())
        let store: any CacheStore =
            isOnDisk
            ? DiskCache(folder: folder.url, warning: { Issue.record("\($0)") }, now: { clock.now })
            : MemoryCache(now: { clock.now })
        var (numbers, changes) = (SeededNumbers(seed: UInt64(size)), [String: Date]())
        for step in 0..<Effort.size(reduced: min(3 * size, 900) + 300, usual: 3 * size + 600, full: 9 * size + 900) {
            clock.set(Double(step))
            let url = "https://a.org/\(Int.random(in: 0..<size, using: &numbers))"
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0: await store.remove(.url(URL(string: "https://a.org/other")!))
            case 1..<6:
                let date = clock.now - Double.random(in: 0..<3, using: &numbers)
                let change = max(changes[url] ?? date, date)
                changes[url] = change
                await store.update(CacheKey(url: url)) { _ in CacheEntry(invalidated: change) }
            case 6:
                await store.update(CacheKey(url: url)) { before in
                    var entry = before ?? CacheEntry()
                    entry.responses = entry.responses.isEmpty ? [CacheSample.response("plain", at: Double(step))] : []
                    return entry
                }
            default:
                let user = ["ann", "bob", "cy"].randomElement(using: &numbers)!
                let requested = Double(step) - Double.random(in: 0..<5, using: &numbers)
                await store.update(CacheKey(url: url, qualifier: user)) { before in
                    let new = CacheSample.response("\(step)", at: requested, selecting: ["Accept": "a/\(step)"])
                    return CacheEntry(responses: [new] + (before?.responses.prefix(2) ?? []))
                }
            }
            try await expectNoneIsUsable(of: url, requestedBefore: changes[url], in: store)
        }
        for number in 0..<size {
            let url = "https://a.org/\(number)"
            try await expectNoneIsUsable(of: url, requestedBefore: changes[url], in: store)
        }
    }

    private func expectNoneIsUsable(
        of url: String, requestedBefore change: Date?, in store: any CacheStore
    ) async throws {
        guard let change else { return }
        let plain = await store.peek(CacheKey(url: url))
        for user in ["ann", "bob", "cy"] {
            let entry = await store.peek(CacheKey(url: url, qualifier: user))
            let invalidated = [entry?.invalidated, plain?.invalidated].compactMap { $0 }.max() ?? .distantPast
            let usable = entry?.responses.filter { $0.requested > invalidated } ?? []
            try #require(usable.allSatisfy { $0.requested > change }, "\(url) of \(user)")
        }
    }

    /// In virtual time, the removal and the change happen at the same instant.
    @Test func `in a dry run, a change ends what the removal before it has spared`() throws {
        var run = DryRun(baseURL: Self.base, policies: [.cache()]) { Self.answer($0) }
        let item = Resource<String>(text: Request("item"))
        for user in ["ada", "bob"] { _ = try run.load(item.header("Authorization", user)) }
        _ = try run.load(Plan.removeCached(.url(URL(string: "other")!)).flatMap { Self.deletion("item") })
        for user in ["ada", "bob"] { _ = try run.load(item.header("Authorization", user)) }
        #expect(run.requests.count == 5)
    }

    @Test(arguments: [false, true])
    func `after a clock is set back, responses are stored and changes end them`(isOnDisk: Bool) async {
        let (folder, clock) = (TemporaryFolder(), HandClock())
        let store: any CacheStore =
            isOnDisk ? DiskCache(folder: folder.url, now: { clock.now }) : MemoryCache(now: { clock.now })
        let (key, change) = (CacheKey(url: "https://a.org/x", qualifier: "bob"), CacheKey(url: "https://a.org/x"))
        clock.set(1_000_000)
        await store.remove(.all)
        clock.set(10)
        await store.update(key) { _ in CacheSample.entry(at: 9) }
        #expect(await store.peek(key) == nil)
        for time in [12.0, 20, 500_000] {
            clock.set(time)
            await store.update(key) { _ in CacheSample.entry(at: time - 1) }
            #expect(await store.peek(key) == CacheSample.entry(at: time - 1))
            // The change took its time to arrive.
            await store.update(change) { _ in CacheEntry(invalidated: CacheSample.time(time - 0.5)) }
            #expect(await store.peek(change)?.invalidated == CacheSample.time(time - 0.5))
        }
    }
}
