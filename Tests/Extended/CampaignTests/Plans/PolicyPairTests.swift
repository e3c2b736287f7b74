import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulLab
import ResourcefulResilience
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Any two policies of the library beside each other, in any order of loads and answers, with cancellations: nobody
/// waits for ever, no token is renewed twice, nobody gets another user's response, and no read is older than a write
/// that was answered.
@Suite(.permit, .blocking) struct PolicyPairTests {
    static let site = URL(string: "https://example.org/")!
    private static let origin = Origin(site)!
    private static let limit = Effort.size(reduced: 12, usual: 40, full: 400)

    /// The policies, by their names.
    static let policies: [(name: String, policy: Policy)] = [
        ("retry", .retry(RetryRule(upTo: 2, waits: .constant(.seconds(1)), budget: .standard))),
        ("cache", .cache()),
        ("cache for a minute", .cache(for: .seconds(60))),
        ("bearer", bearer),
        ("limit 1", .limit(atOnce: 1)),
        ("limit 2", .limit(atOnce: 2)),
        ("rate", .rateLimit(perSecond: 1)),
        ("circuit", .circuitBreaker(after: 3)),
        ("failover", .failover(among: [site])),
        ("redirects", .followingRedirects()),
        ("signing", .signing(for: origin) { request, _, nonce in request.header("X-Signature", "\(nonce)") }),
        ("clock", .serverClock()), ("tracing", .tracing()),
        ("basic elsewhere", .basic(user: "a", password: "b", for: URL(string: "https://b.example")!)),
    ]

    static let pairs: [(Int, Int)] = policies.indices.flatMap { left in policies.indices.map { (left, $0) } }
        .filter { !Effort.isReduced || ($0.0 + 2 * $0.1) % 3 == 0 }

    private static let bearer = Policy.bearer(for: site, token: Token("t0")) { _ in
        Resource(url: URL(string: "token")!, method: .post, parseJSON: Token.oauth)
    }

    private static func stack(_ pair: (Int, Int)) -> [Policy] { [policies[pair.0].policy, policies[pair.1].policy] }

    private static func get(_ path: String) -> Resource<String> {
        Resource(url: URL(string: path)!) { String(decoding: $0, as: UTF8.self) }
    }

    /// A service that knows one token at a time and one document, and counts.
    final class Service {
        private(set) var (refreshes, version, needsToken) = (0, 0, false)

        init(needsToken: Bool) { self.needsToken = needsToken }

