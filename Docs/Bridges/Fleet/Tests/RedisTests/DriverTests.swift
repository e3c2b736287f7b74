import FaultyProxy
import Foundation
import LocalRedis
import NIOConcurrencyHelpers
import ResourcefulFleet
import ResourcefulLab
import ResourcefulRedis
import SharedPolicies
import Testing

/// Stores over a client that is there already.
@Suite(.serialized) struct DriverTests {
    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    @Test func `README shows the driver as it is, and it has fifty lines`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "PlainDriver.swift"), encoding: .utf8)
        let readme = try String(contentsOf: folder.appending(path: "../../README.md").standardized, encoding: .utf8)
        let block = source.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
        #expect(readme.contains(block.trimmingCharacters(in: .newlines)))
        let lines = source.split(separator: "\n").filter { !$0.hasPrefix("import") }
        #expect(lines.count <= 50, "\(lines.count)")
    }

    @Test func `over a driver, stores keep their laws`() async throws {
        let server = try await RedisServer.running()
        let socket = server.socket
        try await assertEntryStore(isShared: true, prefix: "laws ") {
            let store = RedisStore(over: PlainDriver(socket: socket), sharing: .everything, timeout: .seconds(10))
            _ = await store.read("connected")
            return store
        }
        try await assertCacheStore(isShared: true) {
            let cache = RedisCache(over: PlainDriver(socket: socket), timeout: .seconds(10))
            _ = await cache.entry(for: CacheKey(url: "https://api.example/"))
            return cache
        }
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [true, false]) func `a cache over a driver remembers if its option says so`(
        remembers: Bool
    ) async throws {
        let server = try await RedisServer.running()
        let cache = RedisCache(
            over: PlainDriver(socket: server.socket), remembering: remembers ? .seconds(600) : .zero,
            timeout: .seconds(10))
        let other = RedisCache(at: .socket(server.socket), timeout: .seconds(10))
        #expect(await FleetLaws.remembers(cache, beside: other) == remembers)
    }

    @Test func `over a driver whose server is away, loads go on, and nothing is lost`() async throws {
        let server = try await RedisServer.running()
        let events = RedisEvents()
        let store = RedisStore(
            over: PlainDriver(socket: server.socket), timeout: .seconds(10), pause: .milliseconds(100),
            events: { events.add($0) })
        _ = await store.update("a") { _ in Self.entry("before") }
        server.kill()
        #expect(await store.update("a") { _ in Self.entry("during") } == Self.entry("before"))
        #expect(await store.read("a") == Self.entry("during"))
        try await server.start()
        for _ in 0..<500 where events.all.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        let other = RedisStore(over: PlainDriver(socket: server.socket), timeout: .seconds(10))
        #expect(await other.read("a") == Self.entry("during"))
        #expect(events.all.count == 2, "\(events.all)")
    }

    @Test func `a driver that never answers holds no load up`() async throws {
        struct SilentDriver: RedisDriver {
            func send(_ command: [[UInt8]]) async throws -> RedisValue {
                await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
                return .null
            }
        }
        let events = RedisEvents()
        let store = RedisStore(
            over: SilentDriver(), timeout: .milliseconds(50), pause: .seconds(60), events: { events.add($0) })
        let start = ContinuousClock.now
        #expect(await store.read("a") == nil)
        _ = await store.update("a") { _ in Self.entry("here") }
        #expect(await store.read("a") == Self.entry("here"))
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(events.all.first?.contains("no reply within 50 ms") == true, "\(events.all)")
    }

    @Test func `a store that is closed ends its connection, after its commands, and loads go on`() async throws {
        let server = try await RedisServer.running()
        let events = RedisEvents()
        let store = RedisStore(at: .socket(server.socket), timeout: .seconds(10), events: { events.add($0) })
        let cache = RedisCache(at: .socket(server.socket), timeout: .seconds(10), events: { events.add($0) })
        let key = CacheKey(url: "https://api.example/")
        await cache.update(key) { _ in CacheEntry(invalidated: Date()) }
        _ = await store.update("a") { _ in Self.entry("before") }
        #expect(server.clients == 3)
        let late = Task { await store.update("a") { _ in Self.entry("last") } }
        try await Task.sleep(for: .milliseconds(5))
        await store.close()
        await cache.close()
        _ = await late.value
        #expect(server.clients == 1, "only the one that asks")
        #expect(await cache.entry(for: key) == nil)
        #expect(await store.update("a") { _ in Self.entry("after") } == Self.entry("last"))
        #expect(await store.read("a") == Self.entry("after"))
        try await Task.sleep(for: .milliseconds(100))
        #expect(events.all.isEmpty && server.clients == 1, "\(events.all)")
        #expect(await RedisStore(at: .socket(server.socket)).read("a") == Self.entry("last"))
    }
}
