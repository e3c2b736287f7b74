import ResourcefulDisk
import ResourcefulIdentity
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A change ends what is stored, in every store, whichever policy or resource has put it there.
struct CacheInvalidationLoadTests {
    private static let url = URL(string: "https://api.example.org/episodes?utm=1")!

    /// The ways to have a response stored, each with a store of its own or that of the Webservice.
    private static func stored(_ store: any CacheStore) -> [(policies: [Policy], read: Resource<Int>)] {
        let read = Resource(url: url) { $0.count }
        let ignoring = Caching(ignoredQueryItems: ["utm"])
        return [
            ([], read.cached()), ([], read.cached(for: .seconds(900))), ([], read.cached(ignoring)),
            ([], read.applying(.cache(in: store))), ([], read.applying(.cache(in: store, ignoring))),
            ([.cache()], read), ([.cache()], read.applying(.cache(in: store))), ([.cache(in: store, ignoring)], read),
            ([.retry()], read.cached()), ([.cookies()], read.cached(ignoring)),
        ]
    }

    @Test(arguments: [Request.Method.post, .put, .delete, .patch])
    func `a change ends what is stored, by any policy in any place`(method: Request.Method) async throws {
        let folder = TemporaryFolder()
        for number in Self.stored(MemoryCache()).indices {
            for isOnDisk in [true, false] {
                let store: any CacheStore =
                    isOnDisk ? DiskCache(folder: folder.url.appending(path: "\(number)")) : MemoryCache()
                let (policies, read) = Self.stored(store)[number]
                let transport = StubTransport { _ in Response(headerFields: ["Cache-Control": "max-age=600"]) }
                let webservice = Webservice(policies: policies, transport: transport)
                for _ in 0...1 { _ = try await webservice.load(read) }
                #expect(transport.requests.count == 1, "\(number)")
                _ = try await webservice.load(Resource(url: Self.url, method: method) { $0.count })
                _ = try await webservice.load(read)
                #expect(transport.requests.count == 3, "\(number), on disk: \(isOnDisk)")
            }
        }
    }

    @Test func `a change by one account ends what another one has stored`() async throws {
        let transport = StubTransport { _ in Response(headerFields: ["Cache-Control": "max-age=600"]) }
        let webservice = Webservice(transport: transport)
        let read = Resource(url: Self.url) { $0.count }.cached()
        for _ in 0...1 { _ = try await webservice.account("ada").load(read) }
        _ = try await webservice.account("bob").load(Resource(url: Self.url, method: .put) { $0.count })
        _ = try await webservice.account("ada").load(read)
        #expect(transport.requests.count == 3)
    }

    @Test func `a relative URL is found by a change of it, and users of it are kept apart`() async throws {
        let transport = StubTransport { request in
            let user = request.headerFields["Authorization"] ?? "-"
            return Response(headerFields: ["Cache-Control": "private, max-age=600"], body: Data(user.utf8))
        }
        let base = URL(string: "https://api.example.org/v1")
        let webservice = Webservice(baseURL: base, policies: [.cache(), .cookies()], transport: transport)
        let me = Resource<String>(text: Request("me"))
        for user in ["ada", "bob", "ada"] {
            #expect(try await webservice.load(me.header("Authorization", user)) == user)
        }
        #expect(transport.requests.count == 2)
        _ = try await webservice.load(Resource<String>(text: Request("me").method(.put)))
        for user in ["ada", "bob"] { _ = try await webservice.load(me.header("Authorization", user)) }
        #expect(transport.requests.count == 5)
    }

    /// A store that counts what it is asked.
    private struct AskedCache: CacheStore {
        let memory = MemoryCache()
        let asked = Locked<[String]>([])

        func entry(for key: CacheKey) async -> CacheEntry? {
            asked.withLock { $0.append("one") }
            return await memory.entry(for: key)
        }

        func entry(for key: CacheKey, invalidatedBy others: [CacheKey]) async -> CacheEntry? {
            asked.withLock { $0.append("\(1 + others.count)") }
            return await memory.entry(for: key, invalidatedBy: others)
        }

        func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
            await memory.update(key, change)
        }

        func remove(_ selection: CacheSelection) async { await memory.remove(selection) }
    }

    @Test(arguments: [(Caching.standard, "2"), (Caching(ignoredQueryItems: ["utm"]), "3")])
    func `a store is asked once for the response of a user and what invalidates it`(
        caching: Caching, asked: String
    ) async throws {
        let store = AskedCache()
        let transport = StubTransport { _ in Response(headerFields: ["Cache-Control": "private, max-age=600"]) }
        let webservice = Webservice(policies: [.cache(in: store, caching)], transport: transport)
        let read = Resource(url: Self.url) { $0.count }.header("Authorization", "ada")
        for _ in 0...1 { _ = try await webservice.load(read) }
        #expect(transport.requests.count == 1 && store.asked.withLock { $0 } == [asked, asked])
        _ = try await webservice.load(Resource(url: Self.url, method: .put) { $0.count })
        _ = try await webservice.load(read)
        #expect(transport.requests.count == 3)
    }
}
