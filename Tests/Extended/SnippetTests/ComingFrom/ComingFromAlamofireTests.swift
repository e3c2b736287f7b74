import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulDownloads
import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting
import Testing

private typealias Episode = ComingFromModels.Episode
private typealias Draft = ComingFromModels.Draft
private typealias Talk = ComingFromModels.Talk
private typealias APIProblem = ComingFromModels.APIProblem
private let plans = ComingFromModels.plans
private let podcasts = ComingFromModels.podcasts

// The snippets of "Coming from Alamofire", word for word, and the cells of its tables, compiled and run.
private enum Router: RequestConvertible {
    case episodes(page: Int), post(Draft)

    var asRequest: Request {
        switch self {
        case .episodes(let page): Request("episodes").query("page", page)
        case .post(let draft): Request("episodes").posting(draft)
        }
    }
}

@Suite(.permit) struct ComingFromAlamofireTests {
    private let server = URL(string: "https://example.org/api")!
    private let stub = StubTransport(podcasts)

    // The snippets create their Webservice here: over the stub, not over the network.
    private func Webservice(
        baseURL: URL, policies: [Policy] = [], observers: [LoadObserver] = []
    ) -> Resourceful.Webservice {
        Resourceful.Webservice(baseURL: baseURL, policies: policies, observers: observers, transport: stub)
    }

    private func dryRun(_ policies: Policy...) -> DryRun { DryRun(baseURL: server, policies: policies, podcasts) }

    @Test func `a router sends nothing until it is loaded`() async throws {
        let webservice = Webservice(baseURL: server)
        let episodes = try await webservice.load(Resource<[Episode]>(json: Router.episodes(page: 1)))
        #expect(episodes == [plans])
        let post = Resource<Episode>(json: Router.post(Draft(title: "Policies")))
        #expect(stub.requests.count == 1)
        #expect(try await webservice.load(post).id == 8)
        #expect(stub.requests.map(\.method) == [.get, .post])
        #expect(stub.requests.first?.url.query() == "page=1")
    }

    private struct Filter: Encodable, Sendable {
        var tags = ["a", "b"]
        var free = true
        var since = Date(timeIntervalSinceReferenceDate: 0)
    }

    @Test func `parameters name their place and their encoding`() throws {
        let (draft, login) = (Draft(title: "On tape"), ["user": "ada l"])
        let (filter, encoder) = (Filter(), JSON.Encoder(keys: .convertToSnakeCase))
        #expect(Episode.all.query("page", 2).url.query() == "page=2")
        #expect(Episode.all.query(filter).url.query() == "tags=a&tags=b&free=true&since=2001-01-01T00%3A00%3A00Z")
        let brackets = try Query(encoding: filter, by: Query.Encoding(arrays: .brackets, booleans: .digits))
        #expect(brackets.encoded.hasPrefix("tags%5B%5D=a&tags%5B%5D=b&free=1"))
        let form = Episode.all.method(.post).body(.form(login))
        #expect(form.body?.data == Data("user=ada+l".utf8) && form.body?.mediaType?.rawValue.contains(";") == false)
        let posted = Episode.all.posting(draft)
        #expect(posted.body?.data == Episode.all.method(.put).body(.json(draft, encoder: encoder)).body?.data)
        let csv = Episode.all.accepting("text/csv").header("User-Agent", "Podcasts").timeout(.seconds(10))
        #expect(csv.headerFields == ["Accept": "text/csv", "User-Agent": "Podcasts"])
        #expect(csv.request.timeout == .seconds(10))
        var run = DryRun(baseURL: server, policies: [.headerFields(["X-App": "podcasts"])], podcasts)
        _ = try run.load(Episode.all)
        #expect(run.requests[0].headerFields == ["Accept": "application/json", "X-App": "podcasts"])
    }

