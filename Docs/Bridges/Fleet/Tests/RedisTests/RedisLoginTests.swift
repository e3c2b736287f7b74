import Foundation
import LocalRedis
import ResourcefulFleet
import ResourcefulRedis
import ResourcefulTesting
import Testing

/// Passwords, users and databases of a real server.
@Suite(.serialized) struct RedisLoginTests {
    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    private static func store(
        _ address: RedisAddress, _ events: RedisEvents = RedisEvents(), timeout: Duration = .seconds(10)
    ) -> RedisStore {
        RedisStore(at: address, timeout: timeout, pause: .milliseconds(100), events: { events.add($0) })
    }

    /// What a store says at its first use.
    private static func reason(_ address: RedisAddress) async -> String {
        let events = RedisEvents()
        #expect(await store(address, events).read("a") == nil)
        #expect(events.all.count == 1, "\(events.all)")
        return events.all.first ?? ""
    }

    @Test(arguments: ["geheim123", "p \u{E4}\"'%,$5\r\n{}"])
    func `a store with the password is let in, and others say why not`(password: String) async throws {
        let server = try await RedisServer.running(["--requirepass", password])
        let address = RedisAddress.socket(server.socket)
        let events = RedisEvents()
        let store = Self.store(address.login(password: password), events)
        #expect(await store.update("a") { _ in Self.entry("kept") } == nil)
        #expect(await Self.store(address.login(user: "default", password: password)).read("a") == Self.entry("kept"))
        #expect(events.all.isEmpty, "\(events.all)")
        #expect(await Self.reason(address).contains("NOAUTH"))
        let reason = await Self.reason(address.login(password: "falsch456"))
        #expect(reason.contains("the server rejected AUTH: WRONGPASS") && !reason.contains("falsch456"), "\(reason)")
    }

    @Test func `a user of the access control list is let in, to what it may use`() async throws {
        let server = try await RedisServer.running([
            "--user", "shop", "on", ">geheim123", "~shop/*", "+@all", "--user", "default", "off",
        ])
        let address = RedisAddress.socket(server.socket)
        let events = RedisEvents()
        let store = RedisStore(
            at: address.login(user: "shop", password: "geheim123"), prefix: "shop/", timeout: .seconds(10),
            events: { events.add($0) })
        #expect(await store.update("a") { _ in Self.entry("kept") } == nil)
        #expect(await store.read("a") == Self.entry("kept"))
        #expect(events.all.isEmpty, "\(events.all)")
        let reason = await Self.reason(address.login(user: "shop", password: "falsch456"))
        #expect(reason.contains("WRONGPASS") && !reason.contains("falsch456"), "\(reason)")
        #expect(await Self.reason(address.login(user: "shop", password: "geheim123")).contains("NOPERM"))
    }

    @Test func `a server that repeats the password in its reply doesn't put it into the event`() async throws {
        let server = try await RedisServer.running(["--rename-command", "AUTH", ""])
        let reason = await Self.reason(.socket(server.socket).login(user: "shop", password: "geheim123"))
        #expect(reason.contains("the server rejected AUTH: ERR unknown command"), "\(reason)")
        #expect(!reason.contains("geheim123"), "\(reason)")
    }

    @Test func `a password for a server without one is refused, and the event says so`() async throws {
        let server = try await RedisServer.running()
        let reason = await Self.reason(.socket(server.socket).login(password: "geheim123"))
        #expect(reason.contains("without any password configured") && !reason.contains("geheim123"), "\(reason)")
    }

    @Test func `databases are separate, and the server says which it doesn't have`() async throws {
        let server = try await RedisServer.running(["--requirepass", "geheim123"])
        let address = RedisAddress.socket(server.socket).login(password: "geheim123")
        let key = CacheKey(url: "https://api.example/list")
        for number in 0..<3 {
            _ = await Self.store(address.database(number)).update("a") { _ in Self.entry("\(number)") }
            await RedisCache(at: address.database(number), timeout: .seconds(10)).update(key) { _ in
                CacheEntry(invalidated: Date())
            }
        }
        await RedisCache(at: address.database(1), timeout: .seconds(10)).remove(.all)
        for number in 0..<3 {
            #expect(await Self.store(address.database(number)).read("a") == Self.entry("\(number)"))
            let cache = RedisCache(at: address.database(number), timeout: .seconds(10))
            #expect((await cache.entry(for: key) == nil) == (number == 1), "\(number)")
        }
        #expect(await Self.reason(address.database(99)).contains("the server rejected SELECT: ERR DB index"))
        #expect(await Self.reason(address.database(-1)).contains("the server rejected SELECT: ERR DB index"))
    }

    @Test func `commands that wait for a connection come after the login, each time it is opened`() async throws {
        let server = try await RedisServer.running(["--requirepass", "geheim123"])
        let events = RedisEvents()
        let store = Self.store(.socket(server.socket).login(password: "geheim123").database(2), events)
        for round in 0..<3 {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask { _ = await store.update("\(round) \(number)") { _ in Self.entry("kept") } }
                }
            }
            // Connections end, but the server doesn't.
            #expect(server.dropConnections(password: "geheim123"))
            try await Task.sleep(for: .milliseconds(200))
        }
        let other = Self.store(.socket(server.socket).login(password: "geheim123").database(2))
        for round in 0..<3 {
            for number in 0..<50 { #expect(await other.read("\(round) \(number)") == Self.entry("kept")) }
        }
        #expect(events.all.isEmpty, "\(events.all)")
    }

    @Test func `a store logs in again after the server was killed`() async throws {
        let server = try await RedisServer.running(["--requirepass", "geheim123"])
        let events = RedisEvents()
        let address = RedisAddress.socket(server.socket).login(password: "geheim123").database(5)
        let store = Self.store(address, events)
        _ = await store.update("a") { _ in Self.entry("kept") }
        server.kill()
        #expect(await store.update("b") { _ in Self.entry("meanwhile") } == nil)
        try await server.start()
        for _ in 0..<500 where events.all.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(await store.read("a") == Self.entry("kept"))
        #expect(await Self.store(address).read("b") == Self.entry("meanwhile"))
        #expect(events.all.count == 2 && events.all.last == "the shared store can be used again", "\(events.all)")
    }

    @Test func `a server that stands still before the login makes no load hang`() async throws {
        let server = try await RedisServer.running(["--requirepass", "geheim123"])
        let events = RedisEvents()
        let store = Self.store(
            .socket(server.socket).login(password: "geheim123"), events, timeout: .milliseconds(500))
        server.pause()
        let start = ContinuousClock.now
        for _ in 0..<3 { #expect(await store.read("a") == nil) }
        let taken = ContinuousClock.now - start
        server.resume()
        #expect(taken < .seconds(5), "\(taken)")
        #expect(events.all.first?.contains("no reply within 500 ms") == true, "\(events.all)")
    }
}
