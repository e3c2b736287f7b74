import Foundation
import Resourceful
import ResourcefulConnectivity
import ResourcefulCurl
import ResourcefulDiagnostics
import ResourcefulDisk
import ResourcefulDownloads
import ResourcefulIdentity
import ResourcefulOAuth
import ResourcefulOutbox
import ResourcefulPages
import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

private extension Episode {
    var audio: FileDownload {
        FileDownload("episodes/{id}.m4a", ["id": id]).header("Accept", "audio/mp4")
    }
}

private extension Episode {
    static let pages = Paged(Episode.all, next: .link)
}

private extension Episode {
    static let live = StreamResource<Episode>(jsonLines: Request("live.jsonl"))
}

private extension Envelope {
    static let shop = Envelope(
        code: "errno", message: "errmsg", data: "result.payload", success: [0, "OK"])
}

private extension ErrorMessages {
    static let german = ErrorMessages(
        otherwise: "Das hat nicht geklappt.",
        [
            .serverMessage, .status(404, "Nicht gefunden."),
            .transport(.timedOut, message: "Der Server antwortet nicht."),
        ])
}

private extension Question<String> {
    static let idToken = Question("ID token")
}

private struct SignIn: Sendable {
    nonisolated func idToken() async throws -> String { "token-1" }
}

// More examples in the documentation of resources, plans and policies, word for word, compiled and run.
@Suite(.permit) struct LoadTests {
    private let webservice = Webservice(baseURL: api, transport: StubTransport(podcast))
    private let episode = Episode(id: 7, title: "Plans")

