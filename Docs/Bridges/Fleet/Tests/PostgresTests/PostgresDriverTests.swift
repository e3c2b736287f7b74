import Foundation
import LocalPostgres
import ResourcefulFleet
import ResourcefulLab
import ResourcefulPostgres
import ResourcefulTesting
import SharedPolicies
import Testing

/// Stores over a client that is there already.
@Suite(.serialized) struct PostgresDriverTests {
    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    private static func driver(_ server: PostgresServer) -> PlainPostgresDriver {
        PlainPostgresDriver(socket: server.socket, user: "tester")
    }

    @Test func `over a driver, stores keep their laws`() async throws {
        let server = try await PostgresServer.running()
        let socket = server.socket
        try await assertEntryStore(isShared: true) {
            let store = PostgresStore(
                over: PlainPostgresDriver(socket: socket, user: "tester"), sharing: .everything, timeout: .seconds(10))
            for _ in 0..<4 { _ = await store.read("connected") }
            return store
        }
        try await assertCacheStore(isShared: true) {
            let cache = PostgresCache(
                over: PlainPostgresDriver(socket: socket, user: "tester"), timeout: .seconds(10))
            for _ in 0..<4 { _ = await cache.entry(for: CacheKey(url: "https://api.example/")) }
            return cache
        }
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [true, false]) func `a cache over a driver remembers if its option says so`(
        remembers: Bool
    ) async throws {
        let server = try await PostgresServer.running()
        let cache = PostgresCache(
            over: Self.driver(server), remembering: remembers ? .seconds(600) : .zero, timeout: .seconds(10))
        let other = PostgresCache(at: server.address, timeout: .seconds(10))
        #expect(await FleetLaws.remembers(cache, beside: other) == remembers)
    }

    @Test func `stores over a driver and over an address share what they have`() async throws {
        let server = try await PostgresServer.running()
        let driven = PostgresStore(over: Self.driver(server), timeout: .seconds(10))
        _ = await driven.update("a") { _ in Self.entry("driven") }
        let other = PostgresStore(at: server.address, timeout: .seconds(10))
        #expect(await other.update("a") { _ in Self.entry("connected") } == Self.entry("driven"))
        #expect(await driven.read("a") == Self.entry("connected"))
    }

    @Test func `over a driver whose server is away, loads go on, and nothing is lost`() async throws {
        let server = try await PostgresServer.running()
        let events = PostgresEvents()
        let store = PostgresStore(
            over: Self.driver(server), timeout: .seconds(10), pause: .milliseconds(100), events: { events.add($0) })
        _ = await store.update("a") { _ in Self.entry("before") }
        server.kill()
        #expect(await store.update("a") { _ in Self.entry("during") } == Self.entry("before"))
        #expect(await store.read("a") == Self.entry("during"))
        try await server.start()
        for _ in 0..<500 where events.all.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(await PostgresStore(over: Self.driver(server), timeout: .seconds(10)).read("a") == Self.entry("during"))
        #expect(events.all.count == 2, "\(events.all)")
    }

    @Test func `what the server refuses is in the event`() async throws {
        struct RefusingDriver: PostgresDriver {
            func rows(_ statement: String, _ values: [[UInt8]?]) async throws -> [[[UInt8]?]] {
                throw PostgresRefusal("permission denied for schema public")
            }
        }
        let events = PostgresEvents()
        let store = PostgresStore(over: RefusingDriver(), pause: .seconds(60), events: { events.add($0) })
        _ = await store.update("a") { _ in Self.entry("here") }
        #expect(await store.read("a") == Self.entry("here"))
        #expect(events.all.count == 1 && events.all[0].contains("permission denied"), "\(events.all)")
    }

    @Test func `a driver that never answers holds no load up`() async throws {
        struct SilentDriver: PostgresDriver {
            func rows(_ statement: String, _ values: [[UInt8]?]) async throws -> [[[UInt8]?]] {
                await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
                return []
            }
        }
        let events = PostgresEvents()
        let store = PostgresStore(
            over: SilentDriver(), timeout: .milliseconds(50), pause: .seconds(60), events: { events.add($0) })
        let start = ContinuousClock.now
        #expect(await store.read("a") == nil)
        _ = await store.update("a") { _ in Self.entry("here") }
        #expect(await store.read("a") == Self.entry("here"))
        #expect(ContinuousClock.now - start < .seconds(5))
        for _ in 0..<500 where events.all.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(events.all.first?.contains("no answer within 150 ms") == true, "\(events.all)")
    }
}
