import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// The property of explanations, over random stacks of policies and random histories: nothing changes, and the first
/// request is the one that a load then sends, with its signature, its nonce and its time.
struct RehearsedRequestTests {
    static let site = URL(string: "https://example.org/")!
    static let other = URL(string: "https://other.example/")!
    private static let seeds = 0..<UInt64(Effort.rounds(2_000, full: 10_000))

    /// The library's policies, and some of an app.
    static func policies() -> [Policy] {
        let origin = Origin(site)!
        return [
            .retry(RetryRule(upTo: 2, waits: .constant(.seconds(1)))),
            .retry(RetryRule(upTo: 3, deadline: .seconds(5), budget: RetryBudget(capacity: 2, deposit: 0.5))),
            .cache(), .cache(for: .seconds(30)), .cache(Caching(.validate)),
            .cache(Caching(staleWhileRevalidating: .seconds(60), staleIfError: .seconds(60))),
            bearer,
            .bearer(for: site, token: Token("t0", refreshToken: "r", lifetime: .seconds(40)), refreshing: refresh),
            .bearer("static", for: site), .basic(user: "a", password: "b", for: site),
            .apiKey("k-1", in: .query("api_key"), for: site), .apiKey("k-2", in: .field("X-Key"), for: site),
            .digest(user: "u", password: "p", for: site), .limit(atOnce: 1), .limit(atOnce: 3),
            .rateLimit(perSecond: 1), .rateLimit(perSecond: 0.1, burst: 2), .circuitBreaker(after: 2),
            .circuitBreaker(after: 1, cooldown: .seconds(1000)), .failover(among: [site, other]),
            .failover(among: [other, site], returning: .seconds(20)), .followingRedirects(),
            .signing(for: origin) { request, date, nonce in
                request.header("X-Signed", "\(date.timeIntervalSince1970) \(nonce)")
            },
            .serverClock(), .cookies(), .strictTransportSecurity(), .hedging(after: .seconds(1)),
            .inside(Envelope()), .changing { $0.headerFields["X-App"] = "1" },
            Policy(named: "stamped", perHop: true) { request, next in
                Plan.now.flatMap { next(request.header("X-Time", "\($0.timeIntervalSince1970)")) }
            },
            Policy { request, next in
                Plan.update("visits") { StoreEntry(data: ($0?.data ?? Data()) + [1], date: .distantPast) }
                    .flatMap { next(request.header("X-Visits", "\($0?.data.count ?? 0)")) }
            },
            Policy { request, next in Plan.wait(for: .milliseconds(300)).flatMap { next(request) } },
        ]
    }

    private static let refresh: @Sendable (Token?) throws -> Resource<Token> = { _ in
        Resource(url: URL(string: "token")!, method: .post, parseJSON: Token.oauth)
    }

    private static let bearer = Policy.bearer(for: site, refreshing: refresh)

    private static func resource(_ numbers: inout SplitMix64) -> Resource<Data> {
        let path = ["a", "b?x=1", "http://example.org/a", "https://other.example/a", "/outside"][
            Int(numbers.next() % 5)]
        let method: Request.Method = [.get, .get, .get, .head, .post, .put][Int(numbers.next() % 6)]
        let resource = Resource<Data>(url: URL(string: path)!, method: method) { $0 }.validating(.any)
        switch numbers.next() % 12 {
        case 0: return resource.cached(for: .seconds(10))
        case 1: return resource.onlyIfCached()
        case 2: return resource.refreshed()
        case 3: return resource.idempotencyKey()
        case 4: return resource.retrying(.never)
        case 5: return resource.applying(bearer)
        case 6: return resource.unauthenticated()
        case 7: return resource.hedged(after: .seconds(2))
        case 8: return resource.header("Authorization", "own")
        case 9: return resource.uncached()
        default: return resource
        }
    }

