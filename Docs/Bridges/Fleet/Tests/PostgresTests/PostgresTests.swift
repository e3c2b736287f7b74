import FaultyProxy
import Foundation
import LocalPostgres
import NIOConcurrencyHelpers
import ResourcefulDisk
import ResourcefulFleet
import ResourcefulLab
import ResourcefulPostgres
import SharedPolicies
import Testing

/// Entries and responses in a real server, which is killed and stopped.
@Suite(.serialized) struct PostgresTests {
    private static func store(
        _ address: String, _ events: PostgresEvents = PostgresEvents(), timeout: Duration = .seconds(10)
    ) -> PostgresStore {
        PostgresStore(
            at: address, sharing: .everything, timeout: timeout, pause: .milliseconds(100), events: { events.add($0) })
    }

    private static func cache(_ address: String, timeout: Duration = .seconds(10)) -> PostgresCache {
        PostgresCache(at: address, timeout: timeout, pause: .milliseconds(100))
    }

    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    private static func response(_ text: String) -> CacheEntry {
        CacheEntry(responses: [
            StoredResponse(response: Response(body: Data(text.utf8)), requested: Date(), received: Date())
        ])
    }

    private static let key = CacheKey(url: "https://api.example/list")

    @Test func `both keep the laws of stores, for several machines too`() async throws {
        let server = try await PostgresServer.running()
        let address = server.address
        // A canceled task waits for a statement, but not until all connections are open.
        try await assertEntryStore(isShared: true) {
            let store = Self.store(address)
            for _ in 0..<4 { _ = await store.read("connected") }
            return store
        }
        try await assertCacheStore(isShared: true) {
            let cache = Self.cache(address)
            for _ in 0..<8 { _ = await cache.entry(for: Self.key) }
            return cache
        }
        withExtendedLifetime(server) {}
    }

    @Test func `policies of several processes act as one, as over a file and in memory`() async throws {
        let server = try await PostgresServer.running()
        let address = server.address
        try await SharedPolicies.check { Self.store(address) }
        withExtendedLifetime(server) {}

        let file = URL(filePath: "/tmp/resourceful-policies-\(UInt32.random(in: 0 ... .max))/entries")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        try await SharedPolicies.check { FileStore(at: file, keeping: { _ in true }) }
        let memory = MemoryStore()
        try await SharedPolicies.check { memory }
    }

    @Test func `processes that share nothing are told from those that act as one`() async throws {
        await #expect(throws: SharedPolicies.Problem.self) { try await SharedPolicies.check { MemoryStore() } }
    }

