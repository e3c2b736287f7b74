import Resourceful
import ResourcefulTesting
import Testing

// The snippets of "Getting started", word for word, compiled and run; SnippetTests checks that none is missing.
private struct Episode: Decodable, Sendable {
    let id: Int
    let title: String
}

private struct Media: Decodable, Sendable { let audio: String }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")

    var media: Resource<Media> { Resource(json: "episodes/{id}.json", ["id": id]) }
}

extension Episode {
    static let featured = Resource<[Episode]>(json: "home.json", at: "data.featured")

    static let count = Resource("episodes.json", parseJSON: { json in try json.array.count })
}

nonisolated struct Show: Decodable, Sendable {
    let id: Int
    let title: String
}

nonisolated extension Show {
    static let all = Resource<[Show]>(json: "shows.json")
}

@Suite(.permit) struct GettingStartedTests {
    @Test func `a nonisolated model works like any other`() throws {
        #expect(try Show.all.parse(Data(#"[{"id": 7, "title": "Plans"}]"#.utf8)).map(\.title) == ["Plans"])
    }

    nonisolated private func respond(to request: Request) -> Response {
        let text =
            switch request.url.path {
            case "/api/episodes.json": #"[{ "id": 7, "title": "Plans" }]"#
            case "/api/home.json": #"{ "data": { "featured": [{ "id": 8, "title": "Laws" }] } }"#
            default: #"{ "audio": "7.m4a" }"#
            }
        return Response(body: Data(text.utf8))
    }

    @Test func `the newest episode is shown with its media`() throws {
        let episodes = try Episode.all.parse(Data(#"[{ "id": 7, "title": "Plans" }]"#.utf8))
        #expect(episodes[0].title == "Plans")

        var run = DryRun(baseURL: URL(string: "http://example.org/")!) { request in
            request.url.path == "/episodes.json"
                ? Response(body: Data(#"[{ "id": 7, "title": "Plans" }]"#.utf8))
                : Response(body: Data(#"{ "audio": "7.m4a" }"#.utf8))
        }
        let media = try run.load(Episode.all.flatMap { $0[0].media })
        #expect(media.audio == "7.m4a")
        #expect(run.requests.map(\.url.path) == ["/episodes.json", "/episodes/7.json"])
    }

    @Test func `resources are loaded alone and together`() async throws {
        func load() async throws {
            let webservice = Webservice(
                baseURL: URL(string: "https://example.org/api")!, policies: [.retry(upTo: 3)])
            let episodes = try await webservice.load(Episode.all)
            _ = episodes
        }
        _ = load  // Never called, because the server doesn't exist.

        let webservice = Webservice(
            baseURL: URL(string: "https://example.org/api")!, transport: StubTransport { respond(to: $0) })
        let plan = Episode.all.flatMap { episodes in
            zip(episodes[0].media, Episode.featured)
        }
        let (media, featured) = try await webservice.load(plan)
        #expect(media.audio == "7.m4a")
        #expect(featured.map(\.title) == ["Laws"])
        #expect(try await webservice.load(Episode.count) == 1)
    }

    @Test(arguments: [404, 500]) func `an error names its stage and cause`(code: Int) async throws {
        var shown: [[Episode]] = []
        func show(_ episodes: [Episode]) { shown.append(episodes) }
        let status = try #require(Response.Status(code))
        let webservice = Webservice(
            baseURL: URL(string: "https://example.org/api")!,
            transport: StubTransport { _ in Response(status: status) })
        do {
            let episodes = try await webservice.load(Episode.all)
            show(episodes)
        } catch let error as LoadError where error.status == 404 {
            show([])
        } catch let error as LoadError {
            // GET https://example.org/api/episodes.json was answered with 500 Internal Server Error
            print(error)
        }
        #expect(shown.count == (code == 404 ? 1 : 0))
        let error = await #expect(throws: LoadError.self) { try await webservice.load(Episode.all) }
        let answer = "GET https://example.org/api/episodes.json was answered with"
        #expect(error?.description == "\(answer) \(code == 404 ? "404 Not Found" : "500 Internal Server Error")")
    }
}
