import Foundation
import LocalRedis
import NIOCore
import NIOPosix
import ResourcefulFleet
import ResourcefulLab
import ResourcefulNetwork
import ResourcefulRedis
import Testing

/// TLS with a real server, whose certificate is made by the tests.
@Suite(.serialized) struct RedisTLSTests {
    /// A server with a certificate, and the address with its authority.
    private struct Secured {
        let files: TLSFiles
        let port: Int
        let server: RedisServer

        init(for name: String, _ options: [String] = []) async throws {
            files = try TLSFiles(for: name)
            port = try await Self.freePort()
            server = try await RedisServer.running(files.options(port: port) + options)
        }

        var authority: TLS.Authorities { get throws { .only(pem: try files.authority) } }

        private static func freePort() async throws -> Int {
            let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .bind(host: "127.0.0.1", port: 0).get()
            let port = channel.localAddress?.port
            try await channel.close().get()
            return try #require(port)
        }
    }

    private static func store(
        _ address: RedisAddress, _ events: RedisEvents = RedisEvents(), timeout: Duration = .seconds(10)
    ) -> RedisStore {
        RedisStore(at: address, timeout: timeout, pause: .milliseconds(100), events: { events.add($0) })
    }

    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    /// What a store says at its first use.
    private static func reason(_ address: RedisAddress, timeout: Duration = .seconds(10)) async -> String {
        let events = RedisEvents()
        let start = ContinuousClock.now
        #expect(await store(address, events, timeout: timeout).read("a") == nil)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(events.all.count == 1, "\(events.all)")
        return events.all.first ?? ""
    }

    @Test func `both keep the laws of stores over TLS, with a password and a database`() async throws {
        let secured = try await Secured(for: "DNS:localhost", ["--requirepass", "geheim123"])
        let address = RedisAddress.host("localhost", port: secured.port, tls: try secured.authority)
            .login(password: "geheim123").database(3)
        // A canceled task waits for a command, but for no handshake: they are connected.
        try await assertEntryStore(isShared: true) {
            let store = Self.store(address)
            _ = await store.read("connected")
            return store
        }
        try await assertCacheStore(isShared: true) {
            let cache = RedisCache(at: address, timeout: .seconds(10), pause: .milliseconds(100))
            _ = await cache.entry(for: CacheKey(url: "https://api.example/"))
            return cache
        }
        withExtendedLifetime(secured) {}
    }

    @Test func `a URL is enough`() async throws {
        let secured = try await Secured(for: "DNS:localhost", ["--requirepass", "geheim 123"])
        let events = RedisEvents()
        let address = try RedisAddress(
            url: "rediss://:geheim%20123@localhost:\(secured.port)/2", authorities: secured.authority)
        let large = StoreEntry(data: Data(count: 8 << 20), date: Date(timeIntervalSinceReferenceDate: 0))
        _ = await Self.store(address, events).update("a") { _ in large }
        #expect(await Self.store(address, events).read("a") == large)
        #expect(events.all.isEmpty, "\(events.all)")
        withExtendedLifetime(secured) {}
    }

    @Test func `a certificate must be valid for the name, or for the address if that is given`() async throws {
        let secured = try await Secured(for: "DNS:other.example,IP:127.0.0.1")
        let authority = try secured.authority
        let reason = await Self.reason(.host("localhost", port: secured.port, tls: authority))
        #expect(reason.contains("TLS with localhost isn't possible"), "\(reason)")
        let events = RedisEvents()
        let store = Self.store(.host("127.0.0.1", port: secured.port, tls: authority), events)
        _ = await store.update("a") { _ in Self.entry("kept") }
        #expect(events.all.isEmpty, "\(events.all)")

        let both = try await Secured(for: "IP:127.0.0.1,DNS:localhost")
        _ = await Self.store(.host("localhost", port: both.port, tls: try both.authority), events).read("a")
        #expect(events.all.isEmpty, "\(events.all)")
        let named = try await Secured(for: "DNS:localhost")
        let other = await Self.reason(.host("127.0.0.1", port: named.port, tls: try named.authority))
        #expect(other.contains("TLS with 127.0.0.1 isn't possible"), "\(other)")
    }

