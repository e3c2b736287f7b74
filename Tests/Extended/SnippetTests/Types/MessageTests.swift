import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulStreams
import ResourcefulTesting
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

// The examples in the documentation of requests, responses and their parts, word for word, compiled and run.
@Suite(.permit) struct MessageTests {
    private let webservice = Webservice(baseURL: api, transport: StubTransport(podcast))

    @Test func `a resource knows its request, and parses data`() throws {
        #expect(Episode.number(7).request.path == "episodes/7.json")
        #expect(try Episode.all.parse(Data(#"[{"id": 1, "title": "Values"}]"#.utf8)).map(\.title) == ["Values"])
    }

    @Test func `a request is built without sending it`() throws {
        let request = Request("episodes/{id}/comments", ["id": 7])
            .posting(["text": "Thank you!"])
            .query("notify", "author")
            .timeout(.seconds(10))
        print(request)  // POST episodes/7/comments?notify=author
        #expect("\(request)" == "POST episodes/7/comments?notify=author")
        #expect(request.method == .post && request.timeout == .seconds(10))
        #expect(try request.httpMessage(relativeTo: api).hasPrefix("POST /episodes/7/comments?notify=author HTTP/1.1"))
    }

    @Test func `any token is a method`() {
        let purge: Request.Method = "PURGE"
        let request = Request(url: api, method: purge)
        print(purge.isSafe, Request.Method.put.isIdempotent)  // false true
        #expect(request.method == "PURGE" && !purge.isSafe && Request.Method.put.isIdempotent)
    }

    @Test func `a priority is a number between others`() {
        let prefetch = Episode.all.priority(.background)
        let visible: Request.Priority = 50
        let onScreen = Episode.number(7).priority(visible)
        #expect(prefetch.request[Request.Priority.self] < .normal)
        #expect(onScreen.request[Request.Priority.self] == 50 && visible > .normal && visible < .high)
    }

    @Test func `a response is read without a server`() throws {
        let response = Response(
            headerFields: ["Content-Type": "application/json"],
            body: Data(#"{"id": 7, "title": "Plans"}"#.utf8))
        let episode = try Episode.number(7).value(from: response)
        #expect(episode.title == "Plans")
    }

    @Test func `a status has a class and a phrase`() {
        let status: Response.Status = 404
        print(status.reasonPhrase, status.isClientError)  // Not Found true
        #expect(status.reasonPhrase == "Not Found" && status.isClientError)
    }

    @Test func `a boundary can be fixed`() throws {
        let body = Body.multipart([.text("Plans", name: "title")], boundary: "part-7")
        #expect(try String(decoding: body.encoded(), as: UTF8.self).hasPrefix("--part-7\r\n"))
    }

    @Test func `parts are read one by one`() async throws {
        let part = BodyPart(headerFields: ["Content-Type": "image/png"], body: Data([1, 2]))
        let body = Body.multipart([.data(part.body, name: "a", mediaType: "image/png")], boundary: "x")
        let response = Response(
            headerFields: ["Content-Type": "multipart/mixed; boundary=x"], body: try body.encoded())
        let webservice = Webservice(baseURL: api, transport: StubTransport { _ in response })
        var shown: [BodyPart] = []
        func show(_ body: Data, as mediaType: MediaType?) {
            shown.append(BodyPart(headerFields: ["Content-Type": mediaType?.rawValue ?? ""], body: body))
        }
        let photos = StreamResource(parts: Request("photos"))
        for try await part in webservice.stream(of: photos) {
            show(part.body, as: part.headerFields.contentType)
        }
        #expect(shown == [part])
    }

    @Test func `credentials go to their origin only`() throws {
        let link = try #require(URL(string: "https://api.example.org:443/episodes?page=2"))
        let isOurs = Origin(link) == Origin(api)
        #expect(isOurs)
        #expect(Origin(URL(string: "http://api.example.org/")!) != Origin(api))
    }

    @Test func `bytes have the same digest everywhere`() {
        let name = MessageDigest.sha256(Data("podcasts".utf8)).prefix(8)
        #expect(name.count == 8 && MessageDigest.sha256(Data("abc".utf8)).prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
    }

    @Test func `a transport reports its metrics`() throws {
        var response = Response()
        var metrics = ExchangeMetrics()
        metrics.connected = .milliseconds(40)
        metrics.firstByte = .milliseconds(90)
        metrics.total = .milliseconds(95)
        response.metrics = metrics
        #expect(response.metrics?.total == .milliseconds(95))
    }

    @Test func `a response of a dry run knows its source`() throws {
        var run = DryRun(baseURL: api, policies: [.cache(for: .seconds(600))], podcast)
        _ = try run.load(Episode.all)
        let (episodes, response) = try run.load(Episode.all.withResponse)
        if let status = response.cacheStatus, status.source == .hit {
            print(status)  // fresh from the store, 0 s old
        }
        #expect(episodes.count == 1)
        #expect(response.cacheStatus == CacheStatus(.hit))
        #expect(response.cacheStatus?.description == "fresh from the store, 0 s old")
    }

    @Test func `a policy rejects a request`() throws {
        let shortPaths = Policy { request, next in
            guard request.path.utf8.count <= 2_000 else {
                throw RequestError("the path is longer than 2,000 bytes")
            }
            return next(request)
        }
        var run = DryRun(baseURL: api, policies: [shortPaths], podcast)
        #expect(try run.load(Episode.number(7)).title == "Plans")
        #expect(throws: RequestError.self) { try run.load(Episode.all.path(String(repeating: "a", count: 2_000))) }
        #expect(run.requests.count == 1)
    }
}

@Suite(.permit) struct BodyAndPlanTests {
    @Test func `a body is created from JSON, a form or a file`() throws {
        let recording = URL(filePath: "/tmp/plans.m4a")
        let comment = Body.json(["text": "Thank you!", "stars": 5])
        let login = Body.form(["user": "ada", "password": "hush"])
        let upload = Body.file(recording, mediaType: "audio/mp4")
        let request = Episode.number(7).method(.put).body(upload)
        #expect(try String(decoding: comment.encoded(), as: UTF8.self) == #"{"stars":5,"text":"Thank you!"}"#)
        #expect(login.data == Data("user=ada&password=hush".utf8))
        #expect(request.body?.file == recording)
    }

    @Test func `a plan is several requests`() throws {
        let newest = Episode.all.flatMap { episodes in Episode.number(episodes[0].id) }
        let pair = zip(newest, Episode.number(7)).map { "\($0.title) and \($1.title)" }
        let patient = pair.recover { _ in Plan.wait(for: .seconds(3)).flatMap { pair } }
        var run = DryRun(baseURL: api, podcast)
        #expect(try run.load(patient) == "Plans and Plans")
        #expect(run.requests.count == 3)
    }
}
