import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulDownloads
import ResourcefulOAuth
import ResourcefulPages
import ResourcefulResilience
import ResourcefulStreams
import ResourcefulTesting
import Synchronization
import Testing

// The rows of the table of "Errors".

private let list = Resource<[Int]>(json: "list.json")
private let object = Response(body: Data("{}".utf8))

private struct Mine: Error, Equatable {}
private struct Problem: Error, Decodable, Sendable { let reason: String }

@Suite(.permit) struct ErrorTableTests {
    private let api = URL(string: "https://api.example.org/v1")!

    private func run(_ policies: [Policy] = [], _ respond: @escaping (Request) throws -> Response) -> DryRun {
        DryRun(baseURL: api, policies: policies, respond)
    }

    private func loadError(
        _ run: DryRun, _ loadable: some Loadable, at stage: LoadError.Stage,
        from place: SourceLocation = #_sourceLocation
    ) throws -> LoadError {
        var run = run
        let error = try #require(throws: LoadError.self, sourceLocation: place) { _ = try run.load(loadable.plan) }
        #expect(error.stage == stage, sourceLocation: place)
        return error
    }

    @Test func `a request that can't be sent fails at the request stage, with a RequestError`() throws {
        let run = run { _ in Response() }
        let resources: [Resource<[Int]>] = [
            Resource(json: "a{"), Resource(json: "/outside"), list.header("X-A", "a\nb"), list.body(.json([1])),
        ]
        for resource in resources {
            let error = try loadError(run, resource, at: .request)
            #expect(error.underlyingError is RequestError && error.response == nil)
        }
        let withoutBase = try loadError(DryRun { _ in Response() }, list, at: .request)
        #expect(withoutBase.underlyingError is RequestError)
    }

    @Test func `a failed exchange fails at the transport stage`() throws {
        let failed = try loadError(run { _ in throw TransportError(.connectionLost, "gone") }, list, at: .transport)
        #expect((failed.underlyingError as? TransportError)?.kind == .connectionLost)
        let other = try loadError(run { _ in throw Mine() }, list, at: .transport)
        #expect(other.underlyingError as? Mine == Mine())
    }

    @Test func `a timeout, a limit and an open circuit are kinds of transport errors`() throws {
        let slow = DryRun(baseURL: api, [Stub("list.json").answers(StubAnswer.json([1]).after(.seconds(9)))])
        let late = try loadError(slow, list.timeout(.seconds(3)), at: .transport)
        #expect((late.underlyingError as? TransportError)?.kind == .timedOut)
        let large = try loadError(run { _ in Response(body: Data(count: 99)) }, list.maximumBodySize(9), at: .transport)
        #expect((large.underlyingError as? TransportError)?.kind == .tooLarge)
        var down = run([.circuitBreaker(after: 1, cooldown: .seconds(9))]) { _ in Response(status: 503) }
        #expect(throws: LoadError.self) { try down.load(list) }
        let open = try loadError(down, list, at: .transport)
        #expect((open.underlyingError as? TransportError)?.kind == .circuitOpen)
    }

    @Test func `a plan that is late, and a race that nothing wins`() throws {
        let slow: StubServer = [Stub("list.json").answers(.json([1]).after(.seconds(9)))]
        var late = DryRun(baseURL: api, slow)
        #expect(throws: DeadlineExceeded(deadline: .seconds(5))) { try late.load(list.deadline(.seconds(5))) }
        let failing: StubServer = [
            Stub("list.json").answers(.status(404)), Stub("mirror.json").answers(.status(503).after(.seconds(1))),
        ]
        let race = first(of: [Resource<[Int]>(json: "mirror.json"), list])
        let last = try loadError(DryRun(baseURL: api, failing), race, at: .status)
        #expect(last.status == 503)
    }

    @Test func `an unexpected status fails with the response`() throws {
        let error = try loadError(run { _ in Response(status: 404, body: Data("x".utf8)) }, list, at: .status)
        #expect(error.status == 404 && error.response?.body == Data("x".utf8) && error.underlyingError == nil)
        let circle = Response(status: 302, headerFields: ["Location": "list.json"])
        let redirect = try loadError(run { _ in circle }, list, at: .status)
        #expect((redirect.underlyingError as? TransportError)?.kind == .cannotRedirect)
    }

    @Test func `a body that can't be read fails at the parse stage`() throws {
        let decoders = [list, Resource<[Int]>(json: "list.json", decoder: JSONDecoder())]
        for resource in decoders {
            let error = try loadError(run { _ in object }, resource, at: .parse)
            #expect(error.parseFailure?.expected == "an array" && error.status == 200)
        }
        let own = try loadError(run { _ in object }, list.map { _ in throw Mine() }, at: .parse)
        #expect(own.parseFailure != nil, "the list itself is read first")
        let mapped = Resource<Data>(Request("list.json")).map { _ in throw Mine() }
        #expect(try loadError(run { _ in object }, mapped, at: .parse).underlyingError as? Mine == Mine())
    }

