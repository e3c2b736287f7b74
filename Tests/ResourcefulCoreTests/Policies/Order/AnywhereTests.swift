import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every policy does the same wherever it stands, and however the URL of the resource is written.
struct AnywhereTests {
    static let base = URL(string: "https://api.example.org/v1/")!
    private static let origin = Origin(base)!

    /// A policy, and a server to which it makes a difference.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let policy: Policy
        var server: StubServer = [Stub("/v1/list").answers(.text("1"))]
        /// How many loads there are, at once or one after the other.
        var isAtOnce = false

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "Basic", policy: .basic(user: "a", password: "b", for: base)),
        Row(name: "API key in a field", policy: .apiKey("k", in: .field("X-Key"), for: base)),
        Row(name: "API key in the query", policy: .apiKey("k", in: .query("key"), for: base)),
        Row(
            name: "Bearer",
            policy: .bearer(for: base, token: Token("t")) { _ in Resource(url: base) { _ in Token("u") } }),
        Row(
            name: "Digest", policy: .digest(user: "a", password: "b", for: base),
            server: [
                Stub("/v1/list").answers(
                    .status(
                        401,
                        headerFields: [
                            "WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#
                        ]),
                    .text("1"))
            ]),
        Row(
            name: "signing",
            policy: .signing(for: origin) { request, _, nonce in request.header("X-Signature", "\(nonce)") }),
        Row(
            name: "failover", policy: .failover(among: [base.root, URL(string: "https://b.example.org/")!]),
            server: [Stub("/v1/list").answers(.status(503), .text("1"))]),
        Row(
            name: "circuit breaker", policy: .circuitBreaker(after: 1),
            server: [Stub("/v1/list").answers(.status(503))]),
        Row(name: "rate limit", policy: .rateLimit(perSecond: 1)),
        Row(
            name: "limit", policy: .limit(atOnce: 1),
            server: [Stub("/v1/list").answers(.text("1").after(.seconds(1)))], isAtOnce: true),
        Row(name: "retry", policy: .retry(upTo: 1), server: [Stub("/v1/list").answers(.status(503), .text("1"))]),
        Row(name: "cache", policy: .cache(for: .seconds(60))),
        Row(name: "header fields", policy: .headerFields(["X-App": "1"])),
        Row(name: "changing", policy: .changing { $0 = $0.header("X-Path", $0.url.path) }),
        Row(
            name: "following no redirects", policy: .followingRedirects(limit: 0),
            server: [Stub("/v1/list").answers(.status(302, headerFields: ["Location": "/v1/list"]), .text("1"))]),
        Row(
            name: "server clock", policy: .serverClock(),
            server: [
                Stub("/v1/list").answers(.text("1").headerFields(["Date": "Mon, 01 Jan 2001 00:10:00 GMT"]))
            ]),
    ]

    enum Place: CaseIterable, Sendable { case webservice, resource, plan }

    /// Three ways to write one URL.
    private static let resources: [Resource<Response>] = [
        Resource(Request(url: URL(string: "list")!)) { $0 },
        Resource(Request(template: "{name}", ["name": "list"])) { $0 },
        Resource(Request(url: URL(string: "https://api.example.org/v1/list")!)) { $0 },
    ].map { $0.validating(.any).alone() }

    /// What two loads come to, and all that a server or a watch could see of them.
    private static func seen(_ row: Row, _ place: Place?, _ resource: Resource<Response>) throws -> String {
        var run = DryRun(baseURL: base, policies: place == .webservice ? [row.policy] : [], row.server)
        let plan =
            switch place {
            case .resource: resource.applying(row.policy).plan
            case .plan: resource.plan.applying(row.policy)
            case .webservice, nil: resource.plan
            }
        let outcomes: [String]
        if row.isAtOnce {
            outcomes = try run.load(all([plan, plan])).map { "\($0.status)" }
        } else {
            outcomes = (0..<2).map { _ in
                Result { try run.load(plan) }.map { "\($0.status)" }.recovered { "\($0)" }
            }
        }
        let requests = run.requests.map { request in
            "\(request.url.absoluteString) \(request.headerFields.map { "\($0)" }.sorted())"
        }
        return "\(outcomes)\n\(requests.joined(separator: "\n"))\n\(run.elapsed)\n\(run.store.keys.sorted())"
    }

    @Test(arguments: rows) func `a policy does what it does in every place, for every way to write a URL`(
        row: Row
    ) throws {
        let without = try Self.seen(row, nil, Self.resources[2])
        let expected = try Self.seen(row, .webservice, Self.resources[2])
        #expect(expected != without, "the policy makes no difference")
        for place in Place.allCases {
            for resource in Self.resources {
                #expect(try Self.seen(row, place, resource) == expected, "\(place) \(resource)")
            }
        }
    }

    @Test func `a policy of your own sees an absolute URL, also behind one that has made it relative`() throws {
        let seen = Locked<[String]>([])
        let looking = Policy { request, next in
            seen.withLock { $0.append(request.url.absoluteString) }
            return next(request)
        }
        let moving = Policy.changing { $0.url = URL(string: "other")! }
        var run = DryRun(baseURL: Self.base, policies: [looking]) { _ in Response() }
        _ = try run.load(Self.resources[0].applying(looking))
        _ = try run.load(Self.resources[0].applying(moving))
        var moved = DryRun(baseURL: Self.base, policies: [moving, looking]) { _ in Response() }
        _ = try moved.load(Self.resources[0])
        #expect(
            seen.withLock { $0 } == [
                "https://api.example.org/v1/list", "https://api.example.org/v1/list",
                "https://api.example.org/v1/other", "https://api.example.org/v1/other",
            ])
    }

    @Test func `what a policy sends by itself is resolved and redirected, and passes through no policy`() throws {
        let nosy = Policy { request, next in
            Plan.send(Request(url: URL(string: "moved")!)).flatMap { response in
                next(request.header("X-Found", "\(response.history.count) \(response.status.code)"))
            }
        }
        let server: StubServer = [
            Stub("/v1/moved").answers(.status(301, headerFields: ["Location": "/v1/here"])), Stub("/v1/here"),
            Stub("/v1/list", fields: ["X-Found": "1 200"]),
        ]
        var run = DryRun(baseURL: Self.base, policies: [nosy, .headerFields(["X-App": "1"])], server)
        #expect(try run.load(Self.resources[0]).status == 200)
        #expect(run.requests.map { $0.headerFields["X-App"] } == [nil, nil, "1"])
    }
}

extension Result where Failure == any Error {
    fileprivate func recovered(_ recover: (any Error) -> Success) -> Success {
        switch self {
        case .success(let value): value
        case .failure(let error): recover(error)
        }
    }
}

extension URL {
    fileprivate var root: URL { URL(string: "/", relativeTo: self)!.absoluteURL }
}
