import Foundation
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// Which recorded exchange answers a request, and what is said when none does.
@Suite(.permit) struct ReplayTests {
    typealias Exchange = Recording.Exchange

    private static func request(_ path: String, _ method: Request.Method = .get, body: Body? = nil) -> Request {
        Request(url: URL(string: "https://example.org\(path)")!, method: method, body: body)
    }

    private static func exchange(
        _ path: String, _ method: Request.Method = .get, body: Body? = nil, answer: String = ""
    ) -> Exchange {
        Exchange(request(path, method, body: body), .response(Response(body: Data(answer.utf8))))
    }

    private static func mismatch(_ replay: Replay, _ request: Request) throws -> RecordingMismatch {
        let error = try #require(throws: LoadError.self) { try replay.response(to: request) }
        #expect(error.stage == .request)
        return try #require(error.underlyingError as? RecordingMismatch)
    }

    private static func ask(_ client: LoopbackServerClient, _ text: String) throws -> LoopbackServerClient.Answer {
        client.send(text)
        return try client.readAnswer()
    }

    private static func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test func `equal requests are answered in the recorded order, others in any`() throws {
        let replay = Replay(
            Recording([
                Self.exchange("/a", answer: "1"), Self.exchange("/b", answer: "2"), Self.exchange("/a", answer: "3"),
            ]))
        let paths = ["/a", "/a", "/b"]
        #expect(try paths.map { Self.text(try replay.response(to: Self.request($0))) } == ["1", "3", "2"])
        try replay.finish()
        #expect(
            try Self.mismatch(replay, Self.request("/a")).description == """
                the recording has no answer to GET https://example.org/a
                  it was recorded 2 times, but is requested once more
                """)
    }

    @Test(arguments: [
        (request("/a?x=1&y=2"), request("/a?y=2&x=1")), (request("/a%2Db"), request("/a-b")),
        (request("/%c3%bc%7E"), request("/%C3%BC~")), (request("/a/%41"), request("/a/A")),
        (request(""), request("/")), (request("/a#b"), request("/a")),
        (
            request("/", .post, body: .json(["a": 1, "b": 2])),
            request("/", .post, body: .data(Data(#"{ "b": 2.0, "a": 1 }"#.utf8)))
        ),
        (
            request("/", .post, body: .form(["a": "1", "b": " "])),
            request("/", .post, body: .form(["b": " ", "a": "1"]))
        ),
        (request("/?token=a"), request("/?token=bc")),
        (
            request("/", .post, body: .form(["password": "a", "b": "c"])),
            request("/", .post, body: .form(["password": "other", "b": "c"]))
        ),
        (
            request("/", .post, body: .json(["password": "a", "b": "token=1"])),
            request("/", .post, body: .json(["password": "other", "b": "token=12345"]))
        ),
        (request("/", .post, body: .data(Data())), request("/", .post)),
    ])
    func `what does not count may be otherwise`(recorded: Request, asked: Request) throws {
        for (recorded, asked) in [(recorded, asked), (asked, recorded)] {
            let replay = Replay(Recording([Exchange(recorded, .response(Response()))]))
            #expect(throws: Never.self) { try replay.response(to: asked) }
        }
    }

    @Test(
        arguments: [
            (
                "/search?q=plan&page=2", .get, nil,
                [
                    #"query item q: recorded "plans", asked for "plan""#,
                    ##"query item page: not recorded, asked for "2""##,
                ]
            ),
            ("/episodes%2F1.json", .get, nil, ["path: recorded /episodes/1.json, asked for /episodes%2F1.json"]),
            ("/search", .get, nil, [#"query item q: recorded "plans", missing in the request"#]),
            ("/find?q=plans", .get, nil, ["path: recorded /search, asked for /find"]),
            ("/search?q=plans", .head, nil, ["method: recorded GET, asked for HEAD"]),
            (
                "/comments", .post, .json(["author": "me", "text": "no"]),
                [#"body, text: recorded "yes", asked for "no""#, #"body, author: not recorded, asked for "me""#]
            ),
            ("/comments", .post, .json(["text"]), [#"body: recorded {"text":"yes"}, asked for ["text"]"#]),
            ("/comments", .post, .data(Data("text".utf8)), ["body: recorded JSON, asked for text"]),
            ("/comments", .post, nil, ["body: recorded JSON, asked for no body"]),
        ] as [(String, Request.Method, Body?, [String])])
    func `the nearest is found, and what has changed is said`(
        path: String, method: Request.Method, body: Body?, differences: [String]
    ) throws {
        let recording = Recording([
            Self.exchange("/episodes/1.json"), Self.exchange("/search?q=plans"),
            Self.exchange("/comments", .post, body: .json(["text": "yes"])),
        ])
        let replay = Replay(recording)
        let mismatch = try Self.mismatch(replay, Self.request(path, method, body: body))
        #expect(mismatch.differences == differences)
        #expect(replay.mismatches == [mismatch])
    }

    @Test(
        arguments: [
            ("?q=caf%C3%A9", "?q=cafe%CC%81", nil, nil),
            ("", "", .form(["a": "caf\u{E9}"]), .form(["a": "cafe\u{301}"])),
            ("", "", .data(Data("caf\u{E9}".utf8)), .data(Data("cafe\u{301}".utf8))),
            ("", "", .json(["a": "caf\u{E9}"]), .json(["a": "cafe\u{301}"])),
        ] as [(String, String, Body?, Body?)])
    func `a character that is spelled otherwise is a difference`(
        path: String, otherPath: String, body: Body?, otherBody: Body?
    ) throws {
        let replay = Replay(Recording([Self.exchange("/\(path)", .post, body: body)]))
        let mismatch = try Self.mismatch(replay, Self.request("/\(otherPath)", .post, body: otherBody))
        let difference = try #require(mismatch.differences.first)
        #expect(difference.contains(#"caf\u{E9}"#) && difference.contains(#"cafe\u{301}"#))
    }

    @Test func `one that does not fit any more lists what was not asked for, and what was instead`() throws {
        let replay = Replay(Recording([Self.exchange("/a"), Self.exchange("/b?token=1")]))
        _ = try replay.response(to: Self.request("/a"))
        _ = try? replay.response(to: Self.request("/b?token=2&n=1"))
        let error = #expect(throws: UnfitRecording.self) { try replay.finish() }
        #expect(
            error?.description == """
                the recording no longer fits
                  recorded, but not requested: GET https://example.org/b?token=redacted
                the recording has no answer to GET https://example.org/b?token=redacted&n=1
                  the nearest of 2 is GET https://example.org/b?token=redacted (number 2)
                  query item n: not recorded, asked for "1"
                """)
        let empty = try Self.mismatch(Replay(Recording()), Self.request("/"))
        #expect(empty.description.hasSuffix("  it is empty"))
    }

    @Test func `a dry run and a stub answer alike`() async throws {
        let recording = Recording([
            Exchange(
                Self.request("/old"),
                .response(Response(status: 302, headerFields: ["Location": "https://example.org/new?x=1"]))),
            Self.exchange("/new?x=1", answer: #"{"token":"x"}"#),
            Self.exchange("/new", .post, body: .multipart([.text("ü", name: "a")]), answer: "[1]"),
        ])
        let old = Resource(json: URL(string: "old")!) as Resource<[String: String]>
        let new =
            Resource(
                json: URL(string: "new")!, method: .post, body: .multipart([.text("ü", name: "a")])) as Resource<[Int]>
        let plan = old.flatMap { first in new.map { (first["token"], $0) } }
        let baseURL = try #require(URL(string: "https://example.org/"))
        var run = DryRun(replaying: recording, baseURL: baseURL)
        #expect(try run.load(plan) == ("x", [1]))
        let webservice = Webservice(baseURL: baseURL, transport: StubTransport(replaying: recording))
        #expect(try await webservice.load(plan) == ("x", [1]))
        let error = #expect(throws: LoadError.self) { try run.load(new) }
        #expect(error?.stage == .request && error?.underlyingError is RecordingMismatch)
    }

    @Test func `no policy tries a request again that was not recorded, or takes another answer for it`() throws {
        let replay = Replay(Recording())
        let (other, same) = (URL(string: "https://other.example.org")!, URL(string: "https://example.org")!)
        let policies: [Policy] = [.retry(), .failover(among: [other, same]), .cache()]
        var run = DryRun(replaying: replay, baseURL: same, policies: policies)
        #expect(throws: LoadError.self) { try run.load(Resource(Self.request("/")) { $0 }) }
        #expect(replay.mismatches.count == 1 && run.elapsed == .zero)
    }

    @Test func `a server stands in for the recorded one, wherever that was`() throws {
        let recording = Recording([
            Exchange(
                Self.request("/old"),
                .response(Response(status: 302, headerFields: ["Location": "https://example.org/new?x=1"]))),
            Exchange(Self.request("/lost"), .failure(TransportError(.connectionLost, "gone"))),
            Self.exchange("/form", .post, body: .multipart([.text("ü", name: "a")]), answer: "[1]"),
        ])
        let replay = Replay(recording, comparingOrigins: false)
        let server = try LoopbackServer(replaying: replay)
        let client = try LoopbackServerClient(server)
        let redirect = try Self.ask(client, "GET /old HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(redirect.head.hasPrefix("HTTP/1.1 302 Found\r\n"))
        #expect(redirect.head.lowercased().contains("location: \(server.baseURL)new?x=1\r\n"))
        let body = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nü\r\n--b--\r\n"
        let fields = "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(body.utf8.count)"
        #expect(try Self.ask(client, "POST /form HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)").body == "[1]")
        let mismatch = try Self.ask(client, "GET /lose HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(mismatch.head.hasPrefix("HTTP/1.1 500 ") && mismatch.body.contains("path: recorded /lost"))
        client.send("GET /lost HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.readToEnd() == ("", .closed))
        #expect(replay.unused.isEmpty)
    }

    @Test func `tests at the same time have each a replay of their own`() async throws {
        #expect(Replay.current == nil)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let replay = Replay(Recording([Self.exchange("/\(number)")]))
                    await Replay.$current.withValue(replay) {
                        await Task.yield()
                        #expect(Replay.current === replay)
                    }
                }
            }
        }
        #expect(Replay.current == nil)
    }
}
