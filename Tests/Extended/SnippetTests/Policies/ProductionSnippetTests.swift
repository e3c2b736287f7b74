import Foundation
import Resourceful
import ResourcefulOAuth
import ResourcefulResilience
import ResourcefulTesting
import Testing

private struct Page: Sendable {
    let profile: String
    let recommendations: [String]?

    static func page(for user: Int, within deadline: Duration) -> Plan<Page> {
        let profile = Resource<String>(json: URL(string: "https://profiles.internal/\(user)")!)
        let recommendations = Resource<[String]>(json: URL(string: "https://recommendations.internal/\(user)")!)

        let items = recommendations.map(Optional.some).deadline(deadline * 3 / 4)
            .recover { _ in Plan.value(nil) }
        return zip(profile, items).map(Page.init).deadline(deadline)
    }
}

// The snippets of "In production" that need no other package.
@Suite(.permit) struct ProductionSnippetTests {
    private let token = Data(#"{"access_token": "a", "token_type": "Bearer", "expires_in": 60}"#.utf8)

    private var policies: [Policy] {
        let profiles = URL(string: "https://profiles.internal")!
        let oauth = OAuth(
            token: URL(string: "https://identity.internal/token")!, clientID: "gateway", clientSecret: "secret")
        return [
            .cache(Caching(staleWhileRevalidating: .seconds(5), staleIfError: .seconds(300))),
            .retry(RetryRule(upTo: 2, waits: .exponential(from: .milliseconds(20)))),
            .bearer(for: profiles, also: [URL(string: "https://recommendations.internal")!], lease: .seconds(2)) { _ in
                oauth.clientCredentials()
            },
            .circuitBreaker(after: 10, cooldown: .seconds(1)), .hedging(after: .milliseconds(100)),
            .limit(atOnce: 256),
        ]
    }

    @Test func `a page keeps its deadline without the service of recommendations`() throws {
        var run = DryRun(policies: policies) { request, delay in
            switch request.url.host() {
            case "identity.internal": return Response(body: token)
            case "recommendations.internal": delay = .seconds(30)
            default: delay = .milliseconds(5)
            }
            return Response(body: Data(#""Ada""#.utf8))
        }
        let page = try run.load(Page.page(for: 7, within: .milliseconds(500)))
        #expect(page.profile == "Ada" && page.recommendations == nil)
        #expect(run.elapsed == .milliseconds(375))
    }

    @Test func `an old profile is better than none`() throws {
        var isDown = false
        let answer = { [token] (request: Request) throws -> Response in
            if request.url.host() == "identity.internal" { return Response(body: token) }
            guard !isDown else { throw TransportError(.cannotConnect, "refused") }
            let body = request.url.host() == "profiles.internal" ? #""Ada""# : "[]"
            return Response(headerFields: ["Cache-Control": "max-age=0"], body: Data(body.utf8))
        }
        var run = DryRun(policies: policies, answer)
        let plan = Page.page(for: 7, within: .milliseconds(500))
        // The load that fetches the first token isn't stored: see "Caching".
        for _ in 0..<2 { _ = try run.load(plan) }
        isDown = true
        #expect(try run.load(plan.map(\.profile)) == "Ada")
    }
}
