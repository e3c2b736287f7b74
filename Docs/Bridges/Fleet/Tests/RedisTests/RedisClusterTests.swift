import Foundation
import LocalRedis
import NIOConcurrencyHelpers
import ResourcefulFleet
import ResourcefulLab
import ResourcefulRedis
import Testing

/// Stores in a cluster, whose servers have a part of the slots each.
@Suite(.serialized) struct RedisClusterTests {
    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    private static func response(_ text: String) -> CacheEntry {
        CacheEntry(responses: [
            StoredResponse(
                response: Response(headerFields: ["Cache-Control": "max-age=600"], body: Data(text.utf8)),
                requested: Date(), received: Date())
        ])
    }

    // MARK: Slots

    /// The slot of a key: CRC-16 of its hash tag, or of the whole key.
    private static func slot(of key: [UInt8]) -> Int {
        var tag = key[...]
        if let start = key.firstIndex(of: UInt8(ascii: "{")) {
            let rest = key[(start + 1)...]
            if let end = rest.firstIndex(of: UInt8(ascii: "}")), end > rest.startIndex { tag = rest[..<end] }
        }
        let crc = tag.reduce(UInt16(0)) { crc, byte in
            (0..<8).reduce(crc ^ UInt16(byte) << 8) { crc, _ in crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
        }
        return Int(crc % 16_384)
    }

    /// A driver that remembers the keys of each command.
    private struct WatchedDriver: RedisDriver {
        let base: PlainDriver
        let seen = NIOLockedValueBox<[(name: String, keys: [[UInt8]])]>([])

        func send(_ command: [[UInt8]]) async throws -> RedisValue {
            let name = String(decoding: command[0], as: UTF8.self)
            let keys: [[UInt8]]
            switch name {
            case "MGET", "UNLINK": keys = Array(command.dropFirst())
            case "EVAL", "EVALSHA":
                keys = Array(command.dropFirst(3).prefix(Int(String(decoding: command[2], as: UTF8.self)) ?? 0))
            case "PEXPIRE", "GETRANGE": keys = [command[1]]
            case "PING", "SCAN": keys = []
            default:
                Issue.record("the keys of \(name) aren't known")
                keys = []
            }
            seen.withLockedValue { $0.append((name, keys)) }
            return try await base.send(command)
        }
    }

    @Test func `the slots are those of Redis`() async throws {
        let server = try await RedisServer.cluster()
        for key in ["123456789", "{shop}/a", "{shop}", "a{}b", "a{b", "{", "}{x}", "ä{€}", "{a}{b}"] {
            let answer = server.answer(to: "CLUSTER KEYSLOT \(key)\r\n")
            #expect(answer == ":\(Self.slot(of: Array(key.utf8)))\r\n", "\(key)")
        }
    }

    @Test(arguments: [("{shop}/", true), ("{resourceful/responses}/", true), ("shop/{x}/", true), ("shop/", false)])
    func `the keys of each command are in one slot if the prefix has a hash tag`(
        prefix: String, isTagged: Bool
    ) async throws {
        let server = try await RedisServer.running()
        let driver = WatchedDriver(base: PlainDriver(socket: server.socket))
        let store = RedisStore(over: driver, prefix: prefix, sharing: .everything, timeout: .seconds(10))
        let cache = RedisCache(over: driver, prefix: prefix, timeout: .seconds(10))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    _ = await store.read("\(number)")
                    _ = await store.update("\(number)") { _ in Self.entry("\(number)") }
                    let plain = CacheKey(url: "https://api.example/\(number)?q=1")
                    let user = CacheKey(url: plain.url, qualifier: "user")
                    await cache.update(user) { _ in Self.response("\(number)") }
                    #expect(await cache.entry(for: user, invalidatedBy: [plain]) != nil)
                }
            }
        }
        await cache.remove(.url(URL(string: "https://api.example/1?q=1")!))
        await cache.remove(.all)
        let commands = driver.seen.withLockedValue { $0 }
        let names = Set(commands.map(\.name))
        #expect(names.isSuperset(of: ["MGET", "EVALSHA", "UNLINK", "GETRANGE", "SCAN"]), "\(names)")
        #expect(commands.contains { $0.keys.count > 2 })
        let slots = commands.map { Set($0.keys.map(Self.slot)).count }
        #expect(slots.allSatisfy { $0 <= 1 } == isTagged, "\(slots)")
    }

    // MARK: A cluster

    @Test func `in a cluster, stores keep their laws wherever their slot is`() async throws {
        let servers = try await RedisServer.clusterOfTwo()
        for prefix in ["{a}/", "{b}/"] {
            for server in servers {
                let (port, events) = (server.port, RedisEvents())
                let address = RedisAddress.host("127.0.0.1", port: port)
                // A canceled task waits for a command, but for no connection: they are connected.
                try await assertEntryStore(isShared: true, prefix: "laws \(port) ") {
                    let store = RedisStore(
                        at: address, prefix: prefix, sharing: .everything, timeout: .seconds(10),
                        events: { events.add($0) })
                    _ = await store.read("connected")
                    return store
                }
                try await assertCacheStore(isShared: true) {
                    let cache = RedisCache(
                        at: address, prefix: prefix + "\(port)/", timeout: .seconds(10),
                        events: { events.add($0) })
                    _ = await cache.entry(for: CacheKey(url: "https://api.example/"))
                    return cache
                }
                #expect(events.all.isEmpty, "\(events.all)")
            }
        }
        #expect(servers.allSatisfy { !$0.keys.isEmpty }, "each has a part")
    }

    @Test func `without a hash tag, a cluster refuses, and the store says what to do`() async throws {
        let servers = try await RedisServer.clusterOfTwo()
        let events = RedisEvents()
        let cache = RedisCache(
            at: .host("127.0.0.1", port: servers[0].port), prefix: "shop/", timeout: .seconds(10), pause: .seconds(60),
            events: { events.add($0) })
        let keys = (0..<8).map { CacheKey(url: "https://api.example/\($0)") }
        for key in keys { #expect(await cache.entry(for: key) == nil) }
        #expect(events.all.first?.contains("the prefix needs a hash tag: {shop}/") == true, "\(events.all)")
    }

    @Test func `a server of a cluster that goes and returns costs no load and loses no change`() async throws {
        let servers = try await RedisServer.clusterOfTwo()
        let events = RedisEvents()
        // Its slot is the other server's.
        let store = RedisStore(
            at: .host("127.0.0.1", port: servers[0].port), prefix: "{a}/", timeout: .seconds(10),
            pause: .milliseconds(100), events: { events.add($0) })
        _ = await store.update("x") { _ in Self.entry("before") }
        #expect(servers[1].keys == ["{a}/x"])
        servers[1].kill()
        #expect(await store.update("x") { _ in Self.entry("during") } == Self.entry("before"))
        try await servers[1].start()
        for _ in 0..<1_000 where events.all.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        let other = RedisStore(at: .host("127.0.0.1", port: servers[1].port), prefix: "{a}/", timeout: .seconds(10))
        #expect(await other.read("x") == Self.entry("during"))
        #expect(events.all.count == 2, "\(events.all)")
    }
}
