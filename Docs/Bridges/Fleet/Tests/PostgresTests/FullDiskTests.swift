import Foundation
import LocalPostgres
import NIOConcurrencyHelpers
import ResourcefulFleet
import ResourcefulPostgres
import ResourcefulTesting
import Testing

/// Entries and responses in a real server whose disk is full.
@Suite(.serialized, .enabled(if: SmallDisk.isPermitted, "only root may mount the small disk that these tests fill"))
struct FullDiskTests {
    /// Whose disk is full.
    enum Kind: CaseIterable {
        /// The tables can't grow. The server rejects changes that need space.
        case tables
        /// The log of changes can't be written. The server ends all connections, and ends or restarts itself.
        case log
    }

    /// A server, its disk and what its stores say.
    private struct Setting {
        let kind: Kind
        let disk: SmallDisk
        let server: PostgresServer
        let events = PostgresEvents()

        init(_ kind: Kind) async throws {
            (self.kind, disk) = (kind, try SmallDisk(megabytes: 64))
            server =
                switch kind {
                case .tables: try await .running(tablesOn: disk)
                case .log: try await .running(logOn: disk)
                }
        }

        func store() -> PostgresStore {
            PostgresStore(
                at: server.address, timeout: .seconds(10), pause: .milliseconds(100),
                events: { [events] in events.add($0) })
        }

        func cache() -> PostgresCache {
            PostgresCache(
                at: server.address, timeout: .seconds(10), pause: .milliseconds(100),
                events: { [events] in events.add($0) })
        }

