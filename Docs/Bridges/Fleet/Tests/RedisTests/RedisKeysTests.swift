import FaultyProxy
import Foundation
import LocalRedis
import ResourcefulFleet
import ResourcefulLab
import ResourcefulRedis
import Testing

/// What stands in a server: names, lives, and what an entry looks like.
@Suite(.serialized) struct RedisKeysTests {
    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    private static func response(_ fields: HeaderFields) -> CacheEntry {
        CacheEntry(responses: [
            StoredResponse(
                response: Response(headerFields: fields, body: Data("body".utf8)), requested: Date(), received: Date())
        ])
    }

    @Test func `no key has a line feed, a space or the query of a URL`() async throws {
        let server = try await RedisServer.running()
        let store = RedisStore(at: .socket(server.socket), prefix: "shop/", timeout: .seconds(10))
        let cache = RedisCache(at: .socket(server.socket), prefix: "shop/responses/", timeout: .seconds(10))
        let names = ["credentials https://api.example:443", "account/a%20b/cookies", "a\nb", "list?token=geheim"]
        for name in names { _ = await store.update(name) { _ in Self.entry("kept") } }
        for (number, qualifier) in ["", "user=x"].enumerated() {
            let key = CacheKey(url: "https://api.example/list?token=geheim", qualifier: qualifier)
            await cache.update(key) { _ in Self.response(["Cache-Control": "max-age=\(number + 60)"]) }
            #expect(await cache.entry(for: key) != nil)
        }
        let keys = server.keys
        #expect(keys.count == names.count + 3, "\(keys)")
        #expect(keys.contains("shop/credentials|https://api.example:443"), "\(keys)")
        for key in keys {
            #expect(key.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !key.contains("geheim"), "\(key)")
        }
        for name in names { #expect(await store.read(name) == Self.entry("kept")) }
    }

    @Test func `a response stays as long as it is of use, and an entry as long as it is used`() async throws {
        let server = try await RedisServer.running()
        let week = 7 * 86_400_000
        let lives: [(HeaderFields, ClosedRange<Int>)] = [
            (["Cache-Control": "max-age=1"], 590_000...601_001),
            (["Cache-Control": "max-age=60, stale-if-error=\"100\""], 750_000...760_001),
            (["Cache-Control": "max-age=1", "ETag": "\"a\""], (week - 10_000)...week),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Expires": "0"], (week - 10_000)...week),
            ([:], (week - 10_000)...week),
        ]
        for (number, (fields, expected)) in lives.enumerated() {
            let cache = RedisCache(at: .socket(server.socket), prefix: "\(number)/", timeout: .seconds(10))
            await cache.update(CacheKey(url: "https://api.example/")) { _ in Self.response(fields) }
            let key = try #require(server.keys.first { $0.hasPrefix("\(number)/e") })
            #expect(expected.contains(server.life(of: key)), "\(fields): \(server.life(of: key)) ms")
        }
        let store = RedisStore(
            at: .socket(server.socket), prefix: "s/", sharing: .everything, lifetime: .seconds(86_400 * 4),
            timeout: .seconds(10))
        for name in ["credentials", "~circuit"] { _ = await store.update(name) { _ in Self.entry("kept") } }
        #expect((86_400_000 * 4 - 10_000...86_400_000 * 4).contains(server.life(of: "s/credentials")))
        #expect((86_400_000 - 10_000...86_400_000).contains(server.life(of: "s/~circuit")))
        // Reading is a use, too: the first time in each process, and then from time to time.
        _ = server.answer(to: "PEXPIRE s/credentials 5000\r\n")
        let other = RedisStore(
            at: .socket(server.socket), prefix: "s/", lifetime: .seconds(86_400 * 4), timeout: .seconds(10))
        #expect(await other.read("credentials") == Self.entry("kept"))
        for _ in 0..<100 where server.life(of: "s/credentials") < 6_000 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(server.life(of: "s/credentials") > 86_400_000)
    }

    @Test func `a cache goes on if the record of removals is lost or damaged, and finds nothing from before`()
        async throws
    {
        let server = try await RedisServer.running()
        let caches = (0..<2).map { _ in RedisCache(at: .socket(server.socket), prefix: "c/", timeout: .seconds(10)) }
        let key = CacheKey(url: "https://api.example/list")
        for command in ["DEL c/removals", "SET c/removals 12345678", "SET c/removals \"\"", "FLUSHALL"] {
            let entry = Self.response(["Cache-Control": "max-age=60", "X-Before": "\(command.count)"])
            await caches[0].update(key) { _ in entry }
            for cache in caches { #expect(await cache.entry(for: key) == entry, "before \(command)") }
            _ = server.answer(to: command + "\r\n")
            for cache in caches { #expect(await cache.entry(for: key) == nil, "after \(command)") }
        }
    }

    @Test func `removing everything leaves nothing, and other removals only what they spare`() async throws {
        let server = try await RedisServer.running()
        let cache = RedisCache(at: .socket(server.socket), prefix: "c/", timeout: .seconds(10))
        let other = RedisCache(at: .socket(server.socket), prefix: "c/", timeout: .seconds(10))
        let long = "https://api.example/long/" + String(repeating: "x", count: 3_000)
        let urls = ["https://api.example/a", "https://api.example/b?c=d", "https://api.example/b/c", long]
        func fill() async {
            for url in urls {
                for qualifier in ["", "user=x"] {
                    await other.update(CacheKey(url: url, qualifier: qualifier)) { _ in
                        Self.response(["Cache-Control": "max-age=60"])
                    }
                }
            }
        }
        let selections: [(CacheSelection, Int)] = [
            (.url(URL(string: "https://api.example/a")!), 6), (.url(URL(string: "https://API.example:443/b?c=d")!), 6),
            (.under(URL(string: "https://api.example/b")!), 4), (.url(URL(string: long)!), 6), (.all, 0),
            (.receivedBefore(.distantPast), 8), (.receivedBefore(.distantFuture), 0),
        ]
        for (selection, count) in selections {
            await fill()
            await cache.remove(selection)
            #expect(server.keys.count == count + 1, "\(selection): \(server.keys.count)")
        }
    }

    @Test func `with a cipher, the server sees no entry, and who has another key finds none`() async throws {
        let server = try await RedisServer.running()
        let address = RedisAddress.socket(server.socket)
        @Sendable func store(_ key: UInt8) -> RedisStore {
            struct NoEntry: Error {}
            let cipher = EntryCipher(
                seal: { plain in
                    let salt = UInt8.random(in: 0...255)
                    return Data([key, salt] + plain.map { $0 ^ key ^ salt })
                },
                open: { sealed in
                    guard sealed.count > 1, sealed[0] == key else { throw NoEntry() }
                    return Data(sealed.dropFirst(2).map { $0 ^ key ^ sealed[1] })
                })
            return RedisStore(at: address, cipher: cipher, timeout: .seconds(10))
        }
        try await assertEntryStore(isShared: true, prefix: "laws ") { store(7) }
        _ = await store(7).update("token") { _ in Self.entry("geheim123") }
        #expect(await store(7).read("token") == Self.entry("geheim123"))
        let stored = server.answer(to: "GET {resourceful}/token\r\n")
        #expect(stored.hasPrefix("$") && stored.count > 10 && !stored.contains("geheim"), "\(stored)")
        #expect(await store(9).read("token") == nil)
        #expect(await store(9).update("token") { _ in Self.entry("new") } == nil)
        #expect(await store(9).read("token") == Self.entry("new"))
    }

    @Test func `the text of a script is sent once to a server that doesn't know it`() async throws {
        let server = try await RedisServer.running()
        let proxy = try await FaultyProxy(to: server.socket, .redis)
        let store = RedisStore(at: .host("127.0.0.1", port: proxy.port), timeout: .seconds(10))
        for round in 0..<2 {
            proxy.reset()
            for number in 0..<3 { _ = await store.update("a") { _ in Self.entry("\(round) \(number)") } }
            #expect(proxy.commands == ["EVALSHA", "EVAL", "EVALSHA", "EVALSHA"], "\(proxy.commands)")
            _ = server.answer(to: "SCRIPT FLUSH\r\n")
        }
    }

    @Test func `what stays nothing costs nothing, and budgets and circuits are each process's own`() async throws {
        let server = try await RedisServer.running()
        let proxy = try await FaultyProxy(to: server.socket, .redis)
        let address = RedisAddress.host("127.0.0.1", port: proxy.port)
        let api = try #require(URL(string: "https://api.example/"))
        let own = RedisStore(at: address, timeout: .seconds(10))
        let shared = RedisStore(at: address, sharing: .standard.circuits(of: api).budgets, timeout: .seconds(10))
        for name in ["~retry-budget", "~circuit https://api.example:443", "account/x/~circuit https://api.example:443"]
        {
            proxy.reset()
            _ = await own.update(name) { _ in Self.entry("own") }
            #expect(await own.read(name) == Self.entry("own"))
            #expect(proxy.commands.isEmpty, "\(name): \(proxy.commands)")
            _ = await shared.update(name) { _ in Self.entry("shared") }
            #expect(!proxy.commands.isEmpty, "\(name)")
        }
        #expect(await own.read("~rate 1/1 https://api.example:443") == nil)
        #expect(await shared.read("~circuit https://other.example:443") == nil)
        _ = await shared.update("~retry-budget") { _ in nil }
        proxy.reset()
        for _ in 0..<10 { _ = await shared.update("~retry-budget") { $0 } }
        #expect(proxy.commands.isEmpty, "\(proxy.commands)")
        // What isn't a counter may have been written by another process.
        _ = await shared.read("token")
        _ = await RedisStore(at: address, timeout: .seconds(10)).update("token") { _ in Self.entry("of the other") }
        #expect(await shared.update("token") { _ in nil } == Self.entry("of the other"))
        #expect(await shared.read("token") == nil)
    }
}