    @Test func `a resource reads its response`() throws {
        var run = dryRun()
        #expect(try run.load(Resource<[Episode]>(json: "episodes")) == [plans])
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let talk = try run.load(Resource<Talk>(json: "talk", decoder: decoder))
        #expect(talk.published.timeIntervalSinceReferenceDate == 5)
        #expect(try run.load(Resource<[Episode]>(json: "home", at: "data.items")) == [plans])
        #expect(try run.load(Resource<String>(text: Request("notes.txt"))) == "On tape")
        #expect(try run.load(Resource<Data>(Request("cover.png"))) == Data([0x89]))
        try run.load(Resource<Void>(Request("nothing")))
        #expect(try run.load(Resource<Episode>(json: "nothing").optional(on: 204, 404)) == nil)
        #expect(try run.load(Resource(url: URL(string: "notes.txt")!, parse: { data in data.count })) == 7)
        #expect(try run.load(Episode.all.withResponse).1.status == 200)
        let lines = URL(string: "https://example.org/lines")!
        let stream = StreamResource<Episode>(jsonLines: lines)
        #expect(try stream.elements(in: Data(#"{"id": 7, "title": "Plans"}"#.utf8)) == [plans])
    }

    @Test func `a status is validated unless a resource says otherwise`() throws {
        var run = dryRun()
        let cover = Resource<Data>(Request("cover.png"))
        #expect(try run.load(Resource<Data>(Request("down")).validating(.any)).isEmpty)
        _ = try run.load(cover.validating(.status(in: 200..<400)))
        _ = try run.load(cover.validating(.successfulStatus.and(.mediaType("image/png"))))
        let ready = cover.validating(Validation { response in response.headerFields["X-Ready"] == "1" })
        #expect(stage(of: ready, podcasts) == "status")
        #expect(stage(of: Resource<Data>(Request("down")), podcasts) == "status")
        #expect(stage(of: Resource<Episode>(json: "portal"), podcasts) == "parse")
        #expect(stage(of: Resource<Data>(Request("portal")).accepting(.json), podcasts) == "parse")
        #expect(stage(of: cover, [Stub("cover.png").answers(.failure(.timedOut))]) == "transport")
        let gone = Resource<Data>(Request("gone")).failing(with: APIProblem.self)
        #expect(throws: APIProblem(message: "It was withdrawn.")) { try run.load(gone) }
    }

    private func stage<Value>(of resource: Resource<Value>, _ stubs: StubServer) -> String? {
        var run = DryRun(baseURL: server, stubs)
        do {
            _ = try run.load(resource)
            return nil
        } catch let error as LoadError where error.stage == .status {
            return "status"
        } catch let error as LoadError where error.stage == .parse {
            return "parse"
        } catch let error as LoadError where error.stage == .transport {
            return "transport"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a canceled load throws CancellationError`() async throws {
        let waiting = StubTransport { _ in
            try await Task.sleep(for: .seconds(600))
            return Response()
        }
        let webservice = Resourceful.Webservice(baseURL: server, transport: waiting)
        let task = Task { try await webservice.load(Episode.all.recover { _ in [] }) }
        while waiting.requests.isEmpty { await Task.yield() }
        task.cancel()
        do {
            _ = try await task.value
            Issue.record("it was cancelled")
        } catch is CancellationError {
            #expect(waiting.requests.count == 1)
        }
    }

    private struct SignedOut: Error {}

    @Test func `a token is refreshed once, and is sent only to its server`() throws {
        let bearer = Policy.bearer(
            for: server, token: Token("old", refreshToken: "r"), renewing: .seconds(60)
        ) { old in
            guard let refreshToken = old?.refreshToken else { throw SignedOut() }
            let form = Body.form(["grant_type": "refresh_token", "refresh_token": refreshToken])
            return Resource("oauth/token", method: .post, body: form, parseJSON: Token.oauth)
        }

        var run = DryRun(baseURL: server, policies: [.retry(upTo: 2), bearer], podcasts)
        let mine = Resource<Void>(Request("mine"))
        _ = try run.load(zip(mine, mine.query("page", 2), mine.query("page", 3)))
        #expect(run.requests.count { $0.method == .post } == 1)
        let token = Token("new")
        try run.load(Plan<Void>.signOut(of: server))
        #expect(throws: SignedOut.self) { try run.load(mine) }
        try run.load(Plan<Void>.signIn(with: token, for: server))
        try run.load(mine)
        let forever = Policy.bearer(for: server, when: { $0.status == 401 }) { _ in .failure(SignedOut()) }
        var refused = dryRun(forever)
        #expect(throws: SignedOut.self) { try refused.load(mine) }
    }

    @Test func `credentials don't follow a redirect to another server`() throws {
        let (token, secret) = ("t", "mellon")
        for policy in [Policy.bearer(token, for: server), .basic(user: "ada", password: secret, for: server)] {
            var run = DryRun(baseURL: server, policies: [policy]) { request in
                request.url.host() == "example.org"
                    ? Response(status: 302, headerFields: ["Location": "https://cdn.example.net/a"]) : Response()
            }
            try run.load(Resource<Void>(Request("a")))
            #expect(run.requests.map { $0.headerFields.contains("Authorization") } == [true, false])
            let login = Resource<Void>(Request("a")).validating(.status(302))
            try run.load(login.redirects(.none))
            try run.load(Resource<Void>(Request("a")).redirects(.deciding { redirection in redirection.next }))
            #expect(run.requests.count == 5)
        }
    }

    @Test func `a rule decides how long retries wait`() throws {
        var run = dryRun(.retry(upTo: 2))
        #expect(throws: LoadError.self) { try run.load(Resource<Data>(Request("down"))) }
        #expect(run.requests.count == 3)
        let steady = RetryRule(upTo: 2, waits: .exponential(from: .milliseconds(500), jitter: .none))
        var waiting = dryRun(.retry(steady))
        #expect(throws: LoadError.self) { try waiting.load(Resource<Data>(Request("down"))) }
        #expect(waiting.elapsed == .milliseconds(1500))
        var lost = dryRun(.retry(RetryRule(upTo: 2, on: .lostConnection)))
        #expect(throws: LoadError.self) { try lost.load(Resource<Data>(Request("down"))) }
        #expect(lost.requests.count == 1)
        var limited = DryRun(policies: [.retry(upTo: 1)]) { _ in
            Response(status: 429, headerFields: ["Retry-After": "30"])
        }
        let order = Request(url: server, method: .post)
        _ = try limited.load(Plan.send(order))
        #expect(limited.requests.count == 1)
        _ = try limited.load(Plan.send(order.idempotencyKey()))
        #expect(limited.requests.count == 3 && limited.elapsed >= .seconds(30))
    }

    @Test func `caches are policies, files are bodies, and observers see events`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "coming-from-alamofire-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let caching = Webservice(
            baseURL: server, policies: [.cache(in: DiskCache(folder: folder))],
            observers: [LoadObserver { event in print(event) }])
        for _ in 0..<2 { _ = try await caching.load(Episode.all.cached(for: .seconds(180))) }
        #expect(stub.requests.count == 1)
        _ = try await caching.load(Episode.all.uncached())
        #expect(stub.requests.count == 2)
        #expect(try Episode.all.request.curlCommand(relativeTo: server).contains("https://example.org/api/episodes"))

