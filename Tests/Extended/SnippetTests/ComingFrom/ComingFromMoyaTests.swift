import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulDownloads
import ResourcefulProgress
import ResourcefulTesting
import Testing

private typealias Episode = ComingFromModels.Episode
private typealias Draft = ComingFromModels.Draft
private typealias Talk = ComingFromModels.Talk
private typealias APIProblem = ComingFromModels.APIProblem
private let plans = ComingFromModels.plans
private let podcasts = ComingFromModels.podcasts

// The snippets of "Coming from Moya", word for word, and the cells of its tables, compiled and run.
private enum PodcastAPI: RequestConvertible {
    case episodes(page: Int), episode(id: Int), post(Draft)

    var asRequest: Request {
        switch self {
        case .episodes(let page): Request("episodes{?page}", ["page": page])
        case .episode(let id): Request("episodes/{id}", ["id": id])
        case .post(let draft): Request("episodes").posting(draft)
        }
    }
}

private extension Episode {
    static func page(_ page: Int) -> Resource<[Episode]> {
        Resource(json: "episodes{?page}", ["page": page])
    }
    static func post(_ draft: Draft) -> Resource<Episode> {
        Resource(json: "episodes").posting(draft)
    }
}

@Suite(.permit) struct ComingFromMoyaTests {
    private let server = URL(string: "https://example.org/api")!
    private let stub = StubTransport(podcasts)

    // The snippets create their Webservice here: over the stub, not over the network.
    private func Webservice(
        baseURL: URL, policies: [Policy] = [], observers: [LoadObserver] = []
    ) -> Resourceful.Webservice {
        Resourceful.Webservice(baseURL: baseURL, policies: policies, observers: observers, transport: stub)
    }

    private func dryRun(_ policies: Policy...) -> DryRun { DryRun(baseURL: server, policies: policies, podcasts) }

    @Test func `an enum of endpoints is loaded`() async throws {
        let webservice = Webservice(baseURL: server, policies: [.headerFields(["X-App": "podcasts"])])
        let episodes = try await webservice.load(
            Resource<[Episode]>(json: PodcastAPI.episodes(page: 1)))
        #expect(episodes == [plans])
        let one = try await webservice.load(Resource<Episode>(json: PodcastAPI.episode(id: 7)))
        let posted = try await webservice.load(Resource<Episode>(json: PodcastAPI.post(Draft(title: "Policies"))))
        #expect(one.id == 7 && posted.id == 8)
        #expect(stub.requests.map { $0.headerFields["X-App"] } == ["podcasts", "podcasts", "podcasts"])
        #expect(stub.requests.map(\.url.absoluteString).first == "https://example.org/api/episodes?page=1")
    }

    @Test func `endpoints are static members`() async throws {
        let webservice = Webservice(baseURL: server)
        #expect(try await webservice.load(Episode.page(1)) == [plans])
        #expect(try await webservice.load(Episode.post(Draft(title: "Policies"))).id == 8)
        #expect(stub.requests.last?.body?.data == Data(#"{"title":"Policies"}"#.utf8))
    }

    @Test func `parameters name their place`() throws {
        let (draft, data) = (Draft(title: "Plans"), Data([1]))
        let encoder = JSON.Encoder(keys: .convertToSnakeCase)
        let request = Request("episodes")
        let sent = [
            request.query("page", 2),
            request.method(.post).body(.form(["user": "ada"])),
            request.method(.post).body(.json(["title": "Plans"])),
            request.posting(draft),
            request.method(.put).body(.json(draft, encoder: encoder)),
            request.method(.put).body(.data(data)),
            request.query("dry", true).posting(draft),
            request.header("X-App", "radio"),
        ]
        let bodies = sent.map { $0.body?.data.map { String(decoding: $0, as: UTF8.self) } }
        let json = #"{"title":"Plans"}"#
        #expect(bodies == [nil, "user=ada", json, json, json, "\u{1}", json, nil])
        #expect(sent[0].url.query() == "page=2" && sent[6].url.query() == "dry=true")
        #expect(sent[7].headerFields["X-App"] == "radio")
    }

