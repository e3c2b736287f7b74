import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulDownloads
import ResourcefulIdentity
import ResourcefulPages
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

// The snippets of "Coming from URLSession", word for word, and the cells of its tables, compiled and run.
@Suite(.permit) struct ComingFromURLSessionTests {
    private let server = URL(string: "https://example.org/api")!
    private let podcastStub = StubTransport(podcasts)

    // The snippets create their Webservice here: over the stub, not over the network.
    private func Webservice(
        baseURL: URL, policies: [Policy] = [], observers: [LoadObserver] = [], transport: StubTransport? = nil
    ) -> Resourceful.Webservice {
        Resourceful.Webservice(
            baseURL: baseURL, policies: policies, observers: observers, transport: transport ?? podcastStub)
    }

    private func dryRun(_ policies: Policy...) -> DryRun { DryRun(baseURL: server, policies: policies, podcasts) }

    @Test func `JSON is loaded in two lines`() async throws {
        let webservice = Webservice(baseURL: server)
        let episodes = try await webservice.load(Resource<[Episode]>(json: "episodes").query("page", 2))
        #expect(episodes == [plans])
        #expect(podcastStub.requests[0].url.absoluteString == "https://example.org/api/episodes?page=2")
        #expect(podcastStub.requests[0].headerFields["Accept"] == "application/json")
    }

    @Test func `a request is a value`() throws {
        let (id, words, draft) = (7, "a+b c", Draft(title: "Policies"))
        let pieces = AsyncStream<Data> { $0.finish() }
        let sent = [
            Request("episodes/{id}", ["id": id]).method(.delete),
            Request("episodes").query("q", words),
            Request("episodes").posting(draft).header("X-App", "podcasts").timeout(.seconds(10)),
            Request("episodes").method(.post).body(.form(["user": "ada"])),
            Request("episodes").method(.post).body(.stream(pieces)),
        ]
        #expect(sent.map { "\($0)" }.first == "DELETE episodes/7")
        #expect(sent[1].url.query() == "q=a%2Bb%20c")
        #expect(sent[2].headerFields["X-App"] == "podcasts" && sent[2].timeout == .seconds(10))
        #expect(sent.map { $0.body?.canBeSentAgain } == [nil, nil, true, true, false])
        var run = DryRun(baseURL: server, policies: [.headerFields(["X-App": "podcasts"])], podcasts)
        _ = try run.load(Episode.all)
        #expect(run.requests[0].headerFields["X-App"] == "podcasts")
    }

    @Test func `Foundation resolves and encodes URLs differently`() throws {
        #expect(URL(string: "episodes", relativeTo: server)?.absoluteString == "https://example.org/episodes")
        var components = try #require(URLComponents(string: "https://example.org/episodes"))
        components.queryItems = [URLQueryItem(name: "q", value: "a+b")]
        #expect(components.url?.absoluteString == "https://example.org/episodes?q=a+b")
        var run = dryRun()
        #expect(throws: LoadError.self) { try run.load(Resource<[Episode]>(json: "/episodes")) }
        #expect(throws: LoadError.self) { try run.load(Episode.all.body(.json(["q": "tape"]))) }
        #expect(run.requests.isEmpty)
        _ = try run.load(Episode.all.body(.json(["q": "tape"]).allowedWithGet()))
        #expect(run.requests.count == 1)
    }

    @Test func `a resource reads its response`() async throws {
        let webservice = Webservice(baseURL: server)
        #expect(try await webservice.load(Resource<[Episode]>(json: "episodes")) == [plans])
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let talk = try await webservice.load(Resource<Talk>(json: "talk", decoder: decoder))
        #expect(talk.published.timeIntervalSinceReferenceDate == 5)
        #expect(try await webservice.load(Resource<[Episode]>(json: "home", at: "data.items")) == [plans])
        let title = Resource("home", parseJSON: { json in try json.data.items[0].title.string })
        #expect(try await webservice.load(title) == "Plans")
        #expect(try await webservice.load(Resource<String>(text: Request("notes.txt"))) == "On tape")
        #expect(try await webservice.load(Episode.all.withResponse.map { $1.headerFields.eTag }) == nil)
        let log = Request("notes.txt")
        var lines: [String] = []
        for try await line in webservice.stream(of: StreamResource<String>(lines: log)) { lines.append(line) }
        #expect(lines == ["On tape"])
    }

    @Test func `an error names the stage of a load`() throws {
        var run = dryRun()
        let gone = Resource<Data>(Request("gone"))
        #expect(try !run.load(gone.validating(.status(200, 410))).isEmpty)
        #expect(failure(of: gone.failing(with: APIProblem.self), podcasts) == "It was withdrawn.")
        #expect(failure(of: Resource<Episode>(json: "portal"), podcasts) == "parse")
        #expect(failure(of: gone, [Stub("gone").answers(.failure(.timedOut))]) == "timed out")
        #expect(failure(of: gone, [Stub("gone").answers(.failure(CancellationError()))]) == "canceled")
        let error = #expect(throws: LoadError.self) { try run.load(gone) }
        #expect(error?.response?.body.count == 31)
    }