        let (file, place) = (folder.appending(path: "tape.m4a"), folder.appending(path: "notes.txt"))
        try Data("la la la".utf8).write(to: file)
        let webservice = Webservice(
            baseURL: server, policies: [.changing { $0.headerFields["X-App"] = "podcasts" }])
        let upload = Resource<Void>(Request("uploads")).method(.post).body(.file(file))
        var value = 0.0
        try await webservice.load(upload) { value = $0.fraction ?? 0 }
        try await webservice.load(upload.method(.post).body(.multipart([.file(file, name: "audio")])))
        let draft = Draft(title: "On tape")
        try await webservice.load(upload.body(.json(draft).gzipped()))
        #expect(value == 1 && stub.requests.last?.headerFields["Content-Encoding"] == "gzip")
        let url = server.appending(path: "notes.txt")
        _ = try await webservice.download(FileDownload(url: url), to: .file(place))
        let second = try await webservice.download(FileDownload(url: url), to: .folder(folder))
        #expect(second.url.lastPathComponent == "notes (2).txt")
        #expect(stub.requests.last?.headerFields["X-App"] == "podcasts")
    }

    @Test func `several loads are a plan, and the same stubs answer in three ways`() async throws {
        let stubs = podcasts
        var run = DryRun(baseURL: server, stubs)
        let (episodes, one) = try run.load(zip(Episode.all, Episode.one(7)))
        #expect(episodes == [one])
        let medias = try run.load(all(episodes.map(\.media), atOnce: 4))
        #expect(try medias == [run.load(Episode.all.flatMap { $0[0].media })])
        let webservice = Resourceful.Webservice(baseURL: server, transport: StubTransport(stubs))
        #expect(try await webservice.load(Episode.all) == episodes)
        let loopback = try LoopbackServer(stubs)
        defer { loopback.stop() }
        #expect(try await Resourceful.Webservice(baseURL: loopback.baseURL).load(Episode.all) == episodes)
    }
}
