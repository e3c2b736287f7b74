import ResourcefulLab
import ResourcefulResilience
import ResourcefulStreams
import TestSupport
import Testing

/// A second request when the first one takes long.
struct HedgingTests {
    private static let url = URL(string: "https://example.org/")!
    private static let get = Request(url: url)

    /// What each request is answered with, and after which time.
    private typealias Script = [(milliseconds: Int, answer: Result<Response.Status, TransportError>)]

    private static func run(_ script: Script, _ policy: Policy = .hedging(after: .milliseconds(300))) -> DryRun {
        var count = 0
        return DryRun(policies: [policy]) { request, delay in
            let (milliseconds, answer) = script[min(count, script.count - 1)]
            count += 1
            delay = .milliseconds(milliseconds)
            return Response(status: try answer.get(), headerFields: ["X-Number": "\(count)"])
        }
    }

    private func decisions(_ run: DryRun) -> [String] {
        run.events.compactMap { if case .decided(let decision) = $0.kind { "\(decision)" } else { nil } }
    }

    /// The outcome of a load: the number of the request whose response it is and its status, or the kind of error.
    private static func outcome(_ run: inout DryRun, _ request: Request = get) -> String {
        do {
            let response = try run.load(Plan.send(request))
            return "\(response.headerFields["X-Number"] ?? "?"): \(response.status.code)"
        } catch {
            return ((error as? LoadError)?.underlyingError as? TransportError).map { "\($0.kind)" } ?? "\(error)"
        }
    }

    private static let lost = TransportError(.connectionLost, "lost")

    @Test func `the first good response is the outcome`() {
        let cases: [([(Int, Int)], String, Int, Int)] = [
            // The first one is in time, whatever it is: nothing else is sent.
            ([(0, 200)], "1: 200", 1, 0), ([(299, 200)], "1: 200", 1, 299), ([(10, 503)], "1: 503", 1, 10),
            ([(10, 0)], "connectionLost", 1, 10), ([(10, 404)], "1: 404", 1, 10),
            // It is late, and the first response wins.
            ([(900, 200), (100, 200)], "2: 200", 2, 400), ([(350, 200), (100, 200)], "1: 200", 2, 350),
            ([(900, 200), (100, 404)], "2: 404", 2, 400),
            // What could pass by itself doesn't win while the other one is under way.
            ([(900, 200), (100, 503)], "1: 200", 2, 900), ([(350, 503), (100, 200)], "2: 200", 2, 400),
            ([(900, 200), (100, 0)], "1: 200", 2, 900), ([(350, 0), (100, 200)], "2: 200", 2, 400),
            // Neither is a success: the later one counts.
            ([(900, 503), (100, 500)], "1: 503", 2, 900), ([(350, 503), (100, 500)], "2: 500", 2, 400),
            ([(350, 503), (100, 0)], "connectionLost", 2, 400),
        ]
        for (script, outcome, sent, elapsed) in cases {
            var run = Self.run(
                script.map { ($0, $1 == 0 ? .failure(Self.lost) : .success(Response.Status($1) ?? 500)) })
            #expect(Self.outcome(&run) == outcome, "\(script)")
            #expect(run.requests.count == sent, "\(script)")
            #expect(run.elapsed == .milliseconds(elapsed), "\(script)")
        }
    }

    @Test func `requests that aren't safe to send twice are sent once`() {
        let slow: Script = [(900, .success(200))]
        for (method, count) in [(.get, 2), (.put, 2), (.delete, 2), (.post, 1), (.patch, 1)] as [(Request.Method, Int)]
        {
            var run = Self.run(slow)
            _ = Self.outcome(&run, Request(url: Self.url, method: method))
            #expect(run.requests.count == count, "\(method)")
        }
        var keyed = Self.run(slow)
        _ = Self.outcome(&keyed, Request(url: Self.url, method: .post, headerFields: ["Idempotency-Key": "1"]))
        #expect(keyed.requests.count == 2)
    }

    @Test func `a body that is read as a stream is asked for once`() throws {
        var run = Self.run([(900, .success(200))])
        _ = try run.elements(of: StreamResource<Int>(Self.get, from: 0) { _, piece in [piece.count] })
        #expect(run.requests.count == 1)
    }

    @Test func `a POST with a drawn key has the same key twice`() {
        var run = Self.run([(900, .success(200))])
        let post = Request(url: Self.url, method: .post).idempotencyKey()
        _ = Self.outcome(&run, post)
        #expect(run.requests.count == 2)
        #expect(Set(run.requests.map { $0.headerFields["Idempotency-Key"] }).count == 1)
    }

    @Test func `the second request doesn't join the first one`() throws {
        var run = Self.run([(900, .success(200)), (100, .success(200))])
        // Two loads of the same: their first requests are one, their second ones are sent apart.
        let responses = try run.load(zip(Plan.send(Self.get), Plan.send(Self.get)))
        #expect(run.requests.count == 3)
        #expect(run.elapsed == .milliseconds(400))
        #expect(responses.0.headerFields["X-Number"] == "2")
        #expect(responses.1.headerFields["X-Number"] == "3")
    }

