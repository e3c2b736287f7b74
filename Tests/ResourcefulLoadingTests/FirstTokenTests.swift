import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cache outside of a token that the load itself fetches: the response belongs to the user whose token was sent.
struct FirstTokenTests {
    private typealias Users = FirstTokenServer

    private static func page(_ path: String = "page") -> Resource<String> {
        Resource(json: URL(string: path)!)
    }

    /// The places of a cache outside of the token.
    private static let lists: [[Policy]] = [
        [.cache(), Users.bearer], [.cache(for: .seconds(60)), .retry(upTo: 2), Users.bearer],
        [.retry(upTo: 2), .cache(), .limit(atOnce: 2), Users.bearer], [.cache(), .followingRedirects(), Users.bearer],
    ]

    /// Carries out plans one after another, live and in a dry run, and returns how often each sent a request.
    private static func requests(
        _ policies: @autoclosure () -> [Policy], _ plans: [Plan<Void>], _ server: () -> Users = { Users() }
    ) async throws -> [[Int]] {
        var counts: [[Int]] = [[], []]
        let dry = server()
        var run = DryRun(baseURL: Users.api, policies: policies()) { try dry.answer($0) }
        let live = server()
        let webservice = Webservice(
            baseURL: Users.api, policies: policies(), transport: StubTransport { try live.answer($0) })
        for plan in plans {
            let before = (dry.count, live.count)
            try run.load(plan.recover { _ in Plan.value(()) })
            try await webservice.load(plan.recover { _ in Plan.value(()) })
            counts[0].append(dry.count - before.0)
            counts[1].append(live.count - before.1)
        }
        return counts
    }

    private static func load(_ path: String = "page") -> Plan<Void> { page(path).plan.map { _ in () } }

    private static func signIn(_ user: String) -> Plan<Void> {
        Plan.signIn(with: Users.token(of: user), for: Users.api)
    }

    private static let signOut = Plan<Void>.signOut(of: Users.api)

    @Test func `the response to the load that fetches the first token is stored for the token's user`() async throws {
        for policies in Self.lists {
            // The second user has a token already, and the first one again.
            let plans = [Self.load(), Self.load(), Self.signIn("bob"), Self.load(), Self.signIn("ada"), Self.load()]
            let counts = try await Self.requests(policies, plans)
            #expect(counts == [[2, 0, 0, 1, 0, 0], [2, 0, 0, 1, 0, 0]])
        }
        let own = [
            Self.page().cached(), Self.page().applying(.cache()), Self.page().cached(for: .seconds(60)),
            Self.page().applying(.cache()).retrying(RetryRule(upTo: 2)),
        ]
        for resource in own {
            let load = resource.plan.map { _ in () }
            #expect(try await Self.requests([Users.bearer], [load, load]) == [[2, 0], [2, 0]])
        }
    }

    @Test func `a token that is refused and renewed in the middle is the same user's`() async throws {
        for policies in Self.lists {
            let plans = [Self.load(), Self.load(), Self.signOut, Self.load(), Self.load("other"), Self.load("other")]
            // The third load is the next user's: it fetches a token, too.
            let counts = try await Self.requests(policies, plans) { Users(devices: ["ada", "bob"], refusing: [2]) }
            #expect(counts == [[4, 0, 0, 2, 1, 0], [4, 0, 0, 2, 1, 0]])
        }
    }

    @Test func `a response is stored for the user it was sent for, even if users sign in and out during the load`()
        async throws
    {
        // Before the first token is sent for, and before the request with it.
        func changing(_ changes: [Plan<Void>]) -> Policy {
            let left = Locked(changes)
            return Policy { request, next in
                Plan.now.flatMap { _ in left.withLock { $0.isEmpty ? Plan.value(()) : $0.removeFirst() } }
                    .flatMap { next(request) }
            }
        }
        for (changes, counts) in [
            // The result of the refresh is ignored, and bob's token is sent.
            ([Self.signIn("bob")], [2, 0, 1]), ([Self.signIn("bob"), Self.signIn("bob")], [2, 0, 1]),
            // Bob's response arrives when he has left.
            ([Self.signIn("bob"), Self.signIn("ada")], [2, 1, 0]), ([Self.signIn("bob"), Self.signOut], [2, 2, 0]),
        ] {
            let plans = [Self.load(), Self.load(), Self.signIn("ada").flatMap { Self.load() }]
            let found = try await Self.requests([.cache(), Users.bearer, changing(changes)], plans)
            #expect(found == [counts, counts])
        }
    }

