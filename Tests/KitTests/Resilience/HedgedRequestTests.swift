import ResourcefulResilience
import ResourcefulTesting
import Testing

/// Hedges of requests, beside the policies of a Webservice.
struct HedgedRequestTests {
    private static let site = URL(string: "http://example.org/")!
    private static let list = Resource<Data>(url: site) { $0 }
    private static let rule = RetryRule(upTo: 3, waits: .constant(.seconds(1)), budget: nil)

    private static func run(_ policies: [Policy], _ status: Response.Status, after milliseconds: Int) -> DryRun {
        DryRun(policies: policies) { _, delay in
            delay = .milliseconds(milliseconds)
            return Response(status: status)
        }
    }

    @Test func `a request that fails before the delay isn't sent again, in the list of a Webservice`() {
        var run = Self.run([.retry(Self.rule), .hedging(after: .milliseconds(300))], 503, after: 0)
        #expect(throws: LoadError.self) { try run.load(Self.list) }
        #expect(run.requests.count == 4)
    }

    @Test func `a request that fails before the delay isn't sent again, with a hedge of its own`() {
        for plan in [
            Self.list.hedged(after: .milliseconds(300)).plan, Self.list.plan.hedged(after: .milliseconds(300)),
        ] {
            var run = Self.run([.retry(Self.rule)], 503, after: 0)
            #expect(throws: LoadError.self) { try run.load(plan) }
            #expect(run.requests.count == 4)
        }
    }

    @Test func `a hedge of a resource replaces that of a Webservice`() throws {
        var run = Self.run([.hedging(after: .milliseconds(300))], 200, after: 30_000)
        _ = try run.load(Self.list.hedged(after: .milliseconds(100)))
        #expect(run.requests.count == 2)
    }

    @Test func `the wait for a permit counts as part of the delay`() throws {
        var run = Self.run([.hedging(after: .milliseconds(300)), .limit(atOnce: 1)], 200, after: 200)
        _ = try run.load(all((0..<3).map { Self.list.query("page", $0) }))
        #expect(run.requests.count == 4)
    }

    @Test func `a refresh of a token isn't part of the delay of a request's own hedge`() throws {
        let site = Self.site
        let bearer = Policy.bearer(for: site, token: Token("old")) { _ in
            Resource(url: site.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        }
        var run = DryRun(policies: [.retry(), bearer]) { request, delay in
            delay = .milliseconds(200)
            guard request.url.path == "/token" else {
                return Response(status: request.headerFields["Authorization"] == "Bearer new" ? 200 : 401)
            }
            delay = .seconds(5)
            return Response(body: Data(#"{"access_token": "new", "token_type": "Bearer"}"#.utf8))
        }
        _ = try run.load(Self.list.hedged(after: .milliseconds(300)))
        #expect(run.requests.count == 3)
    }

    @Test func `the function of a dry run that takes long is stopped by the timeout of the request`() {
        var run = Self.run([], 200, after: 30_000)
        #expect(throws: LoadError.self) { try run.load(Self.list.timeout(.seconds(3))) }
        #expect(run.elapsed == .seconds(3))
    }
}
