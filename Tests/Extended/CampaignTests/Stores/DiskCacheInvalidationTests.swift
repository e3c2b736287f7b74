import Foundation
import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulDisk

/// Changes of URLs that were never cached leave few files, and what they end stays ended.
@Suite(.permit, .blocking) struct DiskCacheInvalidationTests {
    private static let base = URL(string: "https://api.example/v1")!
    private static let caching = Caching(ignoredQueryItems: ["utm"])

    /// What two users have stored: some of it at a URL with a query that is ignored.
    private static let reads: [Resource<String>] = ["ada", "bob"].flatMap { user in
        (0..<10).map { (number: Int) in
            Resource<String>(text: Request(url: URL(string: "kept/\(number)")!).query("utm", number)).header(
                "Authorization", user)
        }
    }

    private static func webservice(_ store: DiskCache, _ transport: StubTransport) -> Webservice {
        Webservice(baseURL: base, policies: [.cache(in: store, caching)], transport: transport)
    }

    private static func stubs() -> StubTransport {
        StubTransport { request in
            Response(
                headerFields: ["Cache-Control": "private, max-age=600"],
                body: Data((request.headerFields["Authorization"] ?? "-").utf8))
        }
    }

    private static func deletion(_ path: String) -> Resource<String> {
        Resource<String>(text: Request(url: URL(string: path)!).method(.delete))
    }

    /// Many changes: they are merged after each 128.
    private static let many = Effort.size(reduced: 300, usual: 1_000, full: 1_000)

    @Test(arguments: Effort.isReduced ? [100, many] : [100, many, 10_000])
    func `any number of changes leaves few files, and what is stored stays`(count: Int) async throws {
        let (folder, stubs) = (TemporaryFolder(), Self.stubs())
        let webservice = Self.webservice(DiskCache(folder: folder.url), stubs)
        for read in Self.reads { _ = try await webservice.load(read) }
        let before = stubs.requests.count
        var most = 0
        for number in 0..<count {
            _ = try await webservice.load(Self.deletion("gone/\(number)"))
            if number % 50 == 0 { most = max(most, folder.names.count) }
        }
        #expect(max(most, folder.names.count) <= 240, "files")
        #expect(folder.byteCount <= 100_000)
        for (index, read) in Self.reads.enumerated() {
            #expect(try await webservice.load(read) == (index < 10 ? "ada" : "bob"))
        }
        #expect(stubs.requests.count == before + count, "all was stored")
    }

    @Test func `what a change ended stays ended after many others, for each user, with any query`() async throws {
        let (folder, stubs) = (TemporaryFolder(), Self.stubs())
        let webservice = Self.webservice(DiskCache(folder: folder.url), stubs)
        for read in Self.reads { _ = try await webservice.load(read) }
        for number in 0..<5 { _ = try await webservice.load(Self.deletion("kept/\(number)")) }
        for number in 0..<400 { _ = try await webservice.load(Self.deletion("gone/\(number)")) }
        let before = stubs.requests.count
        for read in Self.reads { _ = try await webservice.load(read) }
        #expect(stubs.requests.count == before + 10)
    }

    /// Entries of the store that are older and later than the invalidation of their URL, under keys of several users.
    @Test func `a merge removes what is older than an invalidation, and keeps what is later`() async throws {
        let (folder, clock) = (TemporaryFolder(), HandClock())
        clock.set(10_000)
        let cache = DiskCache(folder: folder.url, now: { clock.now })
        let url = "https://a.org/x"
        let keys = ["ann", "bob", "cy"].map { CacheKey(url: url, qualifier: $0) }
        await cache.update(keys[0]) { _ in CacheSample.entry("old", at: 1) }
        await cache.update(keys[1]) { _ in CacheSample.entry("new", at: 3) }
        await cache.update(keys[2]) { _ in
            CacheEntry(responses: [
                CacheSample.response("new", at: 3), CacheSample.response("old", at: 1, selecting: ["Accept": "a"]),
            ])
        }
        await cache.update(CacheKey(url: url)) { _ in CacheEntry(invalidated: CacheSample.time(2)) }
        for number in 0..<200 {
            await cache.update(CacheKey(url: "\(url)/\(number)")) { _ in
                CacheEntry(invalidated: CacheSample.time(4 + Double(number)))
            }
        }
        #expect(await cache.entry(for: CacheKey(url: url)) == nil, "it was merged")
        #expect(await cache.entry(for: keys[0]) == nil)
        for key in keys[1...] {
            #expect(await cache.entry(for: key)?.responses.map(\.requested) == [CacheSample.time(3)])
        }
        let bytes = await cache.byteCount
        #expect(bytes + FolderState.size == folder.byteCount)
        #expect(await cache.count == folder.entries.count)
    }

