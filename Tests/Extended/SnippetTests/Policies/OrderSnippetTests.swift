import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// The snippet of "What a load does", and its output.
@Suite(.permit) struct OrderSnippetTests {
    @Test func `a cache inside a retry hides the failure that the retry is for`() throws {
        let retry = Policy.retry(RetryRule(upTo: 1, waits: .constant(.seconds(1))))
        func second(_ policies: [Policy]) throws -> String {
            var number = 0
            var run = DryRun(policies: policies) { _ in
                number += 1
                return Response(
                    status: number == 2 ? 503 : 200, headerFields: ["Cache-Control": "max-age=1, stale-if-error=600"],
                    body: Data((number == 1 ? "old" : "new").utf8))
            }
            let page = Resource<String>(text: Request(url: try #require(URL(string: "https://api.example.org/"))))
            _ = try run.load(page)
            return try run.load(Plan<Void>.wait(for: .seconds(5)).flatMap { page })
        }
        #expect(try second([.cache(), retry]) == "new")
        #expect(try second([retry, .cache()]) == "old")
    }

    @Test func `a dry run prints a cache, a retry and a token in order`() throws {
        let api = try #require(URL(string: "https://api.example.org/"))
        let episodes = Resource<[Int]>(json: api.appending(path: "episodes.json"))
        let bearer = Policy.bearer(for: api, token: Token("old")) { _ in
            Resource<Token>(url: api.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        }
        var overloads = 1
        func answer(_ request: Request) -> Response {
            if request.method == .post { return Response(body: Data(#"{"access_token": "new"}"#.utf8)) }
            if overloads > 0 {
                overloads -= 1
                return Response(status: 503, headerFields: ["Retry-After": "2"])
            }
            let isGood = request.headerFields.authorization == "Bearer new"
            guard isGood else { return Response(status: 401) }
            return Response(headerFields: ["Cache-Control": "max-age=60"], body: Data("[1, 2]".utf8))
        }

        var run = DryRun(policies: [.cache(), .retry(upTo: 3), bearer], answer)
        _ = try run.load(episodes)
        _ = try run.load(episodes)
        for event in run.events { print(event) }

        #expect(run.requests.count == 4)
        let article = try document("Docs/Resourceful.docc/Policies.md")
        let printed = run.events.map { "\($0)\n" }.joined()
        #expect(article.contains("```\n\(printed)```"), "\(printed)")
    }
}
