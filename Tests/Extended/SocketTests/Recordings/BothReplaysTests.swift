import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// What a replay answers, asked through a stubbed transport and on a real connection.
@Suite(.permit) struct BothReplaysTests {
    private typealias Exchange = Recording.Exchange

    private static func request(_ path: String, _ method: Request.Method = .get, body: Body? = nil) -> Request {
        Request(url: URL(string: "https://example.org\(path)")!, method: method, body: body)
    }

    private static func recording(_ exchanges: (Request, String)...) -> Recording {
        Recording(exchanges.map { Exchange($0, .response(Response(body: Data($1.utf8)))) })
    }

    private static func json(_ text: String) -> Body { .data(Data(text.utf8), mediaType: .json) }

    private static func parts(_ password: String) -> Body { .multipart([.text(password, name: "password")]) }

    /// The answer of a server to a request: the head and the body.
    private static func served(_ request: Request, by server: LoopbackServer) throws -> (head: String, body: String) {
        let request = try request.checked()
        let body = try request.body?.encoded() ?? Data()
        let client = try LoopbackServerClient(server)
        let target = request.url.absoluteString.dropFirst("https://example.org".count).prefix { $0 != "#" }
        client.send("\(request.method) \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n")
        for field in request.headerFields { client.send("\(field.name): \(field.value)\r\n") }
        client.send(Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
        let answer = client.readToEnd().text
        let end = answer.range(of: "\r\n\r\n")
        return end.map { ("\(answer[..<$0.lowerBound])\r\n", "\(answer[$0.upperBound...])") } ?? (answer, "")
    }

    /// The bodies of the answers in both replays: `nil` for a request that isn't answered.
    private static func answers(of recording: Recording, to requests: [Request]) async throws -> [[String?]] {
        let transport = StubTransport(replaying: recording)
        let server = try LoopbackServer(replaying: recording)
        var (stubbed, live) = ([String?](), [String?]())
        for request in requests {
            stubbed.append(try? String(decoding: await transport.send(request.checked()).body, as: UTF8.self))
            let answer = try served(request, by: server)
            live.append(answer.head.hasPrefix("HTTP/1.1 200 ") ? answer.body : nil)
        }
        return [stubbed, live]
    }

    /// Secrets that look like some.
    private static let (a, b, c) = (
        "8f14e45fceea167a5a36dedd4bea2543", "c9f0f895fb98ab9159f51fd0297e236d", "45c48cce2e2d7fbdea1afc51c7c6ad26"
    )

    @Test func `of two keys each has its own answer`() async throws {
        let recording = Self.recording((Self.request("/x?key=A"), "A"), (Self.request("/x?key=B"), "B"))
        for answers in try await Self.answers(of: recording, to: [Self.request("/x?key=B")]) {
            #expect(answers == ["B"])
        }
    }

    @Test(
        arguments: [
            { request("/x?key=\($0)") }, { request("/x?q=1&access_token=\($0)") }, { request("/a?api_key=\($0)#x") },
            { request("/", .post, body: json(#"{"password":"\#($0)"}"#)) },
            { request("/", .post, body: .form(["user": "a", "password": $0])) },
            { request("/", .put, body: parts($0)) },
        ] as [@Sendable (String) -> Request])
    func `the request with the same secret wins, wherever it was recorded, and no other is taken for it`(
        asking: @Sendable (String) -> Request
    ) async throws {
        let (first, second, other) = (asking(Self.a), asking(Self.b), asking(Self.c))
        let recording = Self.recording((first, "A"), (second, "B"))
        for answers in try await Self.answers(of: recording, to: [second, first]) { #expect(answers == ["B", "A"]) }
        for answers in try await Self.answers(of: recording, to: [first, second]) { #expect(answers == ["A", "B"]) }
        // The other request's answer isn't used up in its place.
        for answers in try await Self.answers(of: recording, to: [second, second, first]) {
            #expect(answers == ["B", nil, "A"])
        }
        for answers in try await Self.answers(of: recording, to: [other, second]) { #expect(answers == [nil, "B"]) }
        // One recorded request is unambiguous, and so are those that are the same, or have the same answer.
        let same = [Self.recording((first, "A")), Self.recording((first, "A"), (first, "2"))]
        for recording in same + [Self.recording((first, "A"), (second, "A"))] {
            for answers in try await Self.answers(of: recording, to: [other]) { #expect(answers == ["A"]) }
        }
    }

    @Test func `in a written recording requests that differ only in secrets are answered in their order`() async throws
    {
        let recording = Self.recording(
            (Self.request("/x?access_token=\(Self.a)"), "A"), (Self.request("/x?access_token=\(Self.b)"), "B"))
        let read = try Recording(parsing: recording.har)
        let requests = [Self.b, Self.c].map { Self.request("/x?access_token=\($0)") }
        for answers in try await Self.answers(of: read, to: requests) { #expect(answers == ["A", "B"]) }
    }

    @Test func `the error of an ambiguous request names the ones it could be`() throws {
        let recording = Self.recording(
            (Self.request("/x?access_token=\(Self.a)"), "A"), (Self.request("/y"), ""),
            (Self.request("/x?access_token=\(Self.b)"), "B")
        )
        let error = #expect(throws: LoadError.self) {
            try Replay(recording).response(to: Self.request("/x?access_token=\(Self.c)"))
        }
        let text = error?.description ?? ""
        #expect(text.contains("the recorded requests 1, 3 differ from it") && !text.contains(Self.c))
    }

    @Test func `a compressed request is the one that was recorded before it was compressed`() async throws {
        let text = #"{"a":[1,2,3],"password":"hunter2","t":"\#(String(repeating: "ü", count: 1_000))"}"#
        let bodies: [Body] = [
            Self.json(text), .form(["a": "b", "c": "d e"]), .data(Data([0xFF, 0, 0x80])), .data(Data("text".utf8)),
            .multipart([.text("ü", name: "a"), .data(Data([0xFF]), name: "b")], boundary: "b"),
        ]
        for body in bodies {
            for recorded in [body, body.gzipped()] {
                let recording = Self.recording((try Self.request("/", .post, body: recorded).checked(), "yes"))
                for recording in [recording, try Recording(parsing: recording.har)] {
                    for asked in [body, body.gzipped()] {
                        let request = Self.request("/", .post, body: asked)
                        for answers in try await Self.answers(of: recording, to: [request]) {
                            #expect(answers == ["yes"], "\(recorded), \(asked)")
                        }
                    }
                }
                // The content still counts.
                let other = Self.request(
                    "/", .post, body: Body.data(Data("other".utf8), mediaType: body.mediaType).gzipped())
                for answers in try await Self.answers(of: recording, to: [other]) {
                    #expect(answers == [nil], "\(body)")
                }
            }
        }
    }

    @Test func `bytes that only claim to be compressed are compared as they are`() async throws {
        let gzip = try Self.json("[1]").gzipped().encoded()
        var wrong = gzip
        wrong[wrong.count - 1] = 0xFF
        for data in [Data(), Data("[1]".utf8), gzip.dropLast(3), gzip + [0], wrong, Data(gzip.prefix(10))] {
            var request = Self.request("/", .post, body: .data(data, mediaType: .json))
            request.headerFields["Content-Encoding"] = "gzip"
            for answers in try await Self.answers(of: Self.recording((request, "yes")), to: [request]) {
                #expect(answers == ["yes"], "\(data.count) bytes")
            }
            var other = request
            other.body = .data(data + [1], mediaType: .json)
            for answers in try await Self.answers(of: Self.recording((request, "yes")), to: [other]) {
                #expect(answers == [nil], "\(data.count) bytes")
            }
        }
    }

    @Test(arguments: [nil, "gzip"]) func `what HEAD says of the content is kept`(coding: String?) async throws {
        let request = Self.request("/", .head)
        let coded = coding.map { #",{"name":"content-encoding","value":"\#($0)"}"# } ?? ""
        let foreign = """
            {"log":{"entries":[{"request":{"method":"HEAD","url":"https://example.org/"},"response":{"status":200,\
            "headers":[{"name":"content-length","value":"5120"},{"name":"transfer-encoding","value":"chunked"}\
            \(coded)],\
            "content":{"size":0,"text":""}}}]}}
            """
        var answer = Response(headerFields: ["Content-Length": "5120"])
        if let coding { answer.headerFields["Content-Encoding"] = coding }
        let own = Recording([Exchange(request, .response(answer))])
        for recording in [own, try Recording(parsing: own.har), try Recording(parsing: Data(foreign.utf8))] {
            let stubbed = try await StubTransport(replaying: recording).send(request)
            #expect(stubbed.headerFields["Content-Length"] == "5120")
            #expect(stubbed.headerFields["Content-Encoding"] == coding && stubbed.body.isEmpty)
            let live = try Self.served(request, by: LoopbackServer(replaying: recording))
            #expect(live.head.lowercased().contains("content-length: 5120\r\n") && live.body.isEmpty)
            #expect(live.head.lowercased().contains("content-encoding: gzip\r\n") == (coding != nil))
        }
    }

    @Test(arguments: Subject.overSockets) func `the reason why a server has no answer is in the error`(
        subject: Subject
    ) async throws {
        let recording = Self.recording((Self.request("/search?q=plans&token=\(Self.a)"), ""))
        let server = try LoopbackServer(replaying: recording)
        let stubs = try LoopbackServer([Stub("news.json").answers(.status(200))])
        for (base, reason) in [
            (server.baseURL, #"query item q: recorded "plans", asked for "plan""#),
            (stubs.baseURL, "the path is /search"),
        ] {
            let webservice = Webservice(baseURL: base, transport: subject.own())
            let url = try #require(URL(string: "search?q=plan&token=\(Self.c)"))
            let error = await #expect(throws: LoadError.self) { try await webservice.load(Resource(url: url) { $0 }) }
            let text = error?.description ?? ""
            #expect(
                text.contains("was answered with 50") && text.contains(reason) && !text.contains(Self.c), "\(text)")
            #expect(!text.contains("\n"))
        }
    }
}