    @Test func `names and URLs of any length and large entries are kept`() async throws {
        let server = try await PostgresServer.running()
        let (store, cache) = (Self.store(server.address), Self.cache(server.address))
        // Random letters, which can't be compressed.
        let long = String((0..<20_000).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "a" })
        let large = StoreEntry(data: Data(count: 8 << 20), date: Date(timeIntervalSinceReferenceDate: 0))
        _ = await store.update(long) { _ in large }
        #expect(await Self.store(server.address).read(long) == large)
        let key = CacheKey(url: "https://api.example/?\(long)")
        await cache.update(key) { _ in Self.response("kept") }
        #expect(await Self.cache(server.address).entry(for: key)?.responses.count == 1)
    }

    @Test func `a change waits for another of the same response, and delays no others`() async throws {
        let server = try await PostgresServer.running()
        let proxy = try await FaultyProxy(to: server.socket, .postgres)
        let cache = Self.cache("host=127.0.0.1 port=\(proxy.port) sslmode=disable dbname=postgres user=tester")
        let keys = [Self.key] + (0..<20).map { CacheKey(url: "https://api.example/\($0)") }
        for key in keys { await cache.update(key) { _ in Self.response("old") } }
        // Another program locks one row, as a change does that is paused.
        let other = PlainPostgresDriver(socket: server.socket, user: "tester")
        _ = try await other.rows("BEGIN", [])
        let lock = "SELECT 1 FROM resourceful_responses WHERE position($1::bytea IN value) > 0 FOR UPDATE"
        #expect(try await other.rows(lock, [Array(Self.key.url.utf8)]).count == 1)
        proxy.reset()
        let isDone = NIOLockedValueBox(false)
        async let locked: Void = {
            await cache.update(Self.key) { _ in Self.response("new") }
            isDone.withLockedValue { $0 = true }
        }()
        await withTaskGroup(of: Void.self) { group in
            for key in keys.dropFirst() { group.addTask { await cache.update(key) { _ in Self.response("new") } } }
        }
        try await Task.sleep(for: .milliseconds(500))
        #expect(!isDone.withLockedValue { $0 })
        // It asks again after 2, 4, … 50 ms, with two statements.
        #expect(proxy.commands.count < 60, "\(proxy.commands.count) statements")
        _ = try await other.rows("COMMIT", [])
        await locked
        for key in keys {
            let found = await Self.cache(server.address).entry(for: key)
            #expect(found?.responses.first?.response.body == Data("new".utf8), "\(key)")
        }
        // A process that hangs is waited for two seconds. Then the response is removed when it can be.
        _ = try await other.rows("BEGIN", [])
        #expect(try await other.rows(lock, [Array(Self.key.url.utf8)]).count == 1)
        await cache.update(Self.key) { _ in Self.response("late") }
        #expect(await cache.entry(for: Self.key) == nil)
        _ = try await other.rows("COMMIT", [])
        try await Task.sleep(for: .milliseconds(500))
        #expect(await Self.cache(server.address).entry(for: Self.key) == nil)
    }

    @Test func `what was acknowledged is there after the server was killed, and meanwhile loads go on`() async throws {
        let server = try await PostgresServer.running()
        let events = PostgresEvents()
        let (store, other) = (Self.store(server.address, events), Self.store(server.address))
        for number in 0..<20 { _ = await store.update("\(number)") { _ in Self.entry("kept") } }
        server.kill()
        #expect(await store.update("1") { _ in Self.entry("changed here") } == Self.entry("kept"))
        #expect(await store.read("1") == Self.entry("changed here"))
        try await server.start()
        try await Task.sleep(for: .milliseconds(300))
        for number in 2..<20 { #expect(await store.read("\(number)") == Self.entry("kept")) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(await other.read("1") == Self.entry("changed here"), "what was changed meanwhile comes back")
        #expect(events.all.count == 2 && events.all.last == "the shared store can be used again", "\(events.all)")
    }

    @Test func `what is invalidated while the server is away isn't found when it is back`() async throws {
        let server = try await PostgresServer.running()
        let (cache, other) = (Self.cache(server.address), Self.cache(server.address))
        let removed = CacheKey(url: "https://api.example/removed")
        for key in [Self.key, removed] { await cache.update(key) { _ in Self.response("old") } }
        server.kill()
        #expect(await cache.entry(for: Self.key) == nil, "nothing is found while it is away")
        let invalidated = Date()
        await cache.update(Self.key) { _ in CacheEntry(invalidated: invalidated) }
        await cache.remove(.url(URL(string: removed.url)!))
        try await server.start()
        try await Task.sleep(for: .milliseconds(300))
        #expect(await cache.entry(for: CacheKey(url: "https://api.example/other")) == nil)
        let found = await other.entry(for: Self.key)
        #expect(found?.responses == [] && found?.invalidated == invalidated, "users' responses of the URL depend on it")
        #expect(await other.entry(for: removed) == nil)
    }

    @Test func `a server that stands still makes no load hang`() async throws {
        let server = try await PostgresServer.running()
        let events = PostgresEvents()
        let store = Self.store(server.address, events, timeout: .milliseconds(700))
        _ = await store.update("a") { _ in Self.entry("1") }
        server.pause()
        let start = ContinuousClock.now
        for _ in 0..<3 { #expect(await store.read("a") == Self.entry("1")) }
        let taken = ContinuousClock.now - start
        #expect(taken < .seconds(2), "\(taken)")
        for _ in 0..<500 where events.all.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        server.resume()
        #expect(events.all.first?.contains("no answer within 2100 ms") == true, "\(events.all)")
    }

    @Test func `the last change comes back if the server carries an earlier one out too late`() async throws {
        let server = try await PostgresServer.running()
        let store = PostgresStore(
            at: server.address, connections: 1, timeout: .milliseconds(700), pause: .milliseconds(100))
        _ = await store.update("a") { _ in Self.entry("1") }
        server.pause()
        // This one is on its way when the server stops.
        _ = await store.update("a") { _ in Self.entry("2") }
        _ = await store.update("a") { _ in Self.entry("3") }
        server.resume()
        try await Task.sleep(for: .milliseconds(500))
        #expect(await store.read("a") == Self.entry("3"))
        #expect(await Self.store(server.address).read("a") == Self.entry("3"))
    }

    @Test func `a password that is wrong isn't in the event`() async throws {
        let server = try await PostgresServer.running()
        let events = PostgresEvents()
        let store = PostgresStore(
            at: server.address + " dbname=missing password=geheim123", timeout: .seconds(5), events: { events.add($0) }
        )
        #expect(await store.read("a") == nil)
        #expect(events.all.count == 1 && !events.all[0].contains("geheim123"), "\(events.all)")
    }

    @Test func `stores with different prefixes don't see each other's entries, over one connection too`() async throws {
        let server = try await PostgresServer.running()
        let stores = ["a/", "b/"].map { prefix in
            PostgresStore(at: server.address, prefix: prefix, connections: 1, timeout: .seconds(10))
        }
        for (store, text) in zip(stores, ["one", "two"]) { _ = await store.update("name") { _ in Self.entry(text) } }
        #expect(await stores[0].read("name") == Self.entry("one"))
        #expect(await Self.store(server.address).read("b/name") == Self.entry("two"))
    }

    @Test func `a response that is too large isn't kept`() async throws {
        let server = try await PostgresServer.running()
        for (size, isKept) in [(50_000, true), (5_000, false)] {
            let cache = PostgresCache(at: server.address, maximumSize: size, connections: 1, timeout: .seconds(10))
            await cache.update(Self.key) { _ in Self.response(String(repeating: "x", count: 10_000)) }
            #expect((await cache.entry(for: Self.key) != nil) == isKept, "\(size) bytes")
        }
    }
}
