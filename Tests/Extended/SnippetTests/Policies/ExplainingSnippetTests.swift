import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulResilience
import ResourcefulTesting
import Testing

private let bearer = Policy.bearer(for: api) { old in
    Resource(url: URL(string: "/oauth/token")!, method: .post, parseJSON: Token.oauth)
}

private let episodes = Resource<[String]>(json: URL(string: "episodes.json")!)

private func answer(_ request: Request) -> Response {
    if request.method == .post {
        return Response(body: Data(#"{"access_token": "t", "token_type": "bearer", "expires_in": 100}"#.utf8))
    }
    return Response(
        headerFields: ["Cache-Control": "max-age=60", "ETag": "\"7\""], body: Data("[]".utf8))
}

// The snippets of "Explaining loads".
@Suite(.permit) struct ExplainingSnippetTests {
    @Test func `a load is explained over the real store`() async throws {
        let transport = StubTransport { answer($0) }

        let webservice = Webservice(
            baseURL: api, policies: [.cache(), .retry(), bearer, .limit(atOnce: 4)],
            transport: transport)
        print(try await webservice.explain(episodes))
        // request  GET https://api.example.org/episodes.json
        // user     told apart by Bearer
        // cache    stored, stale for 40 s, ETag "7": validated
        // retry    GET is idempotent: 0–0.25 s, 0–0.5 s, 0–1 s; 43 of 50 left in the budget
        // Bearer   the token expires in 12 s: refreshed first, once for all loads
        // sends    POST https://api.example.org/oauth/token
        // sends    GET https://api.example.org/episodes.json (If-None-Match: "7")

        #expect(transport.requests.isEmpty)
    }

    @Test func `a load is explained in a dry run`() throws {
        var run = DryRun(
            baseURL: api, policies: [.cache(), .retry(), bearer, .limit(atOnce: 4)], answer)
        try run.load(Plan.signIn(with: Token("t", lifetime: .seconds(112)), for: api))
        _ = try run.load(episodes)
        try run.load(Plan.wait(for: .seconds(100)))

        let explanation = try run.explain(episodes)
        #expect(explanation.requests.map(\.method) == [.post, .get])
        #expect(explanation.requests.last?.headerFields["If-None-Match"] == "\"7\"")
        #expect(explanation.warnings.isEmpty)

        #expect(
            "\(explanation)" == """
                request  GET https://api.example.org/episodes.json
                user     told apart by Bearer
                cache    stored, stale for 40 s, ETag "7": validated
                retry    GET is idempotent: 0–0.25 s, 0–0.5 s, 0–1 s; 50 of 50 left in the budget
                Bearer   the token expires in 12 s: refreshed first, once for all loads
                limit    4 at once per origin, 0 under way
                sends    POST https://api.example.org/oauth/token
                sends    GET https://api.example.org/episodes.json (If-None-Match: "7")
                """)
    }

    @Test func `settings without effect are warnings`() throws {
        let run = DryRun(baseURL: api, policies: [.cache(), .circuitBreaker(on: .none)], answer)
        var deletion = Resource<Void>(url: URL(string: "episodes/1")!)
        deletion.method = .delete

        print(try run.explain(deletion.cached(for: .seconds(60))).warnings)

        #expect(
            try run.explain(deletion.cached(for: .seconds(60))).warnings == [
                "the request's own caching has no effect on DELETE",
                "the circuit never opens: no outcome counts as a failure",
            ])
    }
}
