import Foundation
import Resourceful
import ResourcefulPages
import ResourcefulTesting
import Testing

// The snippets of "Loading pages", word for word, compiled and run; SnippetTests checks that none is missing.
private struct Repository: Codable, Equatable, Sendable {
    var name: String
}

extension Repository {
    static func all(of owner: String) -> Paged<Repository> {
        Paged(Resource(json: "orgs/{owner}/repos?per_page=100", ["owner": owner]), next: .link)
    }
}

private struct Post: Codable, Equatable, Sendable {
    var id: String
}

private struct SearchPage: Codable, Sendable {
    var results: [Post]
    var nextCursor: String?
    var total = 0
}

private struct Charges: Codable, Sendable {
    var data: [Post]
    var hasMore: Bool
}

private struct Search: Codable, Sendable {
    var words: String
    var after: String?
}

@Suite(.permit) struct LoadingPagesTests {
    nonisolated private static func page(_ request: Request, _ name: String = "page") -> Int {
        Query(of: request.url).values(of: name).first.flatMap { Int($0) } ?? 1
    }

    private static let base = URL(string: "https://api.example.org/")!

    /// Three pages of a hundred repositories each.
    nonisolated private static func repositories(_ request: Request) throws -> Response {
        let page = page(request)
        var response = Response()
        response.body = try JSONEncoder().encode((0..<100).map { Repository(name: "\(page)-\($0)") })
        if page < 3 { response.headerFields["Link"] = "<?per_page=100&page=\(page + 1)>; rel=next" }
        return response
    }

    @Test func `all repositories are loaded in a loop, or by a plan`() async throws {
        let webservice = Webservice(baseURL: Self.base, transport: StubTransport { try Self.repositories($0) })
        var run = DryRun(baseURL: Self.base, Self.repositories)
        let repositories = webservice.items(of: Repository.all(of: "apple"), prefetching: true)
        for try await repository in repositories {
            print(repository.name)
        }

        let all = try await webservice.load(Repository.all(of: "apple"))
        let some = try run.load(Repository.all(of: "apple").collect(limit: 30))
        #expect(all.count == 300 && some == Array(all.prefix(30)) && run.requests.count == 1)
    }

    @Test func `each way to find the next page works`() throws {
        let (search, posts) = (URL(string: "https://example.org/search")!, URL(string: "https://example.org/posts")!)
        let charges = URL(string: "https://example.org/charges")!
        let results = Paged(
            Resource<SearchPage>(json: search), items: \.results,
            next: .cursor(\.nextCursor, as: "cursor"))
        let stripe = Paged(
            Resource<Charges>(json: charges), items: \.data,
            next: .cursor(\.data.last?.id, as: "starting_after").while(\.hasMore))
        let numbered = Paged(
            Resource<[Post]>(json: posts), next: .number(as: "page", until: .shorter(than: 50)))
        let counted = Paged(
            Resource<SearchPage>(json: search), items: \.results,
            next: .offset(as: "start", until: .total(\.total)))

        let tag = "plans"

        let paths = Paged<Post>(
            json: posts, items: "data.posts", next: .cursor(at: "data.after", as: "after"))
        let linked = Paged<Post>(json: posts, items: "results", next: .url(at: "links.next"))
        let tagged = Paged<Post>(json: "tags/{tag}/posts", ["tag": tag], next: .link)

        #expect("\(tagged)" == "GET tags/plans/posts → pages of Post")

        try check(
            results, ["", "cursor=2"],
            #"{"results":[{"id":"1"}],"nextCursor":"2","total":2}"#, #"{"results":[{"id":"2"}],"total":2}"#)
        try check(
            stripe, ["", "starting_after=1"],
            #"{"data":[{"id":"1"}],"hasMore":true}"#, #"{"data":[{"id":"2"}],"hasMore":false}"#)
        let fifty = (1...50).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        try check(numbered, ["", "page=2"], "[\(fifty)]", #"[{"id":"51"}]"#)
        try check(
            counted, ["", "start=1"],
            #"{"results":[{"id":"1"}],"total":2}"#, #"{"results":[{"id":"2"}],"total":2}"#)
        try check(
            paths, ["", "after=x"],
            #"{"data":{"posts":[{"id":"1"}],"after":"x"}}"#, #"{"data":{"posts":[{"id":"2"}],"after":null}}"#)
        try check(
            linked, ["", "q"],
            #"{"results":[{"id":"1"}],"links":{"next":"/posts?q"}}"#, #"{"results":[{"id":"2"}]}"#)
    }

    /// Checks that these queries are sent, and that the bodies contain the posts beginning with 1.
    private func check(_ paged: Paged<Post>, _ queries: [String], _ bodies: String...) throws {
        var rest = bodies[...]
        var run = DryRun { _ in Response(body: Data((rest.popFirst() ?? "").utf8)) }
        let posts = try run.load(paged)
        #expect(posts == (1...max(2, posts.count)).map { Post(id: "\($0)") })
        #expect(run.requests.map { $0.url.query() ?? "" } == queries)
    }

    @Test func `a cursor is sent in the body`() throws {
        let search = URL(string: "https://example.org/search")!
        let query = Paged(
            Resource<SearchPage>(json: search, method: .post, body: .json(Search(words: "tape"))),
            items: \.results,
            next: NextPage { page, response, request in
                guard let cursor = page.nextCursor else { return nil }
                var request = request
                request.body = .json(Search(words: "tape", after: cursor))
                return request
            })
        var run = DryRun { request in
            let after = try request.body?.data.map { try JSON(parsing: $0).after.exists } ?? false
            return Response(
                body: Data(#"{"results":[{"id":"1"}],"total":1\#(after ? "" : #","nextCursor":"x""#)}"#.utf8))
        }
        #expect(try run.load(query).count == 2)
        let bodies = run.requests.compactMap { $0.body?.data }.map { String(decoding: $0, as: UTF8.self) }
        #expect(bodies == [#"{"words":"tape"}"#, #"{"after":"x","words":"tape"}"#])
    }

    @Test func `pages are loaded one by one`() async throws {
        let webservice = Webservice(baseURL: Self.base, transport: StubTransport { try Self.repositories($0) })
        var shown: [Repository] = []
        func show(_ items: [Repository]) { shown += items }
        var list = Repository.all(of: "apple")
        for try await page in webservice.pages(of: list) {
            show(page.items)
            if let next = try page.next { list.request = next }
            break
        }
        #expect(shown.count == 100 && list.request.url.query() == "per_page=100&page=2")
        #expect(try await webservice.load(list).count == 200)
    }
}