    @Test func `responses are read by type, by path, with a decoder, and by hand`() throws {
        var run = dryRun()
        #expect(try run.load(Resource<Episode>(json: "episodes/7")) == plans)
        #expect(try run.load(Resource<[Episode]>(json: "home", at: "data.items")) == [plans])
        let talk = try run.load(Resource<Talk>(json: "talk", decoder: JSON.Decoder(dates: .iso8601)))
        #expect(talk.published.timeIntervalSinceReferenceDate == 5)
        #expect(try run.load(Resource<Episode?>(json: "nothing")) == nil)
        let title = Resource("home", parseJSON: { json in try json.data.items[0].title.string })
        #expect(try run.load(title) == "Plans")
        #expect(try run.load(Resource<String>(text: Request("notes.txt"))) == "On tape")
        #expect(try run.load(Resource<Data>(image: Request("cover.png"))) == Data([0x89]))
        #expect(try run.load(Episode.all.withResponse.map { $1.status.code }) == 200)
    }

    @Test func `statuses are validated, and errors are typed`() throws {
        var run = dryRun()
        let gone = Resource<Data>(Request("gone"))
        #expect(throws: LoadError.self) { try run.load(gone) }
        #expect(try !run.load(gone.validating(.status(200, 410))).isEmpty)
        #expect(try run.load(Resource<Data>(Request("down")).validating(.any)).isEmpty)
        #expect(failure(of: Resource<Data>(Request("down"))) == "status")
        #expect(failure(of: Resource<Episode>(json: "notes.txt")) == "parse")
        #expect(failure(of: gone.failing(with: APIProblem.self)) == "It was withdrawn.")
        let lost: StubServer = [Stub("down").answers(.failure(.connectionLost))]
        #expect(failure(of: Resource<Data>(Request("down")), at: lost) == "transport")
    }

    private func failure<Value>(of resource: Resource<Value>, at stubs: StubServer = podcasts) -> String? {
        var run = DryRun(baseURL: server, stubs)
        do {
            _ = try run.load(resource)
            return nil
        } catch let error as LoadError where error.status == 503 {
            return "status"
        } catch let error as LoadError where error.stage == .parse {
            return "parse"
        } catch let error as LoadError where error.stage == .transport {
            return "transport"
        } catch let problem as APIProblem {
            return problem.message
        } catch {
            return "\(error)"
        }
    }

    @Test func `credentials are sent to their server, and one refresh serves many loads`() throws {
        let (token, secret) = ("new", "mellon")
        var run = dryRun(.bearer(token, for: server))
        try run.load(Resource<Void>(Request("mine")))
        _ = try run.load(Episode.all.unauthenticated())
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Bearer new", nil])
        var basic = dryRun(.basic(user: "ada", password: secret, for: server))
        _ = try basic.load(Episode.all)
        #expect(basic.requests[0].headerFields["Authorization"] == "Basic YWRhOm1lbGxvbg==")

        let bearer = Policy.bearer(for: server, token: Token("old", refreshToken: "r")) { old in
            let form = Body.form(["refresh_token": old?.refreshToken ?? ""])
            return Resource("oauth/token", method: .post, body: form, parseJSON: Token.oauth)
        }

        var refreshing = dryRun(bearer)
        let mine = Resource<Void>(Request("mine"))
        _ = try refreshing.load(zip(mine, mine.header("X-App", "radio")))
        #expect(refreshing.requests.count { $0.url.path() == "/api/oauth/token" } == 1)
    }

    @Test func `retries and caches are policies`() throws {
        var run = dryRun(.retry(upTo: 2))
        #expect(throws: LoadError.self) { try run.load(Resource<Data>(Request("down"))) }
        #expect(run.requests.count == 3)
        var caching = dryRun(.cache())
        for _ in 0..<3 { _ = try caching.load(Episode.all.cached(for: .seconds(180))) }
        _ = try caching.load(Episode.all.refreshed())
        #expect(caching.requests.count == 2)
    }

    @Test func `files are uploaded and downloaded`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "coming-from-moya-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "tape.m4a")
        try Data("la la la".utf8).write(to: file)
        let webservice = Webservice(baseURL: server)
        let upload = Resource<Void>(Request("uploads")).method(.post).body(.file(file))
        let parts = upload.method(.post).body(.multipart([.file(file, name: "audio")]))
        var value = 0.0
        try await webservice.load(upload) { value = $0.fraction ?? 0 }
        try await webservice.load(parts)
        #expect(value == 1 && stub.requests[1].headerFields["Content-Type"]?.hasPrefix("multipart/form-data") == true)