    @Test func `what is wrong with a certificate is said to each of many loads`() async throws {
        let secured = try await Secured(for: "DNS:other.example")
        let address = RedisAddress.host("localhost", port: secured.port, tls: try secured.authority)
        // So many that some threads are stopped while they open a connection.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let reason = await Self.reason(address)
                    #expect(reason.contains("TLS with localhost isn't possible"), "\(reason)")
                }
            }
            try await group.waitForAll()
        }
        withExtendedLifetime(secured) {}
    }

    @Test func `a certificate of an unknown authority is refused, and the password isn't sent`() async throws {
        let secured = try await Secured(for: "DNS:localhost", ["--requirepass", "geheim123"])
        let other = try TLSFiles(for: "DNS:localhost")
        for authorities in [TLS.Authorities.system, .only(pem: try other.authority)] {
            let address = RedisAddress.host("localhost", port: secured.port, tls: authorities)
            let reason = await Self.reason(address.login(password: "geheim123"))
            #expect(reason.contains("CERTIFICATE_VERIFY_FAILED") && !reason.contains("geheim123"), "\(reason)")
        }
        let events = RedisEvents()
        let both = RedisAddress.host("localhost", port: secured.port, tls: .systemAnd(pem: try secured.files.authority))
        _ = await Self.store(both.login(password: "geheim123"), events).update("a") { _ in Self.entry("kept") }
        #expect(events.all.isEmpty, "\(events.all)")
    }

    @Test func `authorities that can't be read are said, and nothing is sent`() async throws {
        let secured = try await Secured(for: "DNS:localhost")
        for pem in [Data(), Data("no certificate".utf8)] {
            let reason = await Self.reason(.host("localhost", port: secured.port, tls: .only(pem: pem)))
            #expect(reason.contains("the authorities aren't certificates in PEM form"), "\(reason)")
        }
    }

    @Test func `a load ends within its time if only one side speaks TLS`() async throws {
        let secured = try await Secured(for: "DNS:localhost", ["--requirepass", "geheim123"])
        let plain = RedisAddress.host("localhost", port: secured.port).login(password: "geheim123")
        #expect(await !Self.reason(plain, timeout: .milliseconds(700)).contains("geheim123"))

        let port = secured.port + 1
        let server = try await RedisServer.running(["--bind", "127.0.0.1", "--port", "\(port)"])
        let reason = await Self.reason(.host("localhost", port: port, tls: .system), timeout: .milliseconds(700))
        #expect(reason.contains("localhost"), "\(reason)")
        withExtendedLifetime(server) {}
    }

    @Test func `a store connects and logs in again after the server was killed`() async throws {
        let secured = try await Secured(for: "DNS:localhost", ["--requirepass", "geheim123"])
        let events = RedisEvents()
        let address = RedisAddress.host("localhost", port: secured.port, tls: try secured.authority)
            .login(password: "geheim123")
        let store = Self.store(address, events)
        _ = await store.update("a") { _ in Self.entry("kept") }
        secured.server.kill()
        #expect(await store.update("b") { _ in Self.entry("meanwhile") } == nil)
        try await secured.server.start()
        for _ in 0..<500 where events.all.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(await store.read("a") == Self.entry("kept"))
        #expect(await Self.store(address).read("b") == Self.entry("meanwhile"))
        #expect(events.all.count == 2 && events.all.last == "the shared store can be used again", "\(events.all)")
    }

    @Test func `a server that stands still during the handshake makes no load hang`() async throws {
        let secured = try await Secured(for: "DNS:localhost")
        let address = RedisAddress.host("localhost", port: secured.port, tls: try secured.authority)
        secured.server.pause()
        let reason = await Self.reason(address, timeout: .milliseconds(500))
        secured.server.resume()
        #expect(reason.contains("no reply within 500 ms"), "\(reason)")
    }

    @Test func `a store that is connected shows no password to those who dump it`() async throws {
        let secured = try await Secured(for: "DNS:localhost", ["--requirepass", "geheim123"])
        let address = RedisAddress.host("localhost", port: secured.port, tls: try secured.authority)
        let store = Self.store(address.login(password: "geheim123"))
        _ = await store.update("a") { _ in Self.entry("kept") }
        var dumped = ""
        dump(store, to: &dumped, maxDepth: 12)
        #expect(dumped.contains("localhost") && !dumped.contains("geheim123"))
    }
}
