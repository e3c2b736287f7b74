import Foundation
import LocalRedis
import NIOConcurrencyHelpers
import ResourcefulFleet
import ResourcefulLab
import ResourcefulRedis
import SharedPolicies
import Testing

/// Entries in a real server, which is killed, stopped and filled.
@Suite(.serialized) struct RedisStoreTests {
    private static func entry(_ text: String, at seconds: Double = 1.5) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: seconds))
    }

    /// A store that gives up late, so that a busy machine doesn't count as a server that is away.
    private static func store(
        _ socket: String, _ events: RedisEvents = RedisEvents(), timeout: Duration = .seconds(10)
    ) -> RedisStore {
        RedisStore(
            at: .socket(socket), sharing: .everything, timeout: timeout, pause: .milliseconds(100),
            events: { events.add($0) })
    }

    @Test func `it keeps the laws of stores, for several machines too`() async throws {
        let server = try await RedisServer.running()
        let socket = server.socket
        try await assertEntryStore(isShared: true) { Self.store(socket) }
        withExtendedLifetime(server) {}
    }

    @Test func `what is written is read, by another process, too, with every byte and the date`() async throws {
        let server = try await RedisServer.running()
        let (store, other) = (Self.store(server.socket), Self.store(server.socket))
        #expect(await store.read("a") == nil)
        for name in ["a", "", "a b", "ä/€", "A", String(repeating: "n", count: 2_000)] {
            let entry = StoreEntry(data: Data((0...255).map { UInt8($0) } + Data(name.utf8)), date: Date())
            #expect(await store.update(name) { _ in entry } == nil)
            #expect(await other.read(name) == entry)
            let empty = StoreEntry(data: Data(), date: Date())
            #expect(await other.update(name) { _ in empty } == entry)
            #expect(await store.read(name) == empty)
        }
        #expect(await store.update("a") { _ in nil } != nil)
        #expect(await other.read("a") == nil)
        #expect(await store.read("A") != nil)
        let large = StoreEntry(data: Data(count: 8 << 20), date: Date())
        _ = await store.update("large") { _ in large }
        #expect(await other.read("large") == large)
    }

    @Test func `no change of several processes is lost`() async throws {
        let server = try await RedisServer.running()
        let stores = (0..<8).map { _ in Self.store(server.socket) }
        await withTaskGroup(of: Void.self) { group in
            for store in stores {
                group.addTask {
                    for _ in 0..<50 {
                        _ = await store.update("count") { entry in
                            let count = entry.flatMap { Int(String(decoding: $0.data, as: UTF8.self)) } ?? 0
                            return Self.entry("\(count + 1)")
                        }
                    }
                }
            }
        }
        #expect(await stores[0].read("count") == Self.entry("400"))
    }

    @Test func `what was acknowledged is there after the server was killed, and meanwhile loads go on`() async throws {
        let server = try await RedisServer.running()
        let events = RedisEvents()
        let (store, other) = (Self.store(server.socket, events), Self.store(server.socket))
        for number in 0..<50 { _ = await store.update("\(number)") { _ in Self.entry("kept") } }
        server.kill()
        let clock = ContinuousClock()
        let taken = await clock.measure {
            #expect(await store.update("1") { _ in Self.entry("changed here") } == Self.entry("kept"))
            #expect(await store.read("1") == Self.entry("changed here"))
            #expect(await other.read("1") == nil, "it has never seen it")
        }
        #expect(taken < .seconds(5), "\(taken)")
        try await server.start()
        #expect(await eventually { events.all.count == 2 })
        for number in 2..<50 { #expect(await store.read("\(number)") == Self.entry("kept")) }
        #expect(await eventually { await other.read("1") == Self.entry("changed here") })
        #expect(events.all.count == 2 && events.all.last == "the shared store can be used again", "\(events.all)")
    }

    @Test func `an entry that another has changed meanwhile stays as it is`() async throws {
        let server = try await RedisServer.running()
        let (away, other) = (Self.store(server.socket, timeout: .milliseconds(500)), Self.store(server.socket))
        _ = await away.update("token") { _ in Self.entry("first") }
        server.pause()
        _ = await away.update("token") { _ in Self.entry("of the one that was away") }
        server.resume()
        _ = await other.update("token") { _ in Self.entry("of the other") }
        #expect(await eventually { await away.read("token") == Self.entry("of the other") })
    }

    @Test func `the last change comes back if the server carries an earlier one out too late`() async throws {
        let server = try await RedisServer.running()
        let store = Self.store(server.socket, timeout: .milliseconds(500))
        _ = await store.update("a") { _ in Self.entry("1") }
        server.pause()
        // This one is on its way when the server stops.
        _ = await store.update("a") { _ in Self.entry("2") }
        _ = await store.update("a") { _ in Self.entry("3") }
        server.resume()
        let other = Self.store(server.socket)
        #expect(await eventually { await other.read("a") == Self.entry("3") })
        // Nothing that was sent earlier comes after it.
        try await Task.sleep(for: .milliseconds(300))
        for store in [store, other] { #expect(await store.read("a") == Self.entry("3")) }
    }

    @Test func `a server that stands still makes no load hang`() async throws {
        let server = try await RedisServer.running()
        let events = RedisEvents()
        let store = Self.store(server.socket, events, timeout: .milliseconds(500))
        _ = await store.update("a") { _ in Self.entry("1") }
        server.pause()
        let clock = ContinuousClock()
        for _ in 0..<3 {
            let taken = await clock.measure { #expect(await store.read("a") == Self.entry("1")) }
            #expect(taken < .seconds(5), "\(taken)")
        }
        server.resume()
        #expect(events.all.first?.contains("no reply within 500 ms") == true, "\(events.all)")
    }

    @Test func `a server that is full loses nothing, and loads go on`() async throws {
        let server = try RedisServer()
        try await server.start("--maxmemory", "3mb", "--maxmemory-policy", "noeviction")
        let events = RedisEvents()
        let store = Self.store(server.socket, events)
        _ = await store.update("small") { _ in Self.entry("kept") }
        for number in 0..<40 {
            let large = StoreEntry(data: Data(count: 1 << 18), date: Date())
            _ = await store.update("large \(number)") { _ in large }
            #expect(await store.read("large \(number)") == large)
        }
        #expect(events.all.contains { $0.contains("OOM") }, "\(events.all)")
        #expect(await Self.store(server.socket).read("small") == Self.entry("kept"))
    }

    @Test func `policies of several processes act as one`() async throws {
        let server = try await RedisServer.running()
        let socket = server.socket
        try await SharedPolicies.check { Self.store(socket) }
        withExtendedLifetime(server) {}
    }
}