        /// Gives the space back, and starts the server if it has ended. A store writes its changes when it finds the server
        /// again, which no load waits for.
        func recover(isStore: Bool) async throws {
            let reason = kind == .tables ? "could not extend file" : "PANIC"
            let isSaid = events.all.count == 1 && events.all[0].contains(reason)
            #expect(isSaid && events.all[0].contains("No space left on device"), "\(events.all)")
            try disk.free()
            try await server.restore()
            try await Task.sleep(for: .milliseconds(300))
            for _ in 0..<500 where isStore && events.all.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    /// Letters that can't be compressed.
    private static func noise(_ count: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var generator = SystemRandomNumberGenerator()
        return String(decoding: (0..<count).map { _ in letters[Int(generator.next() % 36)] }, as: UTF8.self)
    }

    // MARK: Entries

    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    @Test(arguments: Kind.allCases)
    func `a store whose disk is full loses nothing, and loads go on`(kind: Kind) async throws {
        let setting = try await Setting(kind)
        let (store, other) = (setting.store(), PostgresStore(at: setting.server.address, timeout: .seconds(10)))
        for number in 0..<20 { _ = await store.update("\(number)") { _ in Self.entry("kept") } }
        try setting.disk.fill()
        let large = Self.entry(Self.noise(4 << 20))
        let start = ContinuousClock.now
        for number in 0..<5 {
            #expect(await store.update("large \(number)") { _ in large } == nil)
            #expect(await store.read("large \(number)") == large)
            try await Task.sleep(for: .milliseconds(150))
        }
        #expect(await store.update("1") { _ in Self.entry("changed here") } == Self.entry("kept"))
        #expect(await store.read("1") == Self.entry("changed here"))
        let taken = ContinuousClock.now - start
        #expect(taken < .seconds(10), "\(taken)")

        try await setting.recover(isStore: true)
        for number in 2..<20 {
            #expect(await store.read("\(number)") == Self.entry("kept"))
            #expect(await other.read("\(number)") == Self.entry("kept"))
        }
        #expect(await other.read("1") == Self.entry("changed here"), "what was changed meanwhile comes back")
        for number in 0..<5 { #expect(await other.read("large \(number)") == large) }
        #expect(setting.events.all.dropFirst() == ["the shared store can be used again"], "\(setting.events.all)")
    }

    /// A process that uses a token, which its server refuses until it is refreshed.
    private static func webservice(
        _ api: URL, _ store: PostgresStore, _ refreshes: NIOLockedValueBox<Int>
    ) -> Webservice {
        let bearer = Policy.bearer(for: api, lease: .seconds(30)) { _ in
            Resource<Token>(url: api.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        }
        let transport = StubTransport { request in
            guard request.url.path == "/token" else {
                return Response(status: request.headerFields["Authorization"] == "Bearer new" ? 200 : 401)
            }
            refreshes.withLockedValue { $0 += 1 }
            return Response(body: Data(#"{"access_token": "new"}"#.utf8))
        }
        return Webservice(
            baseURL: api, policies: [bearer, .rateLimit(perSecond: 1_000, burst: 10)], store: store,
            transport: transport)
    }

    @Test(arguments: Kind.allCases)
    func `policies over a store whose disk is full complete their loads`(kind: Kind) async throws {
        let setting = try await Setting(kind)
        let (store, refreshes) = (setting.store(), NIOLockedValueBox(0))
        let api = try #require(URL(string: Self.api))
        let webservice = Self.webservice(api, store, refreshes)
        try await webservice.load(Plan.signIn(with: Token("old", refreshToken: "r"), for: api))
        try setting.disk.fill()
        let large = Self.entry(Self.noise(8 << 20))
        _ = await store.update("large") { _ in large }
        let start = ContinuousClock.now
        for number in 0..<10 { try await webservice.load(Resource<Void>(url: api.appending(path: "\(number)"))) }
        let taken = ContinuousClock.now - start
        #expect(taken < .seconds(10), "\(taken)")

        try await setting.recover(isStore: true)
        try await webservice.load(Resource<Void>(url: api))
        // Another process finds the token that was refreshed meanwhile.
        let other = PostgresStore(at: setting.server.address, timeout: .seconds(10))
        try await Self.webservice(api, other, refreshes).load(Resource<Void>(url: api))
        #expect(refreshes.withLockedValue { $0 } == 1)
    }

    // MARK: Responses

    private static let api = "https://api.example/"

    private static func response(_ text: String) -> CacheEntry {
        CacheEntry(responses: [
            StoredResponse(
                response: Response(headerFields: ["Cache-Control": "max-age=600"], body: Data(text.utf8)),
                requested: Date(), received: Date())
        ])
    }

    private static func body(_ entry: CacheEntry?) -> String? {
        entry?.responses.first.map { String(decoding: $0.response.body, as: UTF8.self) }
    }

    @Test(arguments: Kind.allCases)
    func `a cache whose disk is full never serves what has changed, and loads go on`(kind: Kind) async throws {
        let setting = try await Setting(kind)
        let (cache, other) = (setting.cache(), PostgresCache(at: setting.server.address, timeout: .seconds(10)))
        let names = ["changed", "invalidated", "removed", "kept"]
        let keys = Dictionary(uniqueKeysWithValues: names.map { ($0, CacheKey(url: Self.api + $0)) })
        for key in keys.values { await cache.update(key) { _ in Self.response("old") } }
        try setting.disk.fill()
        let large = Self.noise(4 << 20)
        let start = ContinuousClock.now
        for number in 0..<5 {
            // As a load does: it looks for a response, and then keeps one.
            let key = CacheKey(url: Self.api + "\(number)")
            #expect(await cache.entry(for: key) == nil)
            await cache.update(key) { _ in Self.response(large) }
            try await Task.sleep(for: .milliseconds(150))
        }
        await cache.update(keys["changed"]!) { _ in Self.response(large + "new") }
        await cache.update(keys["invalidated"]!) { _ in CacheEntry(invalidated: Date()) }
        await cache.remove(.url(URL(string: Self.api + "removed")!))
        for name in names where name != "kept" {
            #expect(Self.body(await cache.entry(for: keys[name]!)) != "old", "\(name)")
        }
        let taken = ContinuousClock.now - start
        #expect(taken < .seconds(10), "\(taken)")

        switch kind {
        case .tables: try await setting.recover(isStore: false)
        // Responses aren't written to the log, so the server doesn't end, and nothing is missed.
        case .log:
            #expect(setting.events.all.isEmpty, "\(setting.events.all)")
            #expect(Self.body(await other.entry(for: keys["changed"]!)) == large + "new")
            try setting.disk.free()
        }
        await cache.update(CacheKey(url: Self.api + "next")) { _ in Self.response("next") }
        #expect(Self.body(await other.entry(for: keys["kept"]!)) == "old", "what was acknowledged is there")
        #expect(Self.body(await other.entry(for: CacheKey(url: Self.api + "next"))) == "next")
        for cache in [cache, other] {
            for name in names where name != "kept" {
                #expect(Self.body(await cache.entry(for: keys[name]!)) != "old", "\(name)")
            }
        }
        let isBack = setting.events.all.dropFirst() == ["the shared store can be used again"]
        #expect(isBack == (kind == .tables), "\(setting.events.all)")
    }
}
