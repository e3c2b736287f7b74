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

// The snippets of "Coming from Get", word for word, and the cells of its tables, compiled and run.
private enum API {
    static func episodes(page: Int) -> Resource<[Episode]> {
        Resource(json: "episodes{?page}", ["page": page])
    }
    static func episode(_ id: Int) -> Resource<Episode> {
        Resource(json: "episodes/{id}", ["id": id])
    }
    static func delete(_ id: Int) -> Resource<Void> {
        Resource(Request("episodes/{id}", ["id": id]).method(.delete))
    }
}

private extension Resource where Value: Decodable & Sendable {
    static func dated(_ template: StaticString) -> Resource {
        Resource(json: template, decoder: JSON.Decoder(dates: .iso8601))
    }
}

private extension Question<String> {
    static let deviceID = Question("device ID")
}

@Suite(.permit) struct ComingFromGetTests {
    private let server = URL(string: "https://example.org/api")!
    private let stub = StubTransport(podcasts)

    // The snippets create their Webservice here: over the stub, not over the network.
    private func Webservice(
        baseURL: URL, policies: [Policy] = [], answers: [Answer] = [], observers: [LoadObserver] = []
    ) -> Resourceful.Webservice {
        Resourceful.Webservice(
            baseURL: baseURL, policies: policies, answers: answers, observers: observers, transport: stub)
    }

    private func dryRun(_ policies: Policy...) -> DryRun { DryRun(baseURL: server, policies: policies, podcasts) }

    @Test func `endpoints are functions that return resources`() async throws {
        let webservice = Webservice(baseURL: server)
        let episodes = try await webservice.load(API.episodes(page: 1))
        #expect(episodes == [plans])
        #expect(try await webservice.load(API.episode(7)) == plans)
        try await webservice.load(API.delete(7))
        #expect(stub.requests.map { "\($0)" }.last == "DELETE https://example.org/api/episodes/7")
        #expect(try await webservice.load(Episode.all) == episodes)
    }

    @Test func `requests are changed by modifiers`() throws {
        let draft = Draft(title: "Policies")
        var run = DryRun(baseURL: server, policies: [.headerFields(["X-App": "podcasts"])], podcasts)
        #expect(Request("episodes").query("page", 2).url.absoluteString == "episodes?page=2")
        #expect(Episode.all.query("tag", ["a", "b"]).url.query() == "tag=a&tag=b")
        #expect(try run.load(Resource<Episode>(json: "episodes").posting(draft)).id == 8)
        #expect(try run.load(Episode.one(7).method(.put).body(.json(draft))) == plans)
        let login = Request("episodes").method(.post).body(.form(["user": "ada"]))
        #expect(login.body?.data == Data("user=ada".utf8))
        let own = Request("episodes").header("X-App", "podcasts").timeout(.seconds(10))
        #expect(own.headerFields["X-App"] == run.requests[0].headerFields["X-App"] && own.timeout == .seconds(10))
        let replaced = Request(url: URL(string: "episodes?page=1")!).query("page", 2)
        #expect(replaced.url.query() == "page=1&page=2")
    }

    @Test func `a resource reads its response`() throws {
        var run = dryRun()
        #expect(try run.load(Episode.all.withResponse.map { $1.status.code }) == 200)
        #expect(try run.load(Resource<String>(text: Request("notes.txt"))) == "On tape")
        #expect(throws: LoadError.self) { try run.load(Resource<String>(json: "notes.txt")) }
        #expect(try run.load(Resource<Data>(Request("cover.png"))) == Data([0x89]))
        try run.load(Resource<Void>(Request("nothing")))
        #expect(try run.load(Resource<Episode?>(json: "nothing")) == nil)
        #expect(try run.load(Resource<[Episode]>(json: "home", at: "data.items")) == [plans])
        let title = Resource("home", parseJSON: { json in try json.data.items[0].title.string })
        #expect(try run.load(title) == "Plans")
        let accepted = run.requests.map { $0.headerFields["Accept"] }
        let json = "application/json"
        #expect(accepted == [json, nil, json, nil, nil, json, json, json])
    }

    @Test func `dates are numbers unless a decoder or an encoder says otherwise`() throws {
        var run = dryRun()
        let talk = try run.load(Resource<Talk>.dated("talk"))
        #expect(talk.published.timeIntervalSinceReferenceDate == 5)
        #expect(throws: LoadError.self) { try run.load(Resource<Talk>(json: "talk")) }
        #expect(Body.json(talk).data == Data(#"{"published":5}"#.utf8))
        let dated: Body = .json(talk, encoder: JSON.Encoder(dates: .iso8601))
        #expect(dated.data == Data(#"{"published":"2001-01-01T00:00:05Z"}"#.utf8))
    }

    @Test func `errors hold the response`() throws {
        var run = dryRun()
        let gone = Resource<Data>(Request("gone"))
        #expect(failure(of: gone, podcasts) == 31)
        #expect(failure(of: Episode.one(7), [Stub("episodes/7").answers(.failure(at: .parse))]) == -1)
        #expect(failure(of: Episode.one(7), [Stub("episodes/7").answers(.failure(.timedOut))]) == -2)
        #expect(throws: APIProblem.self) { try run.load(gone.failing(with: APIProblem.self)) }
        #expect(throws: LoadError.self) { try run.load(gone.validating(.status(in: 200..<400))) }
    }

