import ResourcefulLab
import ResourcefulResilience
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The policies of the library: what holds of each of them, whatever fails and in whichever order.
@Suite(.permit, .blocking) struct PolicyWorldsTests {
    private static let site = URL(string: "https://example.org/")!
    private static let kinds: [ExchangeFailure] = [.status(401), .status(503), .timedOut, .refused]

    /// A service with a token, a document and charges, which remembers what it has done.
    final class Service {
        private(set) var (refreshes, charges, requests) = (0, 0, 0)

        func answer(_ request: Request) -> Response {
            requests += 1
            if request.method == .post, request.url.path == "/token" {
                refreshes += 1
                return Response(body: Data(#"{"access_token": "t\#(refreshes)", "token_type": "Bearer"}"#.utf8))
            }
            if request.method == .post { charges += 1 }
            return Response(headerFields: ["Cache-Control": "max-age=60"], body: Data("document".utf8))
        }
    }

    private static func get(_ path: String) -> Resource<String> {
        Resource(url: URL(string: path)!) { String(decoding: $0, as: UTF8.self) }
    }

    /// Two loads at the same time, and one after them.
    private static let three = zip(get("a").recover { _ in "-" }, get("b").recover { _ in "-" })
        .flatMap { pair in get("a").map { [pair.0, pair.1, $0] } }

    @discardableResult
    private static func explore<Value>(
        _ plan: Plan<Value>, _ policies: [Policy], failing kinds: [ExchangeFailure] = kinds, atMost: Int = 2,
        always invariants: [Invariant<Service, Value>]
    ) throws -> FailureExploration {
        try DryRun.explore(
            plan, against: Service.init, in: { DryRun(baseURL: site, policies: policies, $0.answer) },
            failing: kinds, atMost: atMost, limit: Effort.size(reduced: 150, usual: 3_000, full: 30_000),
            always: invariants + [.ends(within: 40)])
    }

    /// The most requests that were under way at the same time.
    private static func mostAtOnce(_ run: DryRun) -> Int {
        var (now, most) = (0, 0)
        for event in run.events {
            switch event.kind {
            case .sent: now += 1
            case .received, .failed: now -= 1
            default: break
            }
            most = max(most, now)
        }
        return most
    }

    private static func waits(_ run: DryRun) -> [Duration] {
        run.events.compactMap { if case .waited(let duration) = $0.kind { duration } else { nil } }
    }

    private static let rule = RetryRule(upTo: 2, waits: .constant(.seconds(1)), budget: nil)

    @Test func `a retry sends what the server may have done only if that is safe`() throws {
        let post = Resource<Int>(url: URL(string: "charge")!, method: .post, body: .json(["total": 1])) { $0.count }
        try Self.explore(
            post.plan, [.retry(Self.rule)], atMost: 3,
            always: [
                .holds("a POST is sent once") { $0.requests.count == 1 },
                .holds("it is charged once at most") { $0.server.charges <= 1 },
            ])
        try Self.explore(
            post.idempotencyKey().plan, [.retry(Self.rule)], atMost: 3,
            always: [
                .holds("with a key, three times at most") { $0.requests.count <= 3 },
                .holds("with the same key") { Set($0.requests.map { $0.headerFields["Idempotency-Key"] }).count == 1 },
            ])
    }

    @Test func `a retry waits before each attempt, and makes no more than it may`() throws {
        try Self.explore(
            Self.get("a").plan, [.retry(Self.rule)], atMost: 4,
            always: [
                .holds("three attempts at most") { $0.requests.count <= 3 },
                .holds("a wait before each") { Self.waits($0.run).count == $0.requests.count - 1 },
                .holds("fewer failures than attempts lead to the value") { world in
                    let failed = world.run.events.count { if case .failed = $0.kind { true } else { false } }
                    guard failed < 3, (try? world.outcome.get()) == nil else { return true }
                    return world.run.events.contains {
                        if case .received(let status, _) = $0.kind { status == 401 || status == 503 } else { false }
                    }
                },
            ])
    }

    @Test func `a token goes to its own origin, and is renewed by one load at a time`() throws {
        let token = Resource<Token>(url: Self.site.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        let elsewhere = Self.get("https://elsewhere.example/c").recover { _ in "-" }
        let plan = zip(Self.three.recover { _ in [] }, elsewhere).map { $0.0 }
        try Self.explore(
            plan, [.bearer(for: Self.site, token: Token("t0")) { _ in token }],
            always: [
                .holds("the token stays at home") { world in
                    world.requests.allSatisfy {
                        ($0.url.host() == "example.org") || $0.headerFields["Authorization"] == nil
                    }
                },
                .holds("no refresh carries the token") { world in
                    world.requests.allSatisfy { $0.url.path != "/token" || $0.headerFields["Authorization"] == nil }
                },
                .holds("there are no two refreshes at once") { world in
                    var isUnderWay = false
                    for event in world.run.events {
                        switch event.kind {
                        case .sent(let request) where request.url.path == "/token":
                            if isUnderWay { return false }
                            isUnderWay = true
                        case .received(_, let request) where request.url.path == "/token": isUnderWay = false
                        case .failed(let request, _) where request.url.path == "/token": isUnderWay = false
                        default: break
                        }
                    }
                    return true
                },
            ])
    }

    @Test func `a cache keeps only what has succeeded`() throws {
        try Self.explore(
            Self.three.recover { _ in [] }, [.cache()],
            always: [
                .holds("what is kept is the document") { world in
                    world.run.cache.entries.allSatisfy { $0.value.responses.allSatisfy { $0.response.status == 200 } }
                },
                .holds("what was loaded is not asked for again") { world in
                    guard let values = try? world.outcome.get(), values.first == "document" else { return true }
                    return world.requests.count == 2
                },
            ])
    }

    @Test func `a limit is kept, and a circuit that is open sends nothing`() throws {
        try Self.explore(
            Self.three.recover { _ in [] }, [.limit(atOnce: 1)],
            always: [
                .holds("one at a time") { Self.mostAtOnce($0.run) <= 1 }
            ])
        try Self.explore(
            Self.three.recover { _ in [] }, [.circuitBreaker(after: 1)],
            always: [
                .holds("when the circuit has opened, the last load isn't sent") { world in
                    let events = world.run.events
                    let sent = events.indices.filter { if case .sent = events[$0].kind { true } else { false } }
                    let opened = events.firstIndex { if case .decided = $0.kind { true } else { false } }
                    guard sent.count == 3, let opened else { return true }
                    return sent[2] < opened
                }
            ])
    }

    @Test func `a failover asks each host once, and a hedge sends two requests at most`() throws {
        let hosts = ["a", "b", "c"].map { URL(string: "https://\($0).example")! }
        try Self.explore(
            Self.get("https://a.example/x").plan, [.failover(among: hosts)], atMost: 3,
            always: [
                .holds("each host is asked once at most") {
                    Set($0.requests.map { $0.url.host() }).count == $0.requests.count
                }
            ])
        try Self.explore(
            Self.get("a").plan, [.hedging(after: .seconds(1))], failing: [.status(503), .timedOut, .reset], atMost: 2,
            always: [
                .holds("two requests at most") { $0.requests.count <= 2 },
                .holds("if one of two succeeds, the load does") { world in
                    guard world.requests.count == 2 else { return true }
                    let isGood = world.run.events.contains {
                        if case .received(200, _) = $0.kind { true } else { false }
                    }
                    return !isGood || (try? world.outcome.get()) == "document"
                },
            ])
    }

    @Test func `all of them together charge once, renew one token at a time, and end`() throws {
        let token = Resource<Token>(url: Self.site.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        let post = Resource<Int>(url: URL(string: "charge")!, method: .post, body: .json(["total": 1])) { $0.count }
        let plan = Self.get("a").recover { _ in "-" }.flatMap { _ in post }.flatMap { _ in Self.get("a") }
        try Self.explore(
            plan,
            [
                .retry(Self.rule), .cache(), .circuitBreaker(after: 3),
                .bearer(for: Self.site, token: Token("t0")) { _ in token }, .hedging(after: .seconds(1)),
                .limit(atOnce: 2),
            ],
            always: [
                .holds("charged once at most") { $0.server.charges <= 1 },
                .holds("what is kept is the document") { world in
                    world.run.cache.entries.allSatisfy { $0.value.responses.allSatisfy { $0.response.status == 200 } }
                },
            ])
    }
}