    private static func answer(_ request: Request, _ numbers: inout SplitMix64) throws -> Response {
        if request.url.path.hasSuffix("/token") {
            guard numbers.next() % 4 > 0 else { return Response(status: 503) }
            let lifetime = numbers.next() % 80
            return Response(
                body: Data(
                    #"{"access_token": "t\#(lifetime)", "token_type": "bearer", "expires_in": \#(lifetime)}"#.utf8))
        }
        switch numbers.next() % 12 {
        case 0: return Response(status: 503, headerFields: ["Retry-After": "7"])
        case 1:
            return Response(
                status: 401, headerFields: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#])
        case 2: return Response(status: 301, headerFields: ["Location": "/b", "Cache-Control": "max-age=500"])
        case 3: throw TransportError(.cannotConnect, "down")
        case 4: return Response(headerFields: ["Set-Cookie": "session=1; Max-Age=50", "Cache-Control": "max-age=20"])
        case 5: return Response(headerFields: ["Strict-Transport-Security": "max-age=100", "ETag": "\"1\""])
        case 6:
            return Response(headerFields: ["Cache-Control": "max-age=1, stale-while-revalidate=100", "ETag": "\"2\""])
        case 7 where request.headerFields.contains("If-None-Match"): return Response(status: 304)
        default:
            return Response(
                headerFields: ["Cache-Control": "max-age=15", "ETag": "W/\"3\"", "Vary": "X-App"], body: Data("[]".utf8)
            )
        }
    }

    /// Whether the plan that explains another one only reads, tells the time and draws numbers.
    private static func onlyReads(_ plan: Plan<Data>, in run: DryRun) throws -> Bool {
        var copy = run
        _ = try copy.load(plan.rehearsed(by: copy.loadOrder))
        return copy.events.dropFirst(run.events.count).allSatisfy { event in
            switch event.kind {
            case .read, .lookedUp, .askedTime, .drewNumber: true
            default: false
            }
        }
    }

    @Test func `nothing changes, and the first request is that of a load`() throws {
        for seed in Self.seeds {
            var numbers = SplitMix64(seed: seed)
            var answers = SplitMix64(seed: ~seed)
            let all = Self.policies()
            let isPair = numbers.next() % 3 == 0
            let chosen = (0..<Int(numbers.next() % 7)).map { _ in all[Int(numbers.next() % UInt64(all.count))] }
            // What one of the two remembers about a host may change the other one, depending on their turns.
            let stack = chosen.filter { policy in
                !isPair || !["circuit", "failover"].contains { "\(policy)".hasPrefix($0) }
            }
            var run = DryRun(baseURL: Self.site, policies: stack) { try Self.answer($0, &answers) }
            for _ in 0..<numbers.next() % 4 {
                _ = try? run.load(Self.resource(&numbers))
                try run.load(Plan.wait(for: .seconds(Int(numbers.next() % 40))))
            }
            if numbers.next() % 4 == 0, let name = run.store.keys.sorted().first {
                run.store[name] = StoreEntry(data: Data([1, 2, 3]), date: .distantFuture)
            }
            let resource = Self.resource(&numbers)
            let plan = isPair ? zip(resource, Self.resource(&numbers)).map { $1 } : resource.plan
            let before = run
            let rehearsal = try run.rehearse(plan)
            #expect(run.store == before.store)
            #expect(run.cache == before.cache)
            #expect(run.elapsed == before.elapsed)
            #expect(run.requests.count == before.requests.count && run.events.count == before.events.count)
            #expect(try run.rehearse(plan).requests == rehearsal.requests)
            #expect(try Self.onlyReads(plan, in: run))

            _ = try? run.load(plan)
            let sent = run.requests.dropFirst(before.requests.count)
            if isPair, rehearsal.explanation.lines.contains(where: { $0.subject == "fails" }) { return }
            if isPair {
                // Which of the two is sent first depends on the order of turns, and so do the numbers that are drawn.
                let known = Set(rehearsal.requests.map { "\($0)" })
                #expect(sent.first.map { known.contains("\($0)") } ?? known.isEmpty, "\(rehearsal.explanation)")
            } else {
                #expect(rehearsal.requests.first == sent.first, "\(run.loadOrder)\n\n\(rehearsal.explanation)")
            }
            #expect(rehearsal.explanation.requests.count == rehearsal.requests.count)
        }
    }
}
