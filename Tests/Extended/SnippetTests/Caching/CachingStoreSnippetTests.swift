import ExampleSupport
import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulLab
import Testing

/// Keeps responses in memory, and counts hits and misses.
actor CountingCache: CacheStore {
    private let memory = MemoryCache(capacity: 8 << 20)
    private(set) var (found, missed) = (0, 0)

    func entry(for key: CacheKey) async -> CacheEntry? {
        let entry = await memory.entry(for: key)
        if entry == nil { missed += 1 } else { found += 1 }
        return entry
    }

    func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await memory.update(key, change)
    }

    func remove(_ selection: CacheSelection) async { await memory.remove(selection) }
}

// The snippets of "Caching" about stores and tests.
@Suite(.permit) struct CachingStoreSnippetTests {
    private let fields: HeaderFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
    private let episodes = Resource<[String]>(json: "https://example.org/episodes.json")

    @Test func `the cache's policy chooses its store`() async throws {
        let inMemory = Policy.cache(in: MemoryCache(capacity: 64 << 20))
        let onDisk = Policy.cache(in: DiskCache.standard(named: "org.example.podcast"))
        let inBoth = Policy.cache(
            in: TieredCache(MemoryCache(), over: DiskCache.standard(named: "org.example.podcast")))

        let caches = try #require(FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first)
        let folder = caches.appending(path: "org.example.podcast")
        try? FileManager.default.removeItem(at: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let transport = StubTransport { [fields] _ in Response(headerFields: fields, body: Data("[]".utf8)) }
        /// Where a Webservice that has just been made gets the episodes from.
        func source(_ policy: Policy) async throws -> CacheStatus.Source? {
            let webservice = Webservice(policies: [policy], transport: transport)
            return try await webservice.load(episodes.withResponse).1.cacheStatus?.source
        }
        #expect(try await source(inMemory) == .server)
        #expect(try await source(inMemory) == .hit)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        #expect(try await source(onDisk) == .server)
        #expect(try await source(onDisk) == .hit)
        #expect(FileManager.default.fileExists(atPath: folder.path))
        // Its memory is empty; its disk is the other policy's.
        #expect(try await source(inBoth) == .hit)
        // From now on, its memory has them.
        try FileManager.default.removeItem(at: folder)
        #expect(try await source(inBoth) == .hit)
        #expect(try await source(onDisk) == .server)
        #expect(transport.requests.count == 3)
    }

    @Test func `a folder that can't be written causes one warning`() async throws {
        let (server, warnings) = (try LoopbackServer { _ in Response(body: Data("[]".utf8)) }, Guarded<[String]>([]))
        defer { server.stop() }
        // A file is where the folder should be.
        let folder = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))/no-folder")
        try FileManager.default.createDirectory(
            at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        try Data().write(to: folder)
        struct Logger: Sendable {
            let warnings: Guarded<[String]>
            nonisolated func warning(_ text: String) { warnings.withLock { $0.append(text) } }
        }
        let logger = Logger(warnings: warnings)

        let cache = DiskCache(folder: folder, capacity: 100 << 20, warning: { logger.warning($0) })
        let webservice = Webservice(baseURL: server.baseURL, policies: [.cache(in: cache)])

        let all = Resource<[String]>(json: "episodes.json")
        for _ in 0..<3 { #expect(try await webservice.load(all) == []) }
        #expect(warnings.withLock { $0.count } == 1)
    }

    @Test func `a custom store is used`() async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Cache-Control": "max-age=3600"], body: Data("[]".utf8))
        }
        defer { server.stop() }
        let cache = CountingCache()
        let webservice = Webservice(baseURL: server.baseURL, policies: [.cache(in: cache)])
        for _ in 0..<3 { _ = try await webservice.load(Resource(url: URL(string: "x")!) { $0 }) }
        #expect(await cache.found == 2)
        #expect(server.requests.count == 1)
    }

    @Test func `a custom store keeps the laws`() async throws {
        try await assertCacheStore { CountingCache() }

        let folder = FileManager.default.temporaryDirectory.appending(path: "laws-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await assertCacheStore(isShared: true) { DiskCache(folder: folder) }
    }

    @Test func `an entry is written and read for a custom store`() throws {
        let key = CacheKey(url: "https://example.org/")
        let entry = CacheEntry(responses: [
            StoredResponse(response: Response(body: Data("x".utf8)), requested: Date(), received: Date())
        ])

        let data = entry.data(for: key)
        let read = CacheEntry(data, for: key)  // nil if the data is damaged

        #expect(read == entry)
        #expect(CacheEntry(data.dropLast(), for: key) == nil)
    }

    @Test func `a dry run passes time without waiting`() throws {
        var run = DryRun(policies: [.cache()]) { request in
            request.headerFields["If-None-Match"] == nil
                ? Response(headerFields: fields, body: Data("[]".utf8))
                : Response(status: 304, headerFields: fields)
        }
        _ = try run.load(episodes)
        try run.load(Plan.wait(for: .seconds(90)))
        _ = try run.load(episodes)
        #expect(run.requests.count == 2)
        #expect(run.requests[1].headerFields["If-None-Match"] == "\"1\"")
        #expect(run.cache.entries.count == 1)

        for event in run.events { print(event) }
        let events = run.events.map { "\($0)" }.joined(separator: "\n")
        #expect(try Article.blocks("").contains(events), "\(events)")
    }

    @Test func `a dry run returns all updates`() throws {
        var version = 1
        var run = DryRun { _ in
            Response(headerFields: ["Cache-Control": "max-age=60"], body: Data(#"["Version \#(version)"]"#.utf8))
        }
        _ = try run.load(episodes.cached())
        try run.load(Plan.wait(for: .seconds(90)))
        version = 2
        let updates = try run.updates(of: episodes.cached())
        #expect(updates.map(\.value) == [["Version 1"], ["Version 2"]])
        #expect(updates.map(\.status.source) == [.hit, .server])
    }

    @Test func `a response knows its source`() async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Cache-Control": "max-age=3600"], body: Data("[]".utf8))
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, policies: [.cache()])
        let all = Resource<[String]>(json: "episodes.json")
        _ = try await webservice.load(all)

        let (episodes, response) = try await webservice.load(all.withResponse)
        print(
            "\(episodes.count) episodes:", response.cacheStatus.map { "\($0)" } ?? "no cache was asked")

        #expect(response.cacheStatus?.source == .hit)
    }

    @Test func `the article has the configuration of nginx that is tested`() throws {
        let configuration = try document("Tests/Servers/nginx/shared-cache.conf")
            .replacing("@FOLDER@/shared", with: "/var/cache/nginx/shared")
            .replacing("127.0.0.1:@PORTS@71", with: "api.internal.example.org:8080")
            .replacing("127.0.0.1:@PORTS@82", with: "10.0.0.1:80")
        // All lines but the first, which names the article.
        let lines = configuration.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let quoted = try #require(try Article.blocks("nginx").first)
        #expect(quoted == lines.joined(separator: "\n").trimmingCharacters(in: .newlines))
        #expect(!quoted.contains("@"))
    }
}
