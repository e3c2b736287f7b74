import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// Explanations over real stores: nothing is sent, written or touched.
struct ExplainTests {
    private static let api = URL(string: "https://api.example.org/")!
    private static let episodes = Resource<String>(url: URL(string: "episodes")!) {
        String(decoding: $0, as: UTF8.self)
    }

    /// A transport that nothing may reach.
    private static let closed = StubTransport { request in
        Issue.record("\(request) was sent")
        throw TransportError(.cannotConnect, "closed")
    }

    /// A store that only reads.
    private struct SealedStore: EntryStore {
        let store: any EntryStore

        func read(_ name: String) async -> StoreEntry? { await store.read(name) }

        func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry? {
            Issue.record("\(name) was changed")
            return await store.read(name)
        }
    }

    /// A cache of an app that only reads.
    private struct SealedCache: CacheStore {
        let cache: any CacheStore

        func entry(for key: CacheKey) async -> CacheEntry? { await cache.entry(for: key) }

        func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
            Issue.record("\(key) was changed")
        }

        func remove(_ selection: CacheSelection) async { Issue.record("\(selection) was removed") }
    }

    private static let refresh: @Sendable (Token?) throws -> Resource<Token> = { _ in
        Resource(url: URL(string: "token")!, method: .post, parseJSON: Token.oauth)
    }

    private static func policies(_ cache: any CacheStore) -> [Policy] {
        func caching(_ cache: some CacheStore) -> Policy { .cache(in: cache) }
        return [
            caching(cache), .retry(), .circuitBreaker(after: 1), .bearer(for: api, refreshing: refresh),
            .digest(user: "a", password: "b", for: api), .failover(among: [api, URL(string: "https://b.example")!]),
            .rateLimit(perSecond: 1000), .limit(atOnce: 2), .hedging(after: .milliseconds(1)), .serverClock(),
            .cookies(), .strictTransportSecurity(),
            .signing(for: api) { request, _, nonce in request.header("X-Once", "\(nonce)") },
        ]
    }

    private static func answer(_ request: Request) -> Response {
        request.url.path == "/token"
            ? Response(body: Data(#"{"access_token": "t", "token_type": "bearer", "expires_in": 3600}"#.utf8))
            : Response(
                headerFields: ["Cache-Control": "max-age=0", "ETag": "\"7\"", "Set-Cookie": "a=b; Max-Age=500"],
                body: Data("[]".utf8))
    }

    /// Everything in a folder: names, sizes, modification times and bytes.
    private static func contents(of folder: URL) throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let path = folder.appending(path: name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            found[name] = "\(date) \(FileManager.default.contents(atPath: path)?.base64EncodedString() ?? "folder")"
        }
        return found
    }

    @Test(arguments: [false, true]) func `files stay as they are, and the load then sends what was said`(
        hasHistory: Bool
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explain-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = DiskCache(folder: folder.appending(path: "cache"))
        let store = FileStore(at: folder.appending(path: "store"), keeping: { _ in true })
        let live = StubTransport { Self.answer($0) }
        let webservice = Webservice(
            baseURL: Self.api, policies: Self.policies(TieredCache(MemoryCache(), over: disk)), store: store,
            transport: live)
        if hasHistory {
            // The first load gets a token, and the second one, whose user is known, is stored.
            for _ in 0..<2 { _ = try await webservice.load(Self.episodes) }
        } else {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "cache"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        // Old enough for a use to be marked, and one that isn't an entry.
        for name in try FileManager.default.contentsOfDirectory(atPath: disk.folder.path) {
            let path = disk.folder.appending(path: name).path
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        }
        let before = try (Self.contents(of: folder), Self.contents(of: disk.folder))

        let sealed = Webservice(
            baseURL: Self.api, policies: Self.policies(DiskCache(folder: disk.folder)),
            store: SealedStore(store: store),
            transport: Self.closed)
        let explained = try await sealed.rehearse(Self.episodes)
        let own = Webservice(
            baseURL: Self.api, policies: Self.policies(SealedCache(cache: MemoryCache())),
            store: SealedStore(store: store), transport: Self.closed)
        #expect(try await own.rehearse(Self.episodes).requests.first?.url.path == explained.requests.first?.url.path)
        let after = try (Self.contents(of: folder), Self.contents(of: disk.folder))
        #expect(before.0 == after.0)
        #expect(before.1 == after.1)
        #expect(before.1.isEmpty != hasHistory)

        // The same service, whose memory has the entry too.
        #expect(try await webservice.explain(Self.episodes).requests.map(\.url) == explained.requests.map(\.url))
        let sentBefore = live.requests.count
        _ = try await webservice.load(Self.episodes)
        let sent = try #require(live.requests.dropFirst(sentBefore).first)
        let said = try #require(explained.requests.first)
        #expect(said.url == sent.url)
        #expect(said.method == sent.method)
        let names = { (request: Request) in request.headerFields.map(\.name).filter { $0 != "X-Once" } }
        #expect(names(said) == names(sent))
    }

    @Test func `an entry that is explained is evicted as if it weren't`() async throws {
        let response = StoredResponse(
            response: Response(headerFields: ["Cache-Control": "max-age=600"]), requested: Date(), received: Date())
        let entry = CacheEntry(responses: [response])
        // Four entries fit.
        let cache = MemoryCache(capacity: entry.size * 9 / 2)
        let store = { (name: String) in
            await cache.update(CacheKey(url: "https://api.example.org/\(name)")) { _ in entry }
        }
        let webservice = Webservice(baseURL: Self.api, policies: [.cache(in: cache)], transport: Self.closed)
        let first = Resource<Data>(url: URL(string: "1")!) { $0 }
        for name in ["1", "2", "3", "4"] { await store(name) }
        #expect(try await webservice.explain(first).requests.isEmpty)
        await store("5")
        #expect(try await webservice.explain(first).requests.count == 1)
    }

    @Test func `what other loads have under way is reported`() async throws {
        let gate = Gate(2)
        let transport = StubTransport { _ in
            await gate.pass()
            return Response(body: Data("[]".utf8))
        }
        let webservice = Webservice(baseURL: Self.api, policies: [.limit(atOnce: 1)], transport: transport)
        async let load = webservice.load(Self.episodes)
        #expect(await eventually { await gate.arrived == 1 })
        let explanation = try await webservice.explain(Self.episodes)
        #expect(
            "\(explanation)" == """
                request  GET https://api.example.org/episodes
                limit    1 at once per origin, 1 under way: waits for a permit
                sharing  an equal request is under way: its response is used
                sends    nothing
                """)
        await gate.pass()
        _ = try await load
        #expect(try await webservice.explain(Self.episodes).requests.count == 1)
    }

    @Test func `accounts have their own token, and observers see nothing`() async throws {
        let observer = LoadObserver { _ in Issue.record("observed") }
        let webservice = Webservice(
            baseURL: Self.api, policies: [.bearer(for: Self.api, refreshing: Self.refresh)],
            answers: [
                .to(Question<String>("password")) { () -> String in
                    Issue.record("asked")
                    return ""
                }
            ], observers: [observer], transport: Self.closed)
        let asking = Plan.ask(Question<String>("password")).flatMap { _ in Self.episodes }
        #expect(try await webservice.explain(asking).lines.first?.text == "for password")
        let explanation = try await webservice.account("alice").explain(Self.episodes)
        #expect(explanation.requests.map(\.method) == [.post, .get])
    }

    @Test func `a canceled task gets no explanation`() async {
        let webservice = Webservice(baseURL: Self.api, transport: Self.closed)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await webservice.explain(Self.episodes)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
