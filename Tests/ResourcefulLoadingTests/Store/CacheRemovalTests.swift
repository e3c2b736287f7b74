import Foundation
import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulLoading

/// A removal reaches every store that loads of a Webservice have used, whichever policy named it.
struct CacheRemovalTests {
    private static let url = URL(string: "https://api.example/feed?b=2&a=1")!
    private static let feed = Resource<String>(text: Request(url: url))

    /// A store that is a value.
    private struct PlainCache: CacheStore {
        let memory = MemoryCache()

        func entry(for key: CacheKey) async -> CacheEntry? { await memory.entry(for: key) }

        func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
            await memory.update(key, change)
        }

        func remove(_ selection: CacheSelection) async { await memory.remove(selection) }
    }

    /// Where the policy with the store stands.
    enum Place: CaseIterable { case resource, plan, first, second }

    private static func webservice(_ policies: [Policy] = []) -> Webservice {
        Webservice(
            policies: policies,
            transport: StubTransport { _ in
                Response(headerFields: ["Cache-Control": "max-age=1000"], body: Data("feed".utf8))
            })
    }

    /// Loads the feed, with a policy at a place, and returns the Webservice and the resource.
    private static func load(_ policy: Policy, at place: Place, by account: String?) async throws -> (
        Webservice, Resource<String>
    ) {
        let memory = Policy.cache(in: MemoryCache())
        let policies: [Policy] = place == .first ? [policy] : place == .second ? [memory, policy] : [memory]
        let resource = place == .resource ? feed.applying(policy) : feed
        let webservice = webservice(policies)
        let plan = place == .plan ? resource.plan.applying(policy) : resource.plan
        _ = try await (account.map { webservice.account($0) } ?? webservice).load(plan)
        return (webservice, resource)
    }

    private static let removals: [@Sendable (Webservice, Resource<String>) async throws -> Void] = [
        { await $0.removeCached($1) }, { await $0.account("c").removeCached($1) },
        { webservice, _ in await webservice.removeCached(.all) },
        { webservice, _ in try await webservice.load(Plan<Void>.removeCached(.all)) },
        { webservice, _ in try await webservice.account("b").load(Plan<Void>.removeCached(.all)) },
        { webservice, _ in await webservice.removeCached(.under(url)) },
        { webservice, _ in await webservice.removeCached(.receivedBefore(.distantFuture)) },
    ]

    @Test(arguments: Place.allCases, [nil, "a"])
    func `a removal reaches the store of each policy`(place: Place, account: String?) async throws {
        var identity = LoadIdentity()
        identity.account = account.map { "account/\($0)/" } ?? ""
        var request = Request(url: Self.url)
        if account != nil { request[LoadIdentity.self] = identity }
        let key = try #require(CacheKey(request))
        for removal in Self.removals {
            let folders = (TemporaryFolder(), TemporaryFolder())
            let stores: [any CacheStore] = [
                MemoryCache(), DiskCache(folder: folders.0.url), PlainCache(),
                TieredCache(MemoryCache(), over: DiskCache(folder: folders.1.url)),
            ]
            for store in stores {
                func policy(_ store: some CacheStore) -> Policy { .cache(in: store) }
                let (webservice, resource) = try await Self.load(policy(store), at: place, by: account)
                #expect(await store.entry(for: key) != nil)
                try await removal(webservice, resource)
                #expect(await store.entry(for: key) == nil, "\(type(of: store))")
            }
        }
    }

    @Test func `the store of a resource is reached before the first load`() async throws {
        let folder = TemporaryFolder()
        let feed = { Self.feed.applying(.cache(in: DiskCache(folder: folder.url))) }
        _ = try await Self.webservice().load(feed())
        #expect(folder.entries.count == 1)
        await Self.webservice().removeCached(feed())
        #expect(folder.entries.isEmpty)
    }

    @Test func `a second store of a Webservice is reached before the first load`() async throws {
        let folder = TemporaryFolder()
        let policies = { [Policy.cache(in: MemoryCache()), .cache(in: DiskCache(folder: folder.url))] }
        _ = try await Self.webservice(policies()).load(Self.feed)
        #expect(folder.entries.count == 1)
        await Self.webservice(policies()).removeCached(.all)
        #expect(folder.entries.isEmpty)
    }

    @Test(arguments: Place.allCases)
    func `a resource is found under the key of the policy that stored it`(place: Place) async throws {
        let memory = MemoryCache()
        let policy = Policy.cache(in: memory, Caching(ignoresQueryOrder: true, ignoredQueryItems: ["b"]))
        let (webservice, resource) = try await Self.load(policy, at: place, by: nil)
        #expect(memory.count == 1)
        // Nobody can know which policies a plan had around the resource.
        if place == .plan { await webservice.removeCached(.all) } else { await webservice.removeCached(resource) }
        #expect(memory.count == 0)
    }

    @Test func `an explanation knows that a removal reaches the store of a resource`() async throws {
        let memory = MemoryCache()
        let (webservice, own) = try await Self.load(.cache(in: memory), at: .resource, by: nil)
        #expect(try await webservice.explain(own).requests.isEmpty)
        let removing = Plan<Void>.removeCached(.all).flatMap { own }
        #expect(try await webservice.explain(removing).requests.count == 1)
        #expect(memory.count == 1)
    }

    @Test func `a store that is made for each load is remembered once, or no longer than its owner has it`()
        async throws
    {
        let (folder, caches) = (TemporaryFolder(), UsedCaches())
        for _ in 0..<3 {
            let pair = TieredCache(MemoryCache(), over: DiskCache(folder: folder.url))
            caches.note(StoreReference(pair))
            withExtendedLifetime(pair) { #expect(caches.all.count == 3) }
        }
        #expect(caches.all.count == 1)

        let webservice = Self.webservice()
        let pair = { TieredCache(MemoryCache(), over: DiskCache(folder: folder.url)) }
        _ = try await webservice.load(Self.feed.applying(.cache(in: pair())))
        #expect(folder.entries.count == 1)
        await webservice.removeCached(.all)
        #expect(folder.entries.isEmpty, "the slow tier is on disk, even if no one holds the pair")
    }
    private static let base = URL(string: "https://api.example/v1")!
    private static let posting = Resource<Data>(Request("issues").posting(["title": "a"]))

    /// A page of a list, below the base URL, as one user sees it.
    private static func page(_ number: Int, of user: String) -> Resource<String> {
        Resource(text: Request("issues").query("page", number)).header("X-Api-Key", user)
    }

    private static let pages = [page(1, of: "ada"), page(2, of: "ada"), page(2, of: "bob")]

    @Test func `a plan removes all pages of a list by a relative path, for every user`() async throws {
        let removing = Self.posting.flatMap { _ in Plan.removeCached(.under(URL(string: "issues")!)) }
        let stubs = StubTransport { _ in Response(headerFields: ["Cache-Control": "max-age=1000"]) }
        let webservice = Webservice(baseURL: Self.base, policies: [.cache()], transport: stubs)
        var run = DryRun(baseURL: Self.base, policies: [.cache()]) { _ in
            Response(headerFields: ["Cache-Control": "max-age=1000"])
        }
        func load(_ plan: Plan<Void>) async throws -> [Int] {
            try run.load(plan)
            try await webservice.load(plan)
            for page in Self.pages {
                _ = try run.load(page)
                _ = try await webservice.load(page)
            }
            return [run.requests.count, stubs.requests.count]
        }
        #expect(try await load(.value(())) == [3, 3])
        // Another query is another URL (RFC 9111, section 4.4).
        #expect(try await load(Self.posting.plan.map { _ in }) == [4, 4])
        let explanation = try await webservice.explain(removing.flatMap { Self.pages[0] })
        #expect(explanation.requests.count == 1, "it waits for the answer to the POST")
        let removed = Plan.removeCached(.under(URL(string: "issues")!)).flatMap { Self.pages[1] }
        #expect(try await webservice.explain(removed).requests.count == 1)
        #expect(try await webservice.explain(Self.pages[1]).requests.isEmpty)
        #expect(try await load(removing) == [8, 8])
    }

    @Test func `a change that fails removes nothing`() throws {
        var isDown = false
        var run = DryRun(baseURL: Self.base, policies: [.cache()]) { _ in
            Response(status: isDown ? 503 : 200, headerFields: ["Cache-Control": "max-age=1000"])
        }
        for page in Self.pages { _ = try run.load(page) }
        isDown = true
        #expect(throws: LoadError.self) {
            try run.load(Self.posting.flatMap { _ in Plan.removeCached(.under(URL(string: "issues")!)) })
        }
        for page in Self.pages { _ = try run.load(page) }
        #expect(run.requests.count == 4)
    }
}