    @Test func `the budget allows so many, and more with each success`() {
        let policy = Policy.hedging(after: .milliseconds(300), budget: RetryBudget(capacity: 2, deposit: 0.5))
        var run = Self.run([(900, .success(200))], policy)
        var sent: [Int] = []
        for _ in 0..<8 {
            let before = run.requests.count
            _ = Self.outcome(&run)
            sent.append(run.requests.count - before)
        }
        // Two at first; each success of the two puts a half back.
        #expect(sent == [2, 2, 2, 1, 2, 1, 2, 1])
        #expect(decisions(run).prefix(4).last == "hedge: no response after 0.3 s, the budget is used up")
        #expect(run.store["~hedging-budget https://example.org:443"] != nil)
        #expect(run.store["~retry-budget https://example.org:443"] == nil)
    }

    @Test func `without a budget, a request that fails late has its own failure`() {
        let policy = Policy.hedging(after: .milliseconds(300), budget: RetryBudget(capacity: 0, deposit: 0))
        var run = Self.run([(900, .success(503))], policy)
        #expect(Self.outcome(&run) == "1: 503")
        #expect(run.requests.count == 1)
        // And in every order of the answer and the delay.
        #expect(throws: Never.self) {
            try DryRun.explore(Plan.send(Self.get), in: { Self.run([(900, .failure(Self.lost))], policy) }) {
                outcome, _ in
                guard case .failure(let error as LoadError) = outcome else { return false }
                return (error.underlyingError as? TransportError)?.kind == .connectionLost
            }
        }
    }

    @Test func `a resource and a plan have a hedge of their own`() throws {
        let resource = Resource(Self.get) { $0.headerFields["X-Number"] }
        for plan in [resource.hedged(after: .milliseconds(300)).plan, resource.plan.hedged(after: .milliseconds(300))] {
            var run = Self.run([(900, .success(200)), (100, .success(200))], .none)
            #expect(try run.load(plan) == "2")
        }
    }

    @Test func `under a retry, a bearer and a cache, there is one load, one refresh and one stored response`() throws {
        let token = Resource<Token>(
            url: URL(string: "https://example.org/token")!, method: .post, parseJSON: Token.oauth)
        let policies: [Policy] = [
            .retry(), .cache(), .bearer(for: Self.url, token: Token("old")) { _ in token },
            .hedging(after: .milliseconds(300)),
        ]
        try DryRun.explore(
            zip(Plan.send(Self.get), Plan.send(Self.get)),
            limit: Effort.size(reduced: 40, usual: 100, full: 1_000),
            in: {
                DryRun(policies: policies) { request in
                    if request.url.path == "/token" {
                        return Response(body: Data(#"{"access_token": "new", "token_type": "Bearer"}"#.utf8))
                    }
                    let isNew = request.headerFields["Authorization"] == "Bearer new"
                    return Response(status: isNew ? 200 : 401, headerFields: ["Cache-Control": "max-age=60"])
                }
            }
        ) { outcome, run in
            let responses = try outcome.get()
            return responses.0.status == 200 && responses.1.status == 200
                && run.requests.count { $0.url.path == "/token" } == 1
        }
    }

    /// One in fifty answers takes ten times as long, as that of a server that collects its garbage.
    @Test func `the slowest loads get faster, and requests grow by less than 5 percent`() {
        func latencies(_ policies: [Policy]) -> (sorted: [Duration], requests: Int) {
            var numbers = SplitMix64(seed: 7)
            var run = DryRun(policies: policies) { _, delay in
                let isSlow = Int.random(in: 0..<50, using: &numbers) == 0
                delay = .milliseconds(Int.random(in: 50...150, using: &numbers) * (isSlow ? 10 : 1))
                return Response()
            }
            let times = (0..<2_000).map { _ in
                let before = run.elapsed
                _ = try? run.load(Plan.send(Self.get))
                return run.elapsed - before
            }
            return (times.sorted(), run.requests.count)
        }
        let (plain, hedged) = (latencies([]), latencies([.hedging(after: .milliseconds(160))]))
        #expect(plain.requests == 2_000)
        #expect(hedged.requests < 2_100)
        #expect(plain.sorted[1_980] > .milliseconds(900))
        #expect(hedged.sorted[1_980] < .milliseconds(320))
        #expect(hedged.sorted[1_000] <= plain.sorted[1_000] + .milliseconds(5), "the usual ones take as long as before")
    }

    @Test func `the order of policies has warnings about a hedge at the wrong place`() {
        let hedge = Policy.hedging(after: .seconds(1))
        #expect(DryRun(policies: [hedge, .retry()]) { _ in Response() }.loadOrder.warnings.count == 1)
        #expect(DryRun(policies: [.limit(atOnce: 1), hedge]) { _ in Response() }.loadOrder.warnings.count == 1)
        #expect(DryRun(policies: [.retry(), hedge, .limit(atOnce: 1)]) { _ in Response() }.loadOrder.warnings.isEmpty)
        #expect("\(hedge)" == "hedging: a second request after 1 s")
    }
}