    private func failure<Value>(of resource: Resource<Value>, _ stubs: StubServer) -> String? {
        var run = DryRun(baseURL: server, stubs)
        do {
            _ = try run.load(resource)
            return nil
        } catch let error as LoadError where error.stage == .transport {
            let isTimeout = (error.underlyingError as? TransportError)?.kind == .timedOut
            return isTimeout ? "timed out" : "transport"
        } catch let error as LoadError where error.stage == .parse {
            return "parse"
        } catch is CancellationError {
            return "canceled"
        } catch {
            return (error as? APIProblem)?.message
        }
    }

    @Test func `refreshing and retrying are policies`() async throws {
        let bearer = Policy.bearer(for: server, token: Token("old", refreshToken: "r")) { old in
            let form = Body.form(["refresh_token": old?.refreshToken ?? ""])
            return Resource("oauth/token", method: .post, body: form, parseJSON: Token.oauth)
        }
        let webservice = Webservice(baseURL: server, policies: [.cache(), .retry(upTo: 3), bearer])

        let mine = Resource<Void>(Request("mine"))
        _ = try await webservice.load(zip(mine, mine.query("page", 2)))
        #expect(podcastStub.requests.count { $0.method == .post } == 1)
    }

    @Test func `credentials, redirects and limits are policies`() throws {
        let (token, secret) = ("t", "mellon")
        let policies: [Policy] = [
            .bearer(token, for: server), .basic(user: "ada", password: secret, for: server),
            .digest(user: "ada", password: secret, for: server),
        ]
        for policy in policies {
            var run = dryRun(policy, .limit(atOnce: 4))
            _ = try run.load(Episode.all)
            #expect(run.requests.count == 1)
        }
        var run = DryRun(baseURL: server) { request in
            request.url.host() == "example.org"
                ? Response(status: 307, headerFields: ["Location": "http://cdn.example.net/a"]) : Response()
        }
        let moved = Resource<Void>(Request("a"))
        try run.load(moved.redirects(.none).validating(.status(307)))
        try run.load(moved.redirects(.deciding { redirection in redirection.next }).header("Cookie", "a=b"))
        #expect(run.requests.map { $0.headerFields["Cookie"] } == [nil, "a=b", nil])
        #expect(throws: LoadError.self) { try run.load(moved.posting(1)) }
        #expect(run.requests.count == 4)
    }

    @Test func `an observer records what happens`() async throws {
        let recorder = Recorder()
        let webservice = Webservice(baseURL: server, observers: [recorder.observer])
        _ = try await webservice.load(Episode.all)
        #expect(recorder.trace.events.count == 4)
    }

    @Test func `each way to use a cache has a name`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "coming-from-urlsession-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let size = 1 << 20
        for cache in [Policy.cache(in: MemoryCache(capacity: size)), .cache(in: DiskCache(folder: folder))] {
            let before = podcastStub.requests.count
            let webservice = Webservice(baseURL: server, policies: [cache])
            _ = try await webservice.load(Episode.all.cached(for: .seconds(86_400)))
            _ = try await webservice.load(Episode.all.onlyIfCached())
            #expect(podcastStub.requests.count == before + 1)
            _ = try await webservice.load(Episode.all.refreshed())
            _ = try await webservice.load(Episode.all.validated())
            #expect(podcastStub.requests.count == before + 3)
            await webservice.removeCached(.all)
            await #expect(throws: LoadError.self) { try await webservice.load(Episode.all.onlyIfCached()) }
        }
    }

    @Test func `files are uploaded and downloaded`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "coming-from-urlsession-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, place) = (folder.appending(path: "tape.m4a"), folder.appending(path: "notes.txt"))
        try Data("la la la".utf8).write(to: file)
        let webservice = Webservice(baseURL: server)
        let upload = Resource<Void>(Request("uploads")).method(.post).body(.file(file))
        var value = 0.0
        try await webservice.load(upload) { value = $0.fraction ?? 0 }
        try await webservice.load(upload.method(.post).body(.multipart([.file(file, name: "audio")])))
        let url = server.appending(path: "notes.txt")
        _ = try await webservice.download(FileDownload(url: url), to: .file(place))
        #expect(try value == 1 && Data(contentsOf: place) == Data("On tape".utf8))
    }

    @Test func `several loads are a plan`() async throws {
        let webservice = Webservice(baseURL: server)
        let task = Task { try await webservice.load(Episode.all) }
        task.cancel()
        _ = try? await task.value
        let (episodes, one) = try await webservice.load(zip(Episode.all, Episode.one(7)))
        #expect(episodes == [one])
        let medias = try await webservice.load(all(episodes.map(\.media), atOnce: 4))
        #expect(try await webservice.load(Episode.all.flatMap { $0[0].media }) == medias[0])
        var items: [Episode] = []
        for try await item in webservice.items(of: Paged(Episode.all, next: .link)) { items.append(item) }
        #expect(items == episodes)
        let before = podcastStub.requests.count
        _ = try await webservice.load(zip(Episode.all.alone(), Episode.all.alone()))
        #expect(podcastStub.requests.count == before + 2)
    }

    @Test func `a stub is a value`() async throws {
        let plans = Episode(id: 7, title: "Plans")
        let stub = StubTransport([Stub("episodes").answers(.json([plans]))])
        let webservice = Webservice(baseURL: server, transport: stub)
        #expect(try await webservice.load(Episode.all) == [plans])
        #expect(stub.requests.map { "\($0)" } == ["GET https://example.org/api/episodes"])
    }
}
