import Foundation
import Resourceful
import ResourcefulSwiftTesting
import Testing

// The code of the sections on stubs, samples and fixtures.
private struct Episode: Codable, Equatable, Sendable {
    let id: Int
    let title: String
}

extension Episode {
    fileprivate static let all = Resource<[Episode]>(json: "episodes.json")
    fileprivate static func search(_ words: String) -> Resource<[Episode]> {
        Resource(json: Request(template: "search.json{?q}", ["q": .init(words)]), at: "data.episodes")
    }
}

private let episode = Episode(id: 1, title: "One")

extension Episode {
    static let samples = Samples(
        of: all,
        [
            "two": .fixture("episodes.json"),
            "none": .json([Episode]()),
            "gone": .status(410),
        ])
}

@Suite(.permit) struct StubsSnippetTests {
    private static let server: StubServer = {
        let server: StubServer = [
            Stub("episodes.json").answers(.fixture("episodes.json")),
            Stub("episodes/{id}.json").answers { .json(["audio": "\($0["id"] ?? "?").mp3"]) },
            Stub(.post, "login", body: .form(["user": "ada"])).answers(.status(401), .status(204)),
            Stub("news.json", query: ["page": "2"]).answers(.json([Int]()).after(.seconds(30))),
            Stub("shop.json").answers(.failure(.connectionLost)),
        ]
        return server
    }()

    @Test func `one server answers a dry run, a Webservice and a real connection`() async throws {
        let server = Self.server
        var run = DryRun(baseURL: api, server)
        let webservice = Webservice(baseURL: api, transport: StubTransport(server))
        let live = try LoopbackServer(server)
        defer { live.stop() }
        #expect(try run.load(Episode.all).count == 2)
        #expect(try await webservice.load(Episode.all).count == 2)
        let overTheWire = Webservice(baseURL: live.baseURL)
        #expect(try await overTheWire.load(Episode.all).count == 2)
    }

    @Test func `answers arrive in turn and take virtual time`() throws {
        let server = Self.server
        var run = DryRun(baseURL: api, server)
        let login = Resource<Void>(url: URL(string: "login")!, method: .post, body: .form(["user": "ada"])) { _ in }
        #expect(throws: LoadError.self) { try run.load(login) }
        try run.load(login)

        let news = Resource<[Int]>(json: "news.json?page=2")
        #expect(try run.load(news).isEmpty)
        #expect(run.elapsed == .seconds(30))
    }

    @Test func `a stub answers with fields`() throws {
        let server: StubServer = [
            Stub("news.json", query: ["page": "1"]).answers(
                .json([1, 2], headerFields: ["Link": #"<news.json?page=2>; rel="next""#])),
            Stub("shop.json", fields: ["If-None-Match": #""7""#]).answers(.status(304)),
            Stub("shop.json").answers(.json(["open": true], headerFields: ["ETag": #""7""#])),
            Stub(.put, "orders/1").answers(
                .status(503, headerFields: ["Retry-After": "50"]), .json(["id": 1])),
        ]
        var run = DryRun(baseURL: api, server)
        let news = Resource<[Int]>(json: "news.json?page=1")
        #expect(try run.load(news.withResponse).1.headerFields["Link"] == #"<news.json?page=2>; rel="next""#)
        let shop = Resource<[String: Bool]>(json: "shop.json").cached()
        for _ in 1...2 { #expect(try run.load(shop) == ["open": true]) }
        #expect(run.requests.last?.headerFields["If-None-Match"] == #""7""#)
        let order = Resource<[String: Int]>(json: "orders/1", method: .put).retrying(RetryRule(upTo: 1))
        #expect(try run.load(order) == ["id": 1])
        #expect(run.elapsed >= .seconds(50))
    }

    @Test func `a request without a stub lists the nearest stubs`() throws {
        var run = DryRun(baseURL: api, Self.server)
        let error = #expect(throws: LoadError.self) {
            try run.load(Resource<[Int]>(json: "news.json?page=3"))
        }
        #expect(
            "\(error!.underlyingError!)" == """
                no stub answers GET https://api.example.org/news.json?page=3
                the nearest of 5 stubs:
                  GET news.json?page=2
                    but the query has page=3
                  GET shop.json
                    but the path is /news.json
                  GET episodes.json
                    but the path is /news.json
                """)
    }

    @Test func `a request without a stub can be recorded as an issue`() throws {
        try withKnownIssue {
            var run = DryRun(baseURL: api, Self.server.recordingIssues())
            let episodes = try run.load(Episode.search("swift").recover { _ in Plan.value([]) })
            #expect(episodes.isEmpty)
        } matching: { issue in
            issue.error is UnansweredRequest
        }
    }

    @Test func `a function is a server with state`() throws {
        let shelf = StubServer(state: [episode]) { request, episodes in
            switch request.method {
            case .get: return .json(episodes)
            case .post:
                let added = try JSON(parsing: request.body?.data ?? Data()).decode(Episode.self)
                episodes.append(added)
                return .json(added, status: 201)
            default: return nil
            }
        }
        var run = DryRun(baseURL: api, shelf)
        var post = Episode.all
        (post.method, post.body) = (.post, .json(Episode(id: 2, title: "Two")))
        let posted = Resource<Episode>(json: post.request)
        _ = try run.load(posted)
        #expect(try run.load(Episode.all).count == 2)
    }

    @Test(arguments: Episode.samples)
    fileprivate func `each sample is shown`(sample: Sample<[Episode]>) throws {
        let shown = Result { try sample.value().count }
        #expect((try? shown.get()) == ["two": 2, "none": 0][sample.name])
    }

    @Test func `a sample makes a stub`() throws {
        var run = DryRun(baseURL: api, [Episode.samples["none"]])
        #expect(try run.load(Episode.all).isEmpty)
    }

    @Test func `a resource and a value make a stub`() throws {
        let server: StubServer = [
            Stub(Episode.all, returning: [episode]),
            Stub(Episode.search("swift"), returning: [episode], at: "data.episodes"),
            Stub(Episode.search("java")).answers(.failure(at: .parse)),
        ]
        var run = DryRun(baseURL: api, server)
        #expect(try run.load(Episode.all) == [episode])
        #expect(try run.load(Episode.search("swift")) == [episode])
        #expect(throws: LoadError.self) { try run.load(Episode.search("java")) }
    }

    @Test func `a resource parses its value back`() throws {
        try assertParses(Episode.all, Fixture("episodes.json"))
        try assertParsesBack(Episode.search("swift"), [episode], at: "data.episodes")
    }
}