    @Test func `a file is downloaded`() async throws {
        let downloads = URL(filePath: "/tmp/resourceful-types-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: downloads) }
        let webservice = Webservice(
            baseURL: api,
            transport: StubTransport([Stub("episodes/7.m4a").answers(.text("la la la", mediaType: "audio/mp4"))]))
        let file = try await webservice.download(episode.audio, to: .folder(downloads))
        #expect(file.size == 8)
    }

    @Test func `items and elements arrive one by one`() async throws {
        var shown: [Int] = []
        func show(_ episode: Episode) { shown.append(episode.id) }
        for try await episode in webservice.items(of: Episode.pages) { show(episode) }
        let webservice = Webservice(
            baseURL: api, transport: StubTransport { _ in Response(body: Data("{\"id\":8,\"title\":\"\"}\n".utf8)) })
        for try await episode in webservice.stream(of: Episode.live) { show(episode) }
        #expect(shown == [1, 8])
    }

    @Test func `envelopes are opened`() throws {
        let text = #"{"errno": 0, "errmsg": "", "result": {"payload": [{"id": 1, "title": "Values"}]}}"#
        #expect(try Episode.all.inside(.shop).parse(Data(text.utf8)).count == 1)
        let episodes = Resource<ResponseData<[Episode]>>(json: "episodes.json").map { try $0.get() }
        let plain = #"{"code": 0, "message": "", "data": [{"id": 1, "title": "Values"}]}"#
        #expect(try episodes.parse(Data(plain.utf8)).map(\.id) == [1])
    }

    @Test func `errors have messages in any language`() {
        let error = LoadError(stage: .status, request: Request("a"), response: Response(status: 404))
        var label = (text: "", color: "red")
        label.text = ErrorMessages.german(error)  // Nicht gefunden.
        #expect(label.text == "Nicht gefunden.")
    }

    @Test func `checks are combined`() throws {
        let photo = Resource<Data>(url: api)
            .validating(.successfulStatus.and(.mediaType("image/*")))
        #expect(throws: LoadError.self) {
            try photo.value(from: Response(headerFields: ["Content-Type": "text/html"], body: Data([1])))
        }
        #expect(
            try photo.value(from: Response(headerFields: ["Content-Type": "image/png"], body: Data([1]))).count == 1)
    }

    @Test func `a question is answered outside the plan`() async throws {
        let signIn = SignIn()
        let plan = Plan.ask(.idToken).flatMap { token in Episode.all.header("X-ID-Token", token) }

        var run = DryRun(baseURL: api, podcast)
        run.answer(.idToken) { "token-1" }
        _ = try run.load(plan)
        #expect(run.requests[0].headerFields["X-ID-Token"] == "token-1")
        let webservice = Webservice(
            baseURL: api, answers: [.to(.idToken) { try await signIn.idToken() }])
        #expect("\(webservice)".contains("api.example.org"))
    }

    @Test func `a policy is a function`() throws {
        let stamped = Policy { request, next in
            Plan.now.flatMap { date in
                next(request.header("X-Time", "\(date.timeIntervalSince1970)"))
            }
        }
        var run = DryRun(baseURL: api, policies: [stamped], podcast)
        _ = try run.load(Episode.all)
        #expect(run.requests[0].headerFields["X-Time"] == "\(run.start.timeIntervalSince1970)")
    }

    @Test func `rules are values`() throws {
        let login = Episode.all.redirects(.none)  // the 302 itself, with its Location
        let fewHops = Episode.all.redirects(.upTo(3))
        let onlyCDN = Episode.all.redirects(
            .deciding { redirection in
                redirection.next.url.host() == "cdn.example.org" ? redirection.next : nil
            })
        #expect(Set([login, fewHops, onlyCDN].map(\.request)).count == 3)
        let overloaded = Outcomes.status(429, 503).or(.transport(.timedOut)).or(.serviceError(1001))
        #expect(overloaded.contains(.success(Response(status: 503))))
        let patient = RetryRule(
            upTo: 5, waits: .exponential(from: .seconds(1)), deadline: .seconds(60))
        #expect("\(patient.schedule)" == "0–1 s, 0–2 s, 0–4 s, 0–8 s, 0–16 s")
    }

    @Test func `progress is shown`() async throws {
        let episodes = try await webservice.load(Episode.all) { progress in
            print(progress.fraction ?? 0, progress.received)
        }
        #expect(episodes.count == 1)
    }

    @Test func `a store outlives the process`() async throws {
        let file = URL(filePath: "/tmp/resourceful-types-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: file) }
        let policies: [Policy] = [.cookies()]
        let webservice = Webservice(baseURL: api, policies: policies, store: FileStore(at: file))
        #expect("\(webservice)".contains("cookies"))
        do {
            let folder = file
            let webservice = Webservice(baseURL: api, policies: policies, store: FolderStore(at: folder))
            #expect("\(webservice)".contains("cookies"))
        }
        let shared = DiskCache.standard(named: "podcast")
        let cache = TieredCache(MemoryCache(), over: shared)
        let cached = Webservice(baseURL: api, policies: [.cache(in: cache)])
        #expect("\(cached)".contains("cache"))
    }

    private func sendWhenOnline(_ webservice: Webservice) async throws {
        for await isAvailable in Connectivity.updates where isAvailable {
            try await webservice.outbox.send()
        }
    }

    @Test func `what waits is sent when there is a network`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        let sending = Task { try await sendWhenOnline(webservice) }
        sending.cancel()
        _ = await sending.result
    }

    @Test func `a server ends its loads before it stops`() async throws {
        let lifetime = LoadLifetime()
        let webservice = Webservice(baseURL: api).lasting(lifetime)
        await lifetime.end(within: .seconds(20))
        await #expect(throws: LifetimeEnded.self) { try await webservice.load(Episode.all) }
    }

    @Test func `a network has limits`() {
        let network = CurlTransport.Network(
            reach: .publicAddresses, resolving: ["api.example.org": ["203.0.113.7"]])
        let transport = CurlTransport(network: network)
        let office: AddressBlock = "10.20.0.0/16"
        print(office.contains("10.20.1.9"))  // true
        #expect(office.contains("10.20.1.9") && network.httpVersion == .negotiated)
        let reach = Reach.publicAddresses.allowing("10.20.0.0/16")
        let careful = CurlTransport(reach: reach)
        #expect(reach.allows("10.20.1.9") && !reach.allows("10.21.1.9"))
        _ = (transport, careful)
    }

    @Test func `events are recorded`() async throws {
        let recorder = Recorder()
        let webservice = Webservice(
            baseURL: api, observers: [recorder.observer], transport: StubTransport(podcast))
        _ = try await webservice.load(Episode.all)
        print(recorder.trace)
        #expect(recorder.trace.text.contains("→ GET https://api.example.org/episodes.json"))
    }

    @Test func `a client signs in`() throws {
        let tokenURL = URL(string: "https://id.example.org/token")!
        let authorizationURL = URL(string: "https://id.example.org/authorize")!
        let callback = URL(string: "podcast://signed-in")!
        let oauth = OAuth(token: tokenURL, authorization: authorizationURL, clientID: "app")
        let start = oauth.authorization(redirect: callback, scopes: ["openid"])  // a plan
        let policy = Policy.bearer(for: api, refreshing: oauth.refreshing)
        var run = DryRun(policies: [policy]) { _ in Response() }
        #expect(try run.load(start).url.absoluteString.hasPrefix("https://id.example.org/authorize?"))
    }

    @Test func `a deadline ends a load`() throws {
        var run = DryRun(baseURL: api, [Stub("episodes.json").answers(.json([Episode]()).after(.seconds(30)))])
        var shown = ""
        func showOffline() { shown = "offline" }
        do {
            print(try run.load(Episode.all.deadline(.seconds(5))))
        } catch is DeadlineExceeded {
            showOffline()
        }
        #expect(shown == "offline" && run.elapsed == .seconds(5))
    }

    @Test func `the order of a load is printed`() {
        let webservice = Webservice(
            baseURL: api, policies: [.headerFields(["X-Client": "2.1"]), .cache(), .limit(atOnce: 4)])
        print(webservice.order)
        // URL            resolved against https://api.example.org/
        // resource       its own policies, then those of its plans
        // header fields  X-Client
        // redirects      at most 20 in a row; the policies below run for each hop
        // cache          as the server says
        // limit          4 at once per origin
        // sharing        concurrent equal GET and HEAD requests are sent once
        #expect(
            webservice.order.description == """
                URL            resolved against https://api.example.org/
                resource       its own policies, then those of its plans
                header fields  X-Client
                redirects      at most 20 in a row; the policies below run for each hop
                cache          as the server says
                limit          4 at once per origin
                sharing        concurrent equal GET and HEAD requests are sent once
                """)
    }
}