        let (url, place) = (server.appending(path: "notes.txt"), folder.appending(path: "notes.txt"))
        let downloaded = try await webservice.download(FileDownload(url: url), to: .file(place))
        #expect(try downloaded.size == 7 && Data(contentsOf: place) == Data("On tape".utf8))
    }

    @MainActor private final class Spinner {
        private(set) var shown: [Bool] = []
        var isVisible = false { didSet { shown.append(isVisible) } }
    }

    @MainActor @Test func `policies and observers replace plug-ins`() async throws {
        let spinner = Spinner()
        let counting = Webservice(
            baseURL: server, observers: [.countingOnMainActor { count in spinner.isVisible = count > 0 }])
        _ = try await counting.load(Episode.all)
        let logging = Webservice(
            baseURL: server,
            policies: [
                .changing { $0.headerFields["X-App"] = "podcasts" },
                .watching(willSend: { print($0) }, didReceive: { print($0, $1) }),
                Policy { request, next in
                    next(request).map { response in
                        var response = response
                        if response.status == 410 { response.status = 200 }
                        return response
                    }
                },
            ], observers: [.logging { print($0) }])
        #expect(try await logging.load(Resource<APIProblem>(json: "gone")).message == "It was withdrawn.")
        let request = try #require(stub.requests.last)
        #expect(request.headerFields["X-App"] == "podcasts")
        #expect(try request.curlCommand.contains("https://example.org/api/gone"))
        while spinner.shown != [true, false] { await Task.yield() }
    }

    @Test func `several loads are a plan, and equal ones are sent once`() async throws {
        let webservice = Webservice(baseURL: server)
        let task = Task { try await webservice.load(Episode.all) }
        task.cancel()
        _ = try? await task.value
        var run = dryRun()
        #expect(try run.load(Episode.all.flatMap { $0[0].media }).audio == "7.m4a")
        let (list, one) = try run.load(zip(Episode.all, Episode.one(7)))
        #expect(list == [one])
        let ids = [1, 2, 3]
        #expect(try run.load(all(ids.map(Episode.one), atOnce: 4)).map(\.id) == ids)
        let before = run.requests.count
        _ = try run.load(zip(Episode.all, Episode.all))
        _ = try run.load(zip(Episode.all.alone(), Episode.all.alone()))
        #expect(run.requests.count == before + 3)
    }

    @Test func `a plan is tested without a network`() throws {
        var run = DryRun(
            baseURL: server, [Stub("episodes").answers(.json([Episode(id: 7, title: "Plans")]))])
        #expect(try run.load(Episode.page(1)).map(\.id) == [7])
        #expect(run.requests.map { "\($0)" } == ["GET https://example.org/api/episodes?page=1"])
    }

    @Test func `a leading slash leaves a base URL only if it has a path`() throws {
        var run = dryRun()
        let error = #expect(throws: LoadError.self) { try run.load(Resource<[Episode]>(json: "/episodes")) }
        #expect(error?.stage == .request && run.requests.isEmpty)
        var root = DryRun(baseURL: URL(string: "https://example.org")!, podcasts)
        #expect(try root.load(Resource<[Episode]>(json: "/episodes")) == [plans])
    }

    @Test func `queries and forms are encoded as the list of traps says`() throws {
        struct Filter: Encodable { let tags = ["a", "b"], free = true }
        #expect(try Query(encoding: Filter()).encoded == "tags=a&tags=b&free=true")
        let query = Query.Encoding(arrays: .brackets, booleans: .digits)
        #expect(try Query(encoding: Filter(), by: query).encoded == "tags%5B%5D=a&tags%5B%5D=b&free=1")
        var run = dryRun()
        let search = Episode.all.body(.json(["q": "tape"]))
        #expect(throws: LoadError.self) { try run.load(search) }
        #expect(try run.load(Episode.all.body(.json(["q": "tape"]).allowedWithGet())) == [plans])
    }
}
