import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulTesting
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

// The examples in the documentation of caches and stores, word for word, compiled and run.
@Suite(.permit) struct CacheTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    @Test func `caching is chosen for a webservice and for a resource`() throws {
        let offline = Caching(lifetime: .seconds(600), staleIfError: .seconds(7 * 24 * 3600))
        let webservice = Webservice(baseURL: api, policies: [.cache(offline)])
        let news = Episode.all.cached(Caching(.validate, ignoredQueryItems: ["campaign"]))
        #expect("\(webservice)".contains("for 600 s, stale if the server fails"))
        var answers: [Response.Status] = [200, 503]
        var run = DryRun(baseURL: api, policies: [.cache(offline)]) { _ in
            Response(status: answers.removeFirst(), body: Data("[]".utf8))
        }
        _ = try run.load(Episode.all)
        try run.load(Plan.wait(for: .seconds(3600)))
        #expect(try run.load(Episode.all) == [])
        #expect(news.request.url.relativeString == "episodes.json")
    }

    @Test func `stored responses have keys`() throws {
        let request = Request(url: api.appending(path: "episodes.json"))
        let key = CacheKey(request)  // nil if responses to the request can't be stored
        print(key?.description ?? "none")  // https://api.example.org/episodes.json
        #expect(key?.description == "https://api.example.org/episodes.json")
        #expect(CacheKey(request.method(.put)) == nil)
    }

    @Test func `a cache keeps entries of stored responses`() async throws {
        let key = CacheKey(url: "https://api.example.org/episodes.json")
        let cache = MemoryCache()
        let response = Response(headerFields: ["Cache-Control": "max-age=60"], body: Data("[]".utf8))
        let stored = StoredResponse(response: response, requested: now, received: now)
        let entry = CacheEntry(responses: [stored])
        await cache.update(key) { before in before ?? entry }
        #expect(await cache.entry(for: key) == entry)
    }

    @Test func `the cache of a dry run is a value`() throws {
        var run = DryRun(baseURL: api, policies: [.cache(for: .seconds(60))], podcast)
        _ = try run.load(Episode.all)
        print(run.cache.entries.keys.map(\.description))
        // ["https://api.example.org/episodes.json"]
        run.cache = CacheModel()
        #expect(run.cache.entries.isEmpty)
        _ = try run.load(Episode.all)
        #expect(run.requests.count == 2)
        #expect(run.cache.entries.keys.map(\.description) == ["https://api.example.org/episodes.json"])
    }

    @Test func `a store forgets old invalidations`() {
        let changed = CacheKey(url: "https://api.example.org/episodes/7.json")
        let stored = CacheKey(url: "https://api.example.org/episodes.json")
        let merge = InvalidationMerge(of: [changed: Date()], beside: [stored])
        print(merge.merged, merge.removal ?? .distantPast, merge.ended)
        #expect(merge.removal == nil, "the latest are kept")
    }

    @Test func `caches have a size`() async throws {
        let folder = URL(filePath: "/tmp/resourceful-types-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let memory = MemoryCache(capacity: 64 << 20)
        let webservice = Webservice(baseURL: api, policies: [.cache(in: memory)])
        #expect(memory.capacity == 64 << 20 && "\(webservice)".contains("cache"))
        let disk = DiskCache(folder: folder, capacity: 512 << 20)
        let offline = Webservice(baseURL: api, policies: [.cache(in: disk)])
        #expect(disk.capacity == 512 << 20 && "\(offline)".contains("cache"))
    }

    @Test func `a store is filled before the first load`() async throws {
        let token = Data("a1b2".utf8)
        let entry = StoreEntry(data: token, date: now)
        let store = MemoryStore(["settings": entry])
        let webservice = Webservice(baseURL: api, store: store)
        let settings = try await webservice.load(Plan.read("settings"))?.data
        #expect(settings == token)
    }
}