    private func failure<Value>(of resource: Resource<Value>, _ stubs: StubServer) -> Int? {
        var run = DryRun(baseURL: server, stubs)
        do {
            _ = try run.load(resource)
            return nil
        } catch let error as LoadError where error.status == 410 {
            return error.response?.body.count
        } catch let error as LoadError where error.stage == .parse {
            return -1
        } catch let error as LoadError where error.stage == .transport {
            return -2
        } catch {
            return 0
        }
    }

    @Test func `one refresh serves all loads, and policies replace the delegate`() async throws {
        let bearer = Policy.bearer(for: server, token: Token("old", refreshToken: "r")) { old in
            let form = Body.form(["refresh_token": old?.refreshToken ?? ""])
            return Resource("oauth/token", method: .post, body: form, parseJSON: Token.oauth)
        }
        let webservice = Webservice(baseURL: server, policies: [.cache(), .retry(upTo: 2), bearer])

        let mine = Resource<Void>(Request("mine"))
        _ = try await webservice.load(zip(mine, mine.query("page", 2)))
        #expect(stub.requests.count { $0.method == .post } == 1)
        await #expect(throws: LoadError.self) { try await webservice.load(Resource<Data>(Request("down"))) }
        #expect(stub.requests.count { $0.url.path() == "/api/down" } == 3)
    }

    private actor Device {
        func id() -> String { "phone" }
    }

    @Test func `a question replaces a hook that awaits`() async throws {
        let device = Device()
        let asking = Policy { request, next in
            Plan.ask(.deviceID).flatMap { id in next(request.header("X-Device", id)) }
        }
        let webservice = Webservice(
            baseURL: server, policies: [asking], answers: [.to(.deviceID) { await device.id() }])
        _ = try await webservice.load(Episode.all)
        #expect(stub.requests[0].headerFields["X-Device"] == "phone")
    }

    @Test func `policies change requests, for a webservice or one resource`() throws {
        var run = dryRun(
            .changing { $0.headerFields["X-App"] = "podcasts" },
            .changing { $0.url = $0.url.appending(query: ["v": "2"]) })
        _ = try run.load(Episode.all)
        #expect(run.requests[0].headerFields["X-App"] == "podcasts" && run.requests[0].url.query() == "v=2")
        let down = Resource<Data>(Request("down"))
        #expect(throws: LoadError.self) { try run.load(down.applying(.retry(upTo: 5))) }
        #expect(run.requests.count == 7)
        #expect(throws: LoadError.self) { try run.load(down.retrying(.never)) }
        #expect(run.requests.count == 8)
    }

    @Test func `observers see what a session delegate sees, including metrics`() async throws {
        let loopback = try LoopbackServer(podcasts)
        defer { loopback.stop() }
        let recorder = Recorder()
        let webservice = Resourceful.Webservice(baseURL: loopback.baseURL, observers: [recorder.observer])
        let (_, response) = try await webservice.load(Episode.all.withResponse)
        #expect(response.metrics?.total != nil)
        #expect(recorder.trace.description.contains("200 OK"))
        let unwatched = Resourceful.Webservice(baseURL: loopback.baseURL)
        #expect(try await unwatched.load(Episode.all.withResponse).1.metrics == nil)
    }

    @Test func `files are uploaded and downloaded, and a cache is a policy`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "coming-from-get-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, place) = (folder.appending(path: "tape.m4a"), folder.appending(path: "notes.txt"))
        try Data("la la la".utf8).write(to: file)
        let webservice = Webservice(baseURL: server)
        let upload = Resource<Void>(Request("uploads")).method(.post).body(.file(file))
        var value = 0.0
        try await webservice.load(upload) { value = $0.fraction ?? 0 }
        try await webservice.load(upload.method(.post).body(.multipart([.file(file, name: "audio")])))
        #expect(value == 1 && stub.requests.count == 2)
        let url = server.appending(path: "notes.txt")
        #expect(try await webservice.download(FileDownload(url: url), to: .file(place)).size == 7)
        var run = dryRun(.cache())
        for _ in 0..<2 { _ = try run.load(Episode.all.cached(for: .seconds(180))) }
        _ = try run.load(Episode.all.refreshed())
        #expect(run.requests.count == 2)
    }

    @Test func `several loads are a plan, tested without a network`() async throws {
        let episode = Episode(id: 7, title: "Plans")
        var run = DryRun(baseURL: server, [Stub("episodes").answers(.json([episode]))])
        #expect(try run.load(Episode.all) == [episode])
        let webservice = Webservice(baseURL: server)
        let (episodes, one) = try await webservice.load(zip(Episode.all, Episode.one(7)))
        #expect(episodes == [one])
        let medias = try await webservice.load(all(episodes.map(\.media), atOnce: 4))
        #expect(try await webservice.load(Episode.all.flatMap { $0[0].media }) == medias[0])
        let task = Task { try await webservice.load(Episode.all) }
        task.cancel()
        _ = try? await task.value
    }
}
