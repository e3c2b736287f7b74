import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The order of a load, as a value.
struct LoadOrderTests {
    private static let host = URL(string: "https://api.example.org")!
    private static let base = URL(string: "https://user:s3cret@api.example.org/v1/")!
    private static let origin = Origin(URL(string: "https://api.example.org/")!)!
    private static let signing = Policy.signing(for: origin) { request, _, _ in request }

    private func order(_ policies: Policy...) -> LoadOrder {
        DryRun(baseURL: Self.base, policies: policies) { _ in Response() }.loadOrder
    }

    private func names(_ policies: Policy...) -> [String] {
        DryRun(policies: policies) { _ in Response() }.loadOrder.steps.map(\.name)
    }

    @Test func `it is printed from the outside in, without secrets`() {
        let order = order(
            .retry(RetryRule(upTo: 2, waits: .constant(.seconds(1)), budget: nil)),
            .basic(user: "a", password: "s3cret", for: Self.base), Self.signing)
        #expect(
            order.description == """
                URL        resolved against https://api.example.org/v1/
                resource   its own policies, then those of its plans
                retry      at most 2 more times, after 408, 425, 429, 500, 502–504, cannotConnect, cannotResolveHost, \
                connectionLost, malformedResponse, other, timedOut; waits: 1 s each; Retry-After up to 60 s
                Basic      for https://api.example.org:443
                redirects  at most 20 in a row; the policies below run for each hop
                signing    for https://api.example.org:443
                sharing    concurrent equal GET and HEAD requests are sent once
                """)
        #expect(!order.description.contains("s3cret"))
        #expect(order.warnings.isEmpty)
    }

    @Test func `redirects stand where the list says so, or just outside of what sees each hop`() {
        let own = Policy(named: "own") { request, next in next(request) }
        let hop = Policy(named: "hop", perHop: true) { request, next in next(request) }
        let ends = { (names: [String]) in Array(names.dropFirst(2).dropLast()) }
        #expect(ends(names()) == ["redirects"])
        #expect(ends(names(own, .retry())) == ["own", "retry", "redirects"])
        #expect(ends(names(own, hop, Self.signing)) == ["own", "redirects", "hop", "signing"])
        #expect(ends(names(hop, own)) == ["hop", "own", "redirects"], "what stands further out stays there")
        #expect(ends(names(own, .cache(), .retry(), hop)) == ["own", "redirects", "cache", "retry", "hop"])
        #expect(ends(names(.followingRedirects(limit: 3), own)) == ["redirects", "own"])
        let two = names(hop, .followingRedirects(), own, .followingRedirects(limit: 1))
        #expect(ends(two) == ["hop", "redirects", "own"])
    }

    @Test func `a frequent mistake in the order of policies is a warning`() {
        let cases =
            [
                ([Self.signing, .retry()], "signing is outside retry: a retry repeats the signature"),
                (
                    [Self.signing, .failover(among: [Self.host])],
                    "signing is outside failover: another host gets the first host's"
                ),
                ([Self.signing, .followingRedirects()], "signing is outside redirects: the next hop isn't signed"),
                ([.limit(atOnce: 1), .retry()], "limit is outside retry: a load holds a permit"),
                ([.circuitBreaker(), .retry()], "circuit breaker is outside retry: loads are counted, not attempts"),
                ([.cache(), .followingRedirects()], "cache is outside redirects: redirected responses"),
            ] as [([Policy], String)]
        for (policies, warning) in cases {
            let wrong = DryRun(policies: policies) { _ in Response() }.loadOrder
            #expect(wrong.warnings.contains { $0.hasPrefix(warning) }, "\(wrong.warnings)")
            #expect(wrong.description.contains("warning"))
            let right = DryRun(policies: policies.reversed()) { _ in Response() }.loadOrder
            #expect(right.warnings.isEmpty)
        }
    }

    @Test func `the order of the documentation has no warnings`() {
        let order = order(
            .cache(), .retry(), .failover(among: [Self.host]), .circuitBreaker(),
            .basic(user: "", password: "", for: Self.base), .rateLimit(perSecond: 1), .limit(atOnce: 1), .serverClock(),
            Self.signing)
        #expect(order.warnings.isEmpty)
    }

    /// What each of three policies of one's own sees, in the order in which they see it.
    @Test func `a request passes the policies of its resource, its plans and the Webservice`() throws {
        let seen = Locked<[String]>([])
        let policy = { (name: String) in
            Policy { request, next in
                seen.withLock { $0.append("\(name) \(request.headerFields["X"] ?? "")") }
                return next(request.header("X", name))
            }
        }
        var run = DryRun(baseURL: Self.base, policies: [policy("outer"), policy("inner")]) { _ in Response() }
        let resource = Resource<Data>(url: URL(string: "https://api.example.org/")!).applying(policy("resource"))
        let plan = resource.plan.header("X", "changed").applying(policy("plan")).applying(policy("plan outside"))
        _ = try run.load(plan)
        #expect(
            seen.withLock { $0 } == [
                "resource changed", "plan outside resource", "plan plan outside", "outer plan", "inner outer",
            ])
    }

    @Test func `a policy that wraps others is those others, and wrapping is associative`() {
        let (a, b, c) = (Policy(named: "a") { $1($0) }, Policy(named: "b") { $1($0) }, Policy(named: "c") { $1($0) })
        let texts = [a.wrapping(b).wrapping(c), a.wrapping(b.wrapping(c)), a.wrapping(.none).wrapping(b).wrapping(c)]
        #expect(texts.map(\.description) == ["a\nb\nc", "a\nb\nc", "a\nb\nc"])
        #expect(names(a.wrapping(b), c) == names(a, b, c))
    }
}