    /// Other processes share nothing but the folder, as a second store does.
    @Test(arguments: [false, true], [0, many])
    func `a response that was under way at a change isn't stored`(isOther: Bool, later: Int) async throws {
        let (folder, gate) = (TemporaryFolder(), Gate(4))
        let (caches, stubs) = ((0..<2).map { _ in DiskCache(folder: folder.url) }, Self.stubs())
        let slow = StubTransport { _ in
            await gate.pass()
            return Response(headerFields: ["Cache-Control": "max-age=600"])
        }
        let reading = Self.webservice(caches[0], slow)
        let writing = Self.webservice(caches[isOther ? 1 : 0], stubs)
        let read = Resource<String>(text: Request("item"))
        let loads =
            ["ada", "bob"].map { user in
                Task { try await reading.load(read.header("Authorization", user)) }
            } + [Task { try await reading.load(read) }]
        while slow.requests.count < loads.count { await Task.yield() }
        loads[0].cancel()
        for path in ["item"] + (0..<later).map({ "gone/\($0)" }) {
            _ = try await writing.load(Self.deletion(path))
        }
        await gate.pass()
        for load in loads[1...] { _ = try await load.value }
        _ = await loads[0].result
        for user in ["ada", "bob"] { _ = try await reading.load(read.header("Authorization", user)) }
        _ = try await reading.load(read)
        #expect(slow.requests.count == 6)
        for user in ["ada", "bob"] { _ = try await reading.load(read.header("Authorization", user)) }
        _ = try await reading.load(read)
        #expect(slow.requests.count == 6, "what was requested after the change is stored")
    }

    private struct Refusal: Error {}

    /// An envelope that refuses a response, with a status of 200.
    private static func opened(_ text: String) throws -> String {
        guard text != "refused" else { throw Refusal() }
        return text
    }

    @Test func `what an envelope refuses is neither stored after a merge nor ends what is stored`() async throws {
        let (folder, refusals) = (TemporaryFolder(), Counter())
        let stubs = StubTransport { request in
            let text = refusals.value > 0 ? "refused" : request.headerFields["Authorization"] ?? "-"
            return Response(headerFields: ["Cache-Control": "private, max-age=600"], body: Data(text.utf8))
        }
        let webservice = Self.webservice(DiskCache(folder: folder.url), stubs)
        let reads = Self.reads.map { $0.map { try Self.opened($0) } }
        for read in reads { _ = try await webservice.load(read) }
        refusals.add()
        // The server may have made the change, whatever the envelope says.
        for path in ["kept/0"] + (0..<300).map({ "gone/\($0)" }) {
            await #expect(throws: LoadError.self) {
                try await webservice.load(Self.deletion(path).map { try Self.opened($0) })
            }
        }
        for index in [0, 10] {
            await #expect(throws: LoadError.self) { try await webservice.load(reads[index]) }
        }
        let before = stubs.requests.count
        for index in reads.indices where index % 10 > 0 {
            #expect(try await webservice.load(reads[index]) == (index < 10 ? "ada" : "bob"))
        }
        #expect(stubs.requests.count == before, "what was stored is served")
        refusals.add(-1)
        for _ in 0..<2 { #expect(try await webservice.load(reads[0]) == "ada") }
        #expect(stubs.requests.count == before + 1)
    }

    @Test(arguments: [0, many])
    func `a canceled leader leaves its followers a response that isn't stored after a change`(later: Int) async throws {
        let (folder, gate) = (TemporaryFolder(), Gate(2))
        let slow = StubTransport { _ in
            await gate.pass()
            return Response(headerFields: ["Cache-Control": "max-age=600"])
        }
        let reading = Self.webservice(DiskCache(folder: folder.url), slow)
        let writing = Self.webservice(DiskCache(folder: folder.url), Self.stubs())
        let read = Resource<String>(text: Request("item")).header("Authorization", "ada")
        let leader = Task { try await reading.load(read) }
        while slow.requests.isEmpty { await Task.yield() }
        let followers = (0..<3).map { _ in Task { try await reading.load(read) } }
        #expect(await eventually { reading.waitingCount == 3 })
        leader.cancel()
        for path in ["item"] + (0..<later).map({ "gone/\($0)" }) {
            _ = try await writing.load(Self.deletion(path))
        }
        await gate.pass()
        for follower in followers { _ = try await follower.value }
        await #expect(throws: CancellationError.self) { try await leader.value }
        let before = slow.requests.count
        for _ in 0..<2 { _ = try await reading.load(read) }
        #expect(slow.requests.count == before + 1, "what was requested after the change is stored, and nothing else")
    }

    @Test func `the name of a file that is being written is one of ours, and no entry's`() {
        let names = (0..<100).map { EntryName.temporary(of: Int32($0) * 40_001) }
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { EntryName.isOurs($0) && !EntryName.isEntry($0) })
    }

    @Test func `many changes end no stored response if the server refuses them`() async throws {
        let (folder, stubs) = (TemporaryFolder(), Self.stubs())
        let webservice = Self.webservice(DiskCache(folder: folder.url), stubs)
        for read in Self.reads { _ = try await webservice.load(read) }
        let names = folder.names
        let refusing = Self.webservice(DiskCache(folder: folder.url), StubTransport { _ in Response(status: 422) })
        for number in 0..<300 { _ = try? await refusing.load(Self.deletion("kept/\(number % 10)")) }
        #expect(folder.names == names)
    }
}