        func answer(_ request: Request) -> Response {
            if request.url.path == "/token" {
                refreshes += 1
                return Response(body: Data(#"{"access_token": "t\#(refreshes)", "token_type": "Bearer"}"#.utf8))
            }
            if needsToken, request.headerFields["Authorization"] != "Bearer t\(refreshes)" || refreshes == 0 {
                return Response(status: 401)
            }
            if request.method == .put { version += 1 }
            let user = request.headerFields["X-User"] ?? "nobody"
            return Response(
                headerFields: ["Cache-Control": "private, max-age=30", "Vary": "Accept"],
                body: Data("\(version) \(user)".utf8))
        }
    }

    /// Tries every order of a plan, as far as there is time, with a new service for each.
    private static func explore<Value>(
        _ plan: Plan<Value>, _ policies: [Policy], needsToken: Bool = false,
        check: (Result<Value, any Error>, Service) -> Bool
    ) throws {
        var service = Service(needsToken: needsToken)
        try DryRun.explore(
            plan, limit: limit,
            in: {
                service = Service(needsToken: needsToken)
                return DryRun(baseURL: site, policies: policies) { [service] in service.answer($0) }
            }
        ) { outcome, _ in check(outcome, service) }
    }

    @Test(arguments: pairs) func `a token is refreshed once, however many loads wait`(pair: (Int, Int)) throws {
        let policies = Self.stack(pair)
        guard pair.0 == 3 || pair.1 == 3 else { return }
        let own = Self.get("b").applying(.limit(atOnce: 1))
        try Self.explore(zip(Self.get("a"), own).map { $0 + $1 }, policies, needsToken: true) { outcome, service in
            (try? outcome.get()) == "0 nobody0 nobody" && service.refreshes == 1
        }
    }

    @Test(arguments: pairs) func `a canceled load leaves no other load waiting`(pair: (Int, Int)) throws {
        struct Refused: Error {}
        let failing = Plan.now.flatMap { _ in Plan<String>.failure(Refused()) }
        let canceled = zip(Self.get("a"), failing).map { _ in "" }.recover { _ in Self.get("a") }
        try Self.explore(zip(canceled, Self.get("a")).map { $0 + $1 }, Self.stack(pair)) { outcome, _ in
            (try? outcome.get()) == "0 nobody0 nobody"
        }
    }

    @Test(arguments: pairs) func `no read is older than a write that was answered`(pair: (Int, Int)) throws {
        let put = Resource<String>(url: URL(string: "a")!, method: .put) { String(decoding: $0, as: UTF8.self) }
        let writing = put.flatMap { _ in Self.get("a") }
        try Self.explore(zip(Self.get("a"), writing).map { $1 }, Self.stack(pair)) { outcome, _ in
            (try? outcome.get()) == "1 nobody"
        }
    }

    /// A policy of the app adds whose session it is; the user changes in between.
    @Test(arguments: pairs) func `no user receives another user's response`(pair: (Int, Int)) throws {
        let session = Policy(
            named: "session",
            identifying: { _ in Plan.read("user").map { $0.map { String(decoding: $0.data, as: UTF8.self) } } },
            { request, next in
                Plan.read("user").flatMap { entry in
                    next(request.header("X-User", entry.map { String(decoding: $0.data, as: UTF8.self) } ?? "a"))
                }
            })
        let signIn = { @Sendable (user: String) in
            Plan.write(StoreEntry(data: Data(user.utf8), date: .distantPast), to: "user")
        }
        let changing = signIn("b").flatMap { Self.get("a") }
        let changingBack = zip(Self.get("a"), changing).flatMap { _, second in
            signIn("a").flatMap { Self.get("a") }.map { "\(second), \($0)" }
        }
        try Self.explore(changingBack, Self.stack(pair) + [session]) { outcome, _ in
            (try? outcome.get()) == "0 b, 0 a"
        }
    }
}

/// What the explorer is for: each kind of mistake, planted.
@Suite(.permit, .blocking) struct PlantedPairTests {
    private static let site = URL(string: "https://example.org/")!
    private static func get(_ path: String) -> Resource<String> {
        Resource(url: site.appending(path: path)) { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a policy that shares what depends on the user is found`() throws {
        let careless = Policy { request, next in
            Plan.read("user").flatMap { entry in
                let user = entry.map { String(decoding: $0.data, as: UTF8.self) } ?? "a"
                return next(request.header("X-User", user)).shared(as: "get \(request.url)")
            }
        }
        let changing = Plan.write(StoreEntry(data: Data("b".utf8), date: .distantPast), to: "user")
            .flatMap { Self.get("a") }
        #expect(throws: ExplorationFailure.self) {
            try DryRun.explore(
                zip(Self.get("a"), changing).map { $1 },
                in: {
                    DryRun(policies: [careless]) { Response(body: Data(($0.headerFields["X-User"] ?? "").utf8)) }
                }
            ) { outcome, _ in (try? outcome.get()) == "b" }
        }
    }

    @Test func `a policy that joins reads across a write is found`() throws {
        let careless = Policy { request, next in
            request.method == .get ? next(request).shared(as: "get \(request.url)") : next(request)
        }
        var version = 0
        let put = Resource<String>(url: Self.site.appending(path: "a"), method: .put) { _ in "" }
        #expect(throws: ExplorationFailure.self) {
            try DryRun.explore(
                zip(Self.get("a"), put.flatMap { _ in Self.get("a") }).map { $1 },
                in: {
                    version = 0
                    return DryRun(policies: [careless]) { request in
                        if request.method == .put { version += 1 }
                        return Response(body: Data("\(version)".utf8))
                    }
                }
            ) { outcome, _ in (try? outcome.get()) == "1" }
        }
    }
}