    @Test func `errors that a resource declares are thrown unchanged`() throws {
        var refusing = run { _ in Response(status: 409, body: Data(#"{"reason": "late"}"#.utf8)) }
        let problem = #expect(throws: Problem.self) { try refusing.load(list.failing(with: Problem.self)) }
        #expect(problem?.reason == "late")
        let page = run { _ in Response(status: 409, body: Data("<html>".utf8)) }
        #expect(try loadError(page, list.failing(with: Problem.self), at: .status).underlyingError is ParseFailure)
        var enveloped = run { _ in Response(body: Data(#"{"code": 7, "message": "low"}"#.utf8)) }
        let service = #expect(throws: ServiceError.self) { try enveloped.load(list.inside(Envelope())) }
        #expect(service?.code == 7)
    }

    @Test func `errors of plans, of policies and of a refresh are thrown unchanged`() throws {
        let policies: [[Policy]] = [[Policy { _, _ in throw Mine() }], [.bearer(for: api) { _ in throw Mine() }]]
        for policies in policies {
            var run = run(policies) { _ in object }
            #expect(throws: Mine.self) { try run.load(list) }
        }
        var run = run { _ in Response(body: Data("[]".utf8)) }
        #expect(throws: Mine.self) { try run.load(list.flatMap { _ -> Plan<Int> in throw Mine() }) }
        #expect(throws: Mine.self) { try run.load(list.plan.map { _ in throw Mine() }) }
        #expect(throws: UnansweredQuestion.self) { try run.load(Plan.ask(Question<Int>("pin"))) }
    }

    @Test func `a canceled load throws CancellationError, whatever the transport throws`() async throws {
        let webservice = Webservice(
            baseURL: api,
            transport: StubTransport { _ in
                do { try await Task.sleep(for: .seconds(600)) } catch {
                    throw TransportError(.connectionLost, "\(error)")
                }
                return Response()
            })
        let task = Task { try await webservice.load(list) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `paged lists, streams and downloads also fail with a LoadError`() async throws {
        let endless = Response(headerFields: ["Link": "<list.json>; rel=next"], body: Data("[1]".utf8))
        let paged = try loadError(run { _ in endless }, Paged(list, next: .link), at: .request)
        #expect(paged.underlyingError as? PagingError == .cycle(page: 1))

        var cut = run { _ in Response(body: Data("a\nb\nc".utf8)).cut(after: 3) }
        let lines = StreamResource<String>(lines: Request("lines"))
        let stream = try #require(throws: LoadError.self) { try cut.elements(of: lines) }
        #expect(stream.stage == .transport && stream.received == 3)

        let folder = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let digest = try ContentDigest.sha256(String(repeating: "0", count: 64))
        let download = FileDownload(url: api.appending(path: "file"), digest: digest)
        let webservice = Webservice(transport: StubTransport { _ in object })
        let file = try await #require(throws: LoadError.self) {
            try await webservice.download(download, to: .folder(folder))
        }
        #expect((file.underlyingError as? DownloadError)?.kind == .digestMismatch)
    }

    @Test func `your own parse function's error is thrown`() throws {
        #expect(throws: InvalidURITemplate.self) { try URITemplate("a{") }
        #expect(throws: ParseFailure.self) { try JSON(parsing: Data("{".utf8)) }
        #expect(throws: InvalidFieldValue.self) { try HeaderFields.Field(name: "X-A", value: "a\nb") }
        let error = #expect(throws: LoadError.self) { try list.parse(Data("{".utf8)) }
        #expect(error?.stage == .parse)
    }

    @Test func `an authorization server's errors are thrown unchanged`() throws {
        let token = try #require(URL(string: "https://id.example.org/token"))
        let oauth = OAuth(token: token, clientID: "app")
        #expect(throws: OAuthFailure.notSignedIn) { try oauth.refreshing(nil) }
        var run = run { _ in Response(status: 400, body: Data(#"{"error": "invalid_client"}"#.utf8)) }
        let error = #expect(throws: OAuthError.self) { try run.load(oauth.clientCredentials()) }
        #expect(error?.code == .invalidClient)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `a disk that can't be written only causes a warning`() async throws {
        let warnings = Mutex<[String]>([])
        // A file is where a folder should be.
        let place = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        try Data().write(to: place)
        let cache = DiskCache(folder: place, warning: { text in warnings.withLock { $0.append(text) } })
        let fresh = Response(headerFields: ["Cache-Control": "max-age=60"], body: Data("[1]".utf8))
        let webservice = Webservice(
            baseURL: api, policies: [.cache(in: cache)], transport: StubTransport { _ in fresh })
        #expect(try await webservice.load(list) == [1])
        #expect(warnings.withLock { $0.count } == 1)
    }

    @Test func `a missing stub fails at the request stage`() throws {
        let error = try loadError(DryRun(baseURL: api, [] as StubServer), list, at: .request)
        #expect(error.underlyingError is UnansweredRequest)
    }
}
