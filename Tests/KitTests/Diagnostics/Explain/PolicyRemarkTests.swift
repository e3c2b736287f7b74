import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// What an explanation says about each policy, in each of its states.
struct PolicyRemarkTests {
    static let api = URL(string: "https://api.example.org/")!
    static let episodes = Resource<Data>(url: URL(string: "episodes")!) { $0 }.validating(.any)

    /// One state of a policy: what happened before, and the line of the policy now.
    struct State: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let policies: [Policy]
        var before: [Plan<Void>] = []
        var resource = episodes
        var answer = Response(body: Data("[]".utf8))
        let subject: String
        let text: String
        var sends: [String] = ["GET https://api.example.org/episodes"]
    }

    private static let load = episodes.plan.map { _ in }.recover { _ in }

    private static func wait(_ seconds: Int) -> Plan<Void> { .wait(for: .seconds(seconds)) }

    private static func signIn(_ seconds: Int?) -> Plan<Void> {
        .signIn(with: Token("t", lifetime: seconds.map { .seconds($0) }), for: api)
    }

    private static func response(_ fields: HeaderFields, status: Response.Status = 200) -> Response {
        Response(status: status, headerFields: fields, body: Data("[]".utf8))
    }

    private static let bearer = Policy.bearer(for: api) { _ in
        Resource(url: URL(string: "/token")!, method: .post, parseJSON: Token.oauth)
    }

    private static let refreshed = ["POST https://api.example.org/token", "GET https://api.example.org/episodes"]
    private static let asTagged = "GET https://api.example.org/episodes (If-None-Match: \"7\")"
    private static let post = Resource<Data>(url: URL(string: "episodes")!, method: .post) { $0 }

    static let caches: [State] = [
        State(
            testDescription: "nothing is stored", policies: [.cache()], subject: "cache",
            text: "nothing is stored: fetched"),
        State(
            testDescription: "fresh", policies: [.cache()], before: [load, wait(20)],
            answer: response(["Cache-Control": "max-age=60"]), subject: "cache",
            text: "stored, fresh for 40 s: served", sends: []),
        State(
            testDescription: "stale", policies: [.cache()], before: [load, wait(100)],
            answer: response(["Cache-Control": "max-age=60"]), subject: "cache", text: "stored, stale for 40 s: fetched"
        ),
        State(
            testDescription: "stale, with a tag", policies: [.cache()], before: [load, wait(100)],
            answer: response(["Cache-Control": "max-age=60", "ETag": "\"7\""]), subject: "cache",
            text: "stored, stale for 40 s, ETag \"7\": validated", sends: [asTagged]),
        State(
            testDescription: "stale while revalidating", policies: [.cache()], before: [load, wait(100)],
            answer: response(["Cache-Control": "max-age=60, stale-while-revalidate=50", "ETag": "\"7\""]),
            subject: "cache", text: "stored, stale for 40 s, ETag \"7\": served, and validated in the background",
            sends: ["\(asTagged) in the background"]),
        State(
            testDescription: "stale if the server fails", policies: [.cache()], before: [load, wait(100)],
            answer: response(["Cache-Control": "max-age=60, stale-if-error=50"]), subject: "cache",
            text: "stored, stale for 40 s: fetched, or served if the server fails"),
        State(
            testDescription: "only if cached", policies: [.cache()], resource: episodes.onlyIfCached(),
            subject: "cache",
            text: "nothing is stored, and the network isn't allowed: a 504", sends: []),
        State(
            testDescription: "refreshed", policies: [.cache()], before: [load, wait(20)],
            resource: episodes.refreshed(), answer: response(["Cache-Control": "max-age=60"]), subject: "cache",
            text: "stored, fresh for 40 s, but a new one is wanted: fetched"),
        State(
            testDescription: "uncached", policies: [.cache()], resource: episodes.uncached(), subject: "cache",
            text: "not used: the request is uncached"),
        State(
            testDescription: "for another language", policies: [.cache()],
            before: [episodes.header("Accept-Language", "de").plan.map { _ in }],
            answer: response(["Cache-Control": "max-age=60", "Vary": "Accept-Language"]), subject: "cache",
            text: "stored, but not for this request: fetched"),
        State(
            testDescription: "the request's own, without a policy", policies: [],
            resource: episodes.cached(for: .seconds(5)), subject: "cache", text: "nothing is stored: fetched"),
        State(
            testDescription: "a POST", policies: [.cache()], resource: post, subject: "cache",
            text: "not stored: a response to POST can't be", sends: ["POST https://api.example.org/episodes"]),
        State(
            testDescription: "a known redirect", policies: [.cache()], before: [load],
            answer: response(["Location": "/new", "Cache-Control": "max-age=60"], status: 301), subject: "redirects",
            text: "a stored redirect leads to GET https://api.example.org/new", sends: []),
    ]

    static let credentials: [State] = [
        State(
            testDescription: "no token", policies: [bearer], subject: "Bearer",
            text: "there is no token yet: refreshed first, once for all loads", sends: refreshed),
        State(
            testDescription: "a token", policies: [bearer], before: [signIn(nil)], subject: "Bearer",
            text: "a token without an expiry"),
        State(
            testDescription: "a valid token", policies: [bearer], before: [signIn(100)], subject: "Bearer",
            text: "the token expires in 100 s"),
        State(
            testDescription: "a token that is about to expire", policies: [bearer], before: [signIn(100), wait(88)],
            subject: "Bearer", text: "the token expires in 12 s: refreshed first, once for all loads",
            sends: refreshed),
        State(
            testDescription: "an expired token", policies: [bearer], before: [signIn(100), wait(105)],
            subject: "Bearer",
            text: "the token expired 5 s ago: refreshed first, once for all loads", sends: refreshed),
        State(
            testDescription: "credentials of its own", policies: [bearer],
            resource: episodes.header("Authorization", "x"),
            subject: "Bearer", text: "no token is sent: the request has its own Authorization field"),
        State(
            testDescription: "a request without credentials", policies: [.basic(user: "a", password: "b", for: api)],
            resource: episodes.unauthenticated(), subject: "Basic", text: "not sent: the request is unauthenticated"),
        State(
            testDescription: "another origin",
            policies: [.apiKey("k", in: .query("key"), for: URL(string: "https://b/")!)],
            subject: "API key", text: "not sent: they are for https://b:443"),
        State(
            testDescription: "Digest", policies: [.digest(user: "a", password: "b", for: api)], subject: "Digest",
            text: "the server's first answer is its challenge"),
        State(
            testDescription: "a known challenge", policies: [.digest(user: "a", password: "b", for: api)],
            before: [load],
            answer: response(["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#], status: 401),
            subject: "Digest",
            text: "the stored challenge is answered at once"),
        State(
            testDescription: "cookies", policies: [.cookies()], before: [load],
            answer: response(["Set-Cookie": "session=s3cret"]), subject: "cookies", text: "session"),
        State(
            testDescription: "signing", policies: [.signing(for: api) { request, _, _ in request }], subject: "signing",
            text: "signed, dated by the local clock"),
    ]

    static let others: [State] = [
        State(
            testDescription: "retry", policies: [.retry(upTo: 2)], subject: "retry",
            text: "GET is idempotent: 0–0.25 s, 0–0.5 s; 50 of 50 left in the budget"),
        State(
            testDescription: "a used budget", policies: [.retry(RetryRule(upTo: 2, waits: .constant(.seconds(1))))],
            before: [load], answer: Response(status: 503), subject: "retry",
            text: "GET is idempotent: 1 s, 1 s; 48 of 50 left in the budget"),
        State(
            testDescription: "a budget that is used up",
            policies: [.retry(RetryRule(upTo: 2, budget: RetryBudget(capacity: 2, deposit: 0)))],
            before: [load], answer: Response(status: 503), subject: "retry",
            text: "never, because the budget of 2 is used up"),
        State(
            testDescription: "a key", policies: [.retry(RetryRule(upTo: 1, budget: nil))],
            resource: post.idempotencyKey(), subject: "retry", text: "POST has an idempotency key: 0–0.25 s",
            sends: ["POST https://api.example.org/episodes"]),
        State(
            testDescription: "the request's own rule", policies: [],
            resource: episodes.retrying(RetryRule(upTo: 1, budget: nil)), subject: "retry",
            text: "GET is idempotent: 0–0.25 s"),
        State(
            testDescription: "a circuit that is closed", policies: [.circuitBreaker(after: 3)], before: [load],
            answer: Response(status: 500), subject: "circuit breaker", text: "closed, 1 of 3 failures in a row"),
        State(
            testDescription: "a circuit that is open", policies: [.circuitBreaker(after: 1)], before: [load, wait(10)],
            answer: Response(status: 500), subject: "circuit breaker", text: "open: nothing is sent for 20 s", sends: []
        ),
        State(
            testDescription: "a circuit that is half open", policies: [.circuitBreaker(after: 1)],
            before: [load, wait(40)], answer: Response(status: 500), subject: "circuit breaker",
            text: "half open: this request is the test"),
        State(
            testDescription: "a limit", policies: [.limit(atOnce: 4)], subject: "limit",
            text: "4 at once per origin, 0 under way"),
        State(
            testDescription: "a rate", policies: [.rateLimit(perSecond: 1)], before: [load], subject: "rate limit",
            text: "1.0 per second, waits 1 s"),
        State(
            testDescription: "a host that is remembered",
            policies: [.failover(among: [URL(string: "https://a.example")!, api], on: .status(500))],
            before: [Plan.write(StoreEntry(data: Data([1]), date: Date(timeIntervalSinceReferenceDate: 0)), to: name)],
            subject: "failover",
            text: "https://api.example.org:443, which served last; https://a.example:443 again in 60 s"),
        State(
            testDescription: "hedging", policies: [.hedging(after: .milliseconds(300))], subject: "hedging",
            text: "a second request after 0.3 s; 10 of 10 left in the budget"),
        State(
            testDescription: "a known host", policies: [.strictTransportSecurity(preloaded: ["example.org"])],
            resource: Resource<Data>(url: URL(string: "http://api.example.org/episodes")!) { $0 },
            subject: "transport security", text: "sent as https, which api.example.org requires"),
        State(
            testDescription: "a clock", policies: [.serverClock()], before: [load],
            answer: response(["Date": "Mon, 01 Jan 2001 00:00:09 GMT"]), subject: "server clock",
            text: "the server's clock is 9.5 s ahead, ± 0.5 s"),
        State(
            testDescription: "a policy of the app", policies: [Policy(named: "stamp: of the app") { $1($0) }],
            subject: "stamp", text: "of the app"),
    ]

    private static let name = "~failover https://a.example:443"

    @Test(arguments: caches + credentials + others) func `each policy says what it would do`(_ state: State) throws {
        var run = DryRun(baseURL: Self.api, policies: state.policies) { _ in state.answer }
        for plan in state.before { try run.load(plan) }
        let explanation = try run.explain(state.resource)
        let line = explanation.lines.first { $0.subject == state.subject }
        #expect(line?.text == state.text, "\(explanation)")
        let sends = explanation.lines.filter { $0.subject == "sends" && $0.text != "nothing" }.map(\.text)
        if state.subject != "redirects" { #expect(sends == state.sends, "\(explanation)") }
        #expect(!"\(explanation)".contains("s3cret"))
        // A line fits into a terminal, unless it is an error.
        let lines = explanation.lines.filter { $0.subject != "fails" }
        #expect(lines.allSatisfy { $0.text.count <= 90 }, "\(explanation)")
    }
}