    @Test func `a failing envelope stores nothing, and a failing refresh neither`() async throws {
        for policies in Self.lists {
            let list = [.inside(Envelope())] + policies
            let plans = [Self.load("broken"), Self.load("broken"), Self.load("whole"), Self.load("whole")]
            #expect(try await Self.requests(list, plans) == [[2, 1, 1, 0], [2, 1, 1, 0]])
            let counts = try await Self.requests(policies, [Self.load(), Self.load(), Self.load()]) {
                Users(devices: ["", "ada"])
            }
            #expect(counts == [[1, 2, 0], [1, 2, 0]])
        }
    }

    @Test func `after a redirect to another origin, each response is stored for whom it was sent`() async throws {
        for policies in Self.lists.dropLast() {
            let plans = [Self.load("moved"), Self.load("moved"), Self.signIn("bob"), Self.load("moved")]
            // The other origin receives no token, so its response is the same for all.
            #expect(try await Self.requests(policies, plans) == [[3, 0, 0, 1], [3, 0, 0, 1]])
        }
        // Redirected inside the cache.
        let counts = try await Self.requests(Self.lists[3], [Self.load("moved"), Self.load("moved")])
        #expect(counts == [[3, 2], [3, 2]])
    }

    @Test func `a response is not stored if a policy beside the token adds credentials without a name`() async throws {
        let own = Policy { request, next in next(request.header("X-Api-Key", "k")) }
        for list in [[.cache(), own, Users.bearer], [.cache(), Users.bearer, own]] {
            #expect(try await Self.requests(list, [Self.load(), Self.load()]) == [[2, 1], [2, 1]])
        }
    }

    @Test func `an inner cache that has stored a response says for whom`() async throws {
        let user = Locked("ada")
        // It doesn't name the user, so only the inner cache sees the credentials.
        let unnamed = Policy { request, next in
            next(request.header("Authorization", "Bearer \(user.withLock { $0 }).1"))
        }
        let policies: [Policy] = [.cache(in: MemoryCache()), unnamed, .cache(in: MemoryCache())]
        var run = DryRun(baseURL: Users.api, policies: policies) { try Users().answer($0) }
        let webservice = Webservice(
            baseURL: Users.api, policies: policies, transport: StubTransport { try Users().answer($0) })
        for name in ["ada", "ada", "ada", "bob", "bob", "ada"] {
            user.withLock { $0 = name }
            #expect(try run.load(Self.page()) == name)
            #expect(try await webservice.load(Self.page()) == name)
        }
        #expect(run.requests.count == 2)
    }

    @Test func `a leader who is canceled leaves the token, and a follower's response is stored`() async throws {
        let server = Users(devices: ["ada", "bob"])
        var run = DryRun(baseURL: Users.api, policies: Self.lists[0]) { request, delay in
            delay = .seconds(10)
            return try server.answer(request)
        }
        let leader = Self.load().deadline(.seconds(5)).recover { _ in Plan.value(()) }
        let follower = Plan.wait(for: .seconds(1)).flatMap { Self.load() }
        _ = try run.load(zip(leader, follower))
        #expect(server.count == 2)
        try run.load(Self.load())
        #expect(server.count == 2)

        let gate = Gate(2)
        let live = Users(devices: ["ada", "bob"])
        let webservice = Webservice(
            baseURL: Users.api, policies: Self.lists[0],
            transport: StubTransport { request in
                if request.method == .post { await gate.pass() }
                return try live.answer(request)
            })
        let first = Task { try await webservice.load(Self.page()) }
        #expect(await eventually { await gate.arrived == 1 })
        let second = Task { try await webservice.load(Self.page()) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await gate.pass()
        #expect(try await second.value == "ada")
        #expect(try await webservice.load(Self.page()) == "ada")
        #expect(live.count == 2)
    }
}
