import Foundation
import LocalRedis
import NIOConcurrencyHelpers
import ResourcefulFleet
import ResourcefulLab
import ResourcefulRedis
import SharedPolicies
import Testing

/// Responses in a real server, which is killed, stopped and filled.
@Suite(.serialized) struct RedisCacheTests {
    private static func cache(
        _ socket: String, _ events: RedisEvents = RedisEvents(), timeout: Duration = .seconds(10)
    ) -> RedisCache {
        RedisCache(
            at: .socket(socket), prefix: "test[1]*/", timeout: timeout, pause: .milliseconds(100),
            events: { events.add($0) })
    }

    private static let api = URL(string: "https://api.example/")!
    private static let key = CacheKey(url: "https://api.example/list")

    private static func entry(_ text: String) -> CacheEntry {
        CacheEntry(responses: [
            StoredResponse(
                response: Response(headerFields: ["Cache-Control": "max-age=600"], body: Data(text.utf8)),
                requested: Date(), received: Date())
        ])
    }

    private static func body(_ entry: CacheEntry?) -> String? {
        entry?.responses.first.map { String(decoding: $0.response.body, as: UTF8.self) }
    }

    @Test func `it keeps the laws of stores, for several machines too`() async throws {
        let server = try await RedisServer.running()
        let socket = server.socket
        // A canceled task waits for a command, but for no connection: it is connected.
        try await assertCacheStore(isShared: true) {
            let cache = Self.cache(socket)
            _ = await cache.entry(for: CacheKey(url: "https://api.example/"))
            return cache
        }
        withExtendedLifetime(server) {}
    }

    @Test func `what is invalidated while the server is away isn't found when it is back`() async throws {
        let server = try await RedisServer.running()
        let events = RedisEvents()
        let (cache, other) = (Self.cache(server.socket, events), Self.cache(server.socket))
        let removed = CacheKey(url: "https://api.example/removed")
        await cache.update(Self.key) { _ in Self.entry("old") }
        await cache.update(removed) { _ in Self.entry("old") }
        server.kill()
        #expect(await cache.entry(for: Self.key) == nil, "nothing is found while it is away")
        let invalidated = Date()
        await cache.update(Self.key) { _ in CacheEntry(invalidated: invalidated) }
        await cache.remove(.url(URL(string: removed.url)!))
        try await server.start()
        #expect(await eventually { events.all.count == 2 })
        let found = await other.entry(for: Self.key)
        #expect(found?.responses == [] && found?.invalidated == invalidated, "users' responses of the URL depend on it")
        #expect(await other.entry(for: removed) == nil)
        await cache.update(Self.key) { _ in Self.entry("new") }
        #expect(Self.body(await other.entry(for: Self.key)) == "new")
        #expect(events.all.count == 2 && events.all.last == "the shared store can be used again", "\(events.all)")
    }

    @Test func `a server that is full never serves what has changed, and loads go on`() async throws {
        let server = try RedisServer()
        try await server.start("--maxmemory", "3mb", "--maxmemory-policy", "noeviction")
        let (events, large) = (RedisEvents(), String(repeating: "x", count: 1 << 18))
        let cache = Self.cache(server.socket, events)
        await cache.update(Self.key) { _ in Self.entry("old") }
        for number in 0..<20 {
            // As a load does: it looks for a response, and then keeps one.
            let key = CacheKey(url: "https://api.example/\(number)")
            #expect(await cache.entry(for: key) == nil)
            await cache.update(key) { _ in Self.entry(large) }
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(events.all.count == 1 && events.all[0].contains("OOM"), "\(events.all)")
        await cache.update(Self.key) { _ in Self.entry(large + "new") }
        try await Task.sleep(for: .milliseconds(200))
        let found = Self.body(await cache.entry(for: Self.key))
        #expect(found != "old")
    }

    @Test func `a server that stands still makes no load hang`() async throws {
        let server = try await RedisServer.running()
        let cache = Self.cache(server.socket, timeout: .milliseconds(500))
        let webservice = Webservice(
            baseURL: Self.api, policies: [.cache(in: cache)],
            transport: StubTransport { _ in
                Response(headerFields: ["Cache-Control": "max-age=600"], body: Data("\"fresh\"".utf8))
            })
        let resource = Resource<String>(json: "list")
        #expect(try await webservice.load(resource) == "fresh")
        server.pause()
        let start = ContinuousClock.now
        for _ in 0..<3 { #expect(try await webservice.load(resource) == "fresh") }
        let taken = ContinuousClock.now - start
        server.resume()
        #expect(taken < .seconds(6), "\(taken)")
    }

    @Test func `eight machines send one request, and after a change all see the new response`() async throws {
        let server = try await RedisServer.running()
        let events = RedisEvents()
        let state = NIOLockedValueBox((requests: 0, text: "one"))
        let transport = StubTransport { request in
            state.withLockedValue { state in
                if request.method == .put {
                    state.text = "two"
                    return Response(status: 204)
                }
                state.requests += 1
                return Response(
                    headerFields: ["Cache-Control": "max-age=600"], body: Data("\"\(state.text)\"".utf8))
            }
        }
        let webservices = (0..<8).map { _ in
            Webservice(
                baseURL: Self.api, policies: [.cache(in: Self.cache(server.socket, events))], transport: transport)
        }
        let resource = Resource<String>(json: "list")
        for webservice in webservices { #expect(try await webservice.load(resource) == "one") }
        #expect(state.withLockedValue { $0.requests } == 1, "\(events.all)")
        try await webservices[3].load(Resource<Void>(url: Self.api.appending(path: "list"), method: .put))
        for webservice in webservices { #expect(try await webservice.load(resource) == "two") }
        #expect(state.withLockedValue { $0.requests } == 2, "\(events.all)")
    }

    @Test func `entries expire after their lifetime, and those that are too large aren't kept`() async throws {
        let server = try await RedisServer.running()
        let large = Self.entry(String(repeating: "x", count: 10_000))
        for (lifetime, size, isKept) in [(60_000, 50_000, true), (50, 50_000, false), (60_000, 5_000, false)] {
            let cache = RedisCache(
                at: .socket(server.socket), prefix: "\(lifetime) \(size)/", lifetime: .milliseconds(lifetime),
                maximumSize: size, timeout: .seconds(10))
            await cache.update(Self.key) { _ in large }
            try await Task.sleep(for: .milliseconds(200))
            #expect((await cache.entry(for: Self.key) != nil) == isKept, "\(lifetime) ms, \(size) bytes")
        }
    }

    @Test func `caches with different prefixes don't see each other's entries`() async throws {
        let server = try await RedisServer.running()
        let caches = ["a/", "b/"].map { prefix in
            RedisCache(at: .socket(server.socket), prefix: prefix, timeout: .seconds(10))
        }
        for cache in caches { await cache.update(Self.key) { _ in Self.entry("kept") } }
        await caches[0].remove(.all)
        #expect(await caches[0].entry(for: Self.key) == nil)
        #expect(Self.body(await caches[1].entry(for: Self.key)) == "kept")
    }
}
