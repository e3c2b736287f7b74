import Resourceful
import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulDownloads
import ResourcefulPages
import ResourcefulStreams
import ResourcefulTesting
import Testing

// The snippets of "A short tour", word for word, compiled and run; SnippetTests checks that none is missing.
private struct Episode: Decodable, Sendable { let id: Int; let title: String }

private struct Media: Codable, Equatable, Sendable { let audio: String }

private struct Comment: Codable, Equatable, Sendable {
    let text: String
    static let newest = Resource<[Comment]>(json: "comments.json")
}

private struct Page: Sendable {
    let titles: [String], comments: [Comment], media: [Media]

    init(_ episodes: [Episode], _ comments: [Comment], _ media: [Media]) {
        titles = episodes.map(\.title)
        self.comments = comments
        self.media = media
    }
}

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
    var media: Resource<Media> { Resource(json: "episodes/{id}.json", ["id": id]) }
}

extension Comment {
    static func post(_ comment: Comment, to episode: Episode) -> Resource<Comment> {
        Resource(
            json: "episodes/{id}/comments.json", ["id": episode.id], method: .post,
            body: .json(comment))
    }
}

private typealias ListedEpisode = Episode

@Suite(.permit) struct TourTests {
    private static let base = URL(string: "https://example.org/")!
    private let fixture = Data(#"[{ "id": 7, "title": "Plans" }]"#.utf8)

    @Sendable nonisolated private func respond(to request: Request) -> Response {
        switch request.url.path {
        case "/episodes.json": Response(body: fixture)
        case "/comments.json": Response(body: Data(#"[{ "text": "Yes" }]"#.utf8))
        case let path where path.hasSuffix("/comments.json"): Response(status: 201, body: request.body?.data ?? Data())
        default: Response(body: Data(#"{ "audio": "7.m4a" }"#.utf8))
        }
    }

    @Test func `the stored value is first, then the new one`() async throws {
        let caches = FileManager.default.temporaryDirectory.appending(path: "readme-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: caches) }
        let origin = try LoopbackServer { respond(to: $0) }
        defer { origin.stop() }
        let server = origin.baseURL
        let webservice = Webservice(baseURL: server, policies: [.cache(in: DiskCache(folder: caches))])

        enum Episode {
            static let all = Resource<[Media]>(url: URL(string: "episodes.json")!) { _ in [Media(audio: "7.m4a")] }
        }
        for try await update in webservice.updates(of: Episode.all) {
            print("\(update.value.count) episodes, \(update.status)")
        }
        #expect(origin.requests.map(\.url.path) == ["/episodes.json"])
    }

    @Test func `a large body arrives in pieces`() async throws {
        let (fixture, event) = (fixture, Data("retry: 1\nid: 1\ndata: a\n\n".utf8))
        let origin = try LoopbackServer { request in
            switch request.url.path {
            case "/feed" where request.headerFields["Last-Event-ID"] == nil:
                Response(headerFields: ["Content-Type": "text/event-stream"], body: event)
            case "/feed": Response(status: 204)
            default: Response(body: fixture)
            }
        }
        defer { origin.stop() }
        let downloads = FileManager.default.temporaryDirectory.appending(
            path: "readme-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: downloads) }
        let webservice = Webservice(baseURL: origin.baseURL)
        let (feed, recording) = (origin.baseURL.appending(path: "feed"), origin.baseURL.appending(path: "7.m4a"))
        enum Episode {
            static let all = Resource<[ListedEpisode]>(json: "episodes.json")
        }

        for try await event in webservice.stream(
            of: StreamResource<ServerSentEvent>(events: feed).reconnecting())
        {
            print(event.type, event.data)
        }
        let file = try await webservice.download(FileDownload(url: recording), to: .folder(downloads)) {
            print($0)
        }
        for try await episode in webservice.items(of: Paged(Episode.all, next: .link)) {
            print(episode.title)
        }
        #expect(try Data(contentsOf: file.url) == fixture)
        #expect(origin.requests.map(\.url.path) == ["/feed", "/feed", "/7.m4a", "/episodes.json"])
    }

    @Test func `the example loads, and parses without a network`() async throws {
        // Two lines of the snippet, over the test's transport.
        func load(_ webservice: Webservice) async throws -> Media {
            let episodes = try await webservice.load(Episode.all)
            let media = try await webservice.load(Episode.all.flatMap { episodes in episodes[0].media })
            #expect(episodes.map(\.title) == ["Plans"])
            return media
        }
        let transport = StubTransport(respond)
        #expect(try await load(Webservice(baseURL: Self.base, transport: transport)) == Media(audio: "7.m4a"))

        // the same values, tested without a network and without `await`
        let parsed = try Episode.all.parse(fixture)
        #expect(parsed.map(\.id) == [7])
    }

    @Test func `a Webservice has a base URL`() async throws {
        let webservice = Webservice(baseURL: URL(string: "https://example.org/")!)
        let explanation = try await webservice.explain(Episode.all)
        #expect(explanation.requests.map(\.url.absoluteString) == ["https://example.org/episodes.json"])
    }

    @Test func `a comment is posted`() throws {
        var run = DryRun(baseURL: URL(string: "http://example.org/")!, respond)
        let episode = try Episode.all.parse(fixture)[0]
        #expect(try run.load(Comment.post(Comment(text: "Yes"), to: episode)) == Comment(text: "Yes"))
        #expect(run.requests[0].url.absoluteString == "http://example.org/episodes/7/comments.json")
    }

    @Test func `JSON is read by hand`() throws {
        let newest = Resource("episodes.json", parseJSON: { json in try json.episodes[0].title.string })
        #expect(try newest.parse(Data(#"{ "episodes": [{ "title": "Plans" }] }"#.utf8)) == "Plans")
    }

    @Test func `success is a value`() throws {
        let mine = Resource<[Episode]>(json: "mine.json").inside(Envelope(code: "errno", success: [0]))
            .failing(with: ProblemDetails.self)
        #expect(try mine.parse(Data(#"{"errno": 0, "data": []}"#.utf8)).isEmpty)
        #expect(throws: ProblemDetails.self) {
            try mine.value(from: Response(status: 500, body: Data(#"{"title": "Gone"}"#.utf8)))
        }
        #expect(throws: ServiceError(code: 1, message: "no")) {
            try mine.value(from: Response(status: 500, body: Data(#"{"errno": 1, "message": "no"}"#.utf8)))
        }
    }

    @Test func `a page is planned, printed and loaded`() async throws {
        let page = zip(Episode.all, Comment.newest).flatMap { episodes, comments in
            all(episodes.prefix(10).map(\.media), atOnce: 4).map { media in
                Page(episodes, comments, media)
            }
        }
        print(page)  // (GET episodes.json ∥ GET comments.json) → …
        #expect(
            "\(page)" == "(GET episodes.json ∥ GET comments.json) → …")
        let webservice = Webservice(baseURL: Self.base, transport: StubTransport(respond))
        let loaded = try await webservice.load(page)
        #expect(loaded.media == [Media(audio: "7.m4a")])
    }

    @Test func `a custom policy changes requests`() throws {
        let tagged = Policy { request, next in
            var request = request
            request.headerFields["X-App"] = "podcasts"
            return next(request)
        }
        let server = URL(string: "http://example.org/")!
        let webservice = Webservice(baseURL: server, policies: [.retry(upTo: 3), tagged])
        _ = webservice
        var run = DryRun(baseURL: server, policies: [tagged], respond)
        _ = try run.load(Episode.all)
        #expect(run.requests[0].headerFields["x-app"] == "podcasts")
    }

    @Test func `a plan is tested in virtual time`() {
        let server = Self.base
        let steady = RetryRule(upTo: 3, waits: .exponential(from: .milliseconds(100), jitter: .none))
        var run = DryRun(baseURL: server, policies: [.retry(steady)]) { request in
            request.url.path == "/episodes.json" ? Response(body: fixture) : Response(status: 503)
        }
        #expect(throws: LoadError.self) { try run.load(Episode.all.flatMap { $0[0].media }) }
        #expect(run.requests.count == 5)
        #expect(run.elapsed == .milliseconds(700))
    }
}
