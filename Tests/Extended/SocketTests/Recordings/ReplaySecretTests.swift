import Foundation
import ResourcefulTesting
import Testing

/// What stands for a secret in a recording, and what only looks like it.
@Suite(.permit) struct ReplaySecretTests {
    private static func request(_ path: String, _ body: Body? = nil) -> Request {
        Request(
            url: URL(string: "https://example.org\(path)")!, method: body == nil ? .get : .post,
            body: body)
    }

    private static func text(_ text: String) -> Body { .data(Data(text.utf8), mediaType: .plainText) }

    private static func json(_ text: String) -> Body { .data(Data(text.utf8), mediaType: .json) }

    private static func parts(_ boundary: String, _ password: String) -> Body {
        let head = "Content-Disposition: form-data; name=\"password\""
        let text = "--\(boundary)\r\n\(head)\r\n\r\n\(password)\r\n--\(boundary)--\r\n"
        return .data(Data(text.utf8), mediaType: MediaType("multipart/form-data; boundary=\(boundary)"))
    }

    /// The recording of a request, as it is and after it was written to a file.
    private static func recordings(_ request: Request) throws -> [Recording] {
        let recording = Recording([Recording.Exchange(request, .response(Response()))])
        return [recording, try Recording(parsing: recording.har)]
    }

    @Test(
        arguments: [
            (request("/?q=*"), request("/?q=other")), (request("/?q=redacted"), request("/?q=other")),
            (request("/?q=%5Bredacted%5D"), request("/?q=other")),
            (request("/", .form(["q": "*"])), request("/", .form(["q": "other"]))),
            (request("/", json(#"{"q":"*"}"#)), request("/", json(#"{"q":"other"}"#))),
            (request("/", json(#"{"q":"[redacted]"}"#)), request("/", json(#"{"q":1}"#))),
            (request("/", json(#"{"q":{"a":"redacted"}}"#)), request("/", json(#"{"q":{"a":[]}}"#))),
            (request("/", json(#"{"a":"2**3"}"#)), request("/", json(#"{"a":"2*3"}"#))),
            (request("/", text("2**3")), request("/", text("2*3"))),
            (request("/", .form(["a": "**"])), request("/", .form(["a": "*"]))),
            (
                request("/", .multipart([.text("redacted", name: "q")])),
                request("/", .multipart([.text("other", name: "q")]))
            ),
        ]) func `a value that looks like a mark is compared where no secret stands`(recorded: Request, asked: Request)
        throws
    {
        for (recorded, asked) in [(recorded, asked), (asked, recorded)] {
            for recording in try Self.recordings(recorded) {
                let error = #expect(throws: LoadError.self) { try Replay(recording).response(to: asked) }
                #expect(error?.underlyingError is RecordingMismatch)
                #expect(throws: Never.self) { try Replay(recording).response(to: recorded) }
            }
        }
    }

    @Test(
        arguments: [
            (request("/?token=*"), request("/?token=other")), (request("/?token=XXX"), request("/?token=other")),
            (request("/?user%5Bpassword%5D=redacted"), request("/?user[password]=other")),
            (request("/", .form(["password": "****"])), request("/", .form(["password": "other"]))),
            (request("/", json(#"{"password":"*"}"#)), request("/", json(#"{"password":"other"}"#))),
            (request("/", json(#"{"password":"hidden"}"#)), request("/", json(#"{"password":1234}"#))),
            (request("/", json(#"{"secret":"…"}"#)), request("/", json(#"{"secret":{"a":[1,true]}}"#))),
            (request("/", json(#"{"next":"/?token=*"}"#)), request("/", json(#"{"next":"/?token=other"}"#))),
            (request("/", text("token: *\na 2*3")), request("/", text("token: other\na 2*3"))),
            (request("/", text("token: * c\nd")), request("/", text("token: {\"a\": [1]} b\nd"))),
            (
                request("/", .multipart([.text("*", name: "password")])),
                request("/", .multipart([.text("other", name: "password")]))
            ), (request("/", parts("B", "*")), request("/", parts("C", "other"))),
            (request("/", parts("B", "*")), request("/", .multipart([.text("other", name: "password")]))),
        ]) func `any mark of a secret is equal to it`(recorded: Request, asked: Request) throws
    {
        for recording in try Self.recordings(recorded) {
            #expect(throws: Never.self) { try Replay(recording).response(to: asked) }
        }
    }

    @Test func `a secret of one request is masked in a replay`() async throws {
        let baseURL = try #require(URL(string: "https://example.org"))
        let policy = Policy.apiKey("hunter2", in: .query("appid"), for: baseURL)
        let resource = Resource(url: URL(string: "a?q=1")!) { String(decoding: $0, as: UTF8.self) }
        var sent: [Request] = []
        var run = DryRun(baseURL: baseURL, policies: [policy]) { request in
            sent.append(request)
            return Response(body: Data("b".utf8))
        }
        _ = try run.load(resource)
        let exchange = Recording.Exchange(try #require(sent.first), .response(Response(body: Data("b".utf8))))
        let (whole, har) = (Recording([exchange]), Recording([exchange]).har)
        #expect(!String(decoding: har, as: UTF8.self).contains("hunter2"))
        let written = try Recording(parsing: har)
        #expect(try Recording(parsing: written.har).exchanges == written.exchanges)
        for recording in [whole, written] {
            var replayed = DryRun(
                replaying: recording, baseURL: baseURL,
                policies: [.apiKey("another", in: .query("appid"), for: baseURL)])
            #expect(try replayed.load(resource) == "b")
            // A server sees bytes, which don't say what is secret.
            let server = try LoopbackServer(replaying: recording)
            let client = try LoopbackServerClient(server)
            client.send("GET /a?q=2&appid=another HTTP/1.1\r\nHost: a\r\n\r\n")
            let mismatch = try client.readAnswer().body
            #expect(mismatch.contains(#"query item q: recorded "1", asked for "2""#) && !mismatch.contains("another"))
            client.send("GET /a?q=1&appid=another HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readAnswer().body == "b")
        }
        // In an archive of a browser the name says nothing, but the request does.
        let foreign =
            #"{"request":{"method":"GET","url":"https://example.org/a?q=1&appid=x"},"response":{"status":200}}"#
        let browsers = try Recording(parsing: Data(#"{"log":{"entries":[\#(foreign)]}}"#.utf8))
        #expect(throws: Never.self) { try Replay(browsers).response(to: exchange.request) }
    }
}
