import Foundation
import ResourcefulTesting
import Testing

/// What a transport that records writes, and what it leaves out.
struct RecordingTransportTests {
    /// A file in a folder that is not there yet, gone when it is no longer used.
    private final class TemporaryFile {
        let url = URL(filePath: "/tmp/resourceful-recording-\(UInt64.random(in: 0 ... .max))/session.har")

        func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

        deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    }

    private static let url = URL(string: "https://example.org/episodes.json")!

    @Test func `what is recorded answers the same requests with the same responses`() async throws {
        let file = TemporaryFile()
        let stub = StubTransport { request in
            Response(
                status: request.method == .post ? 201 : 200,
                headerFields: ["Content-Type": "application/json", "ETag": "\"1\"", "X-A": "b"],
                body: Data(#"{"n": 1.50, "path": "\#(request.url.path)", "t": "ü\n\u0001"}"#.utf8))
        }
        let transport = stub.recording(to: file.url)
        let requests = [
            Request(url: Self.url), Request(url: Self.url, method: .post, body: .json(["a": [1, 2]])),
            Request(url: Self.url, method: .put, body: .form(["a": "b c", "d": "&="])),
            Request(url: Self.url, method: .put, body: .data(Data([0, 0xFF, 1]))),
            Request(url: Self.url, method: .delete, headerFields: ["X-B": "c"]),
        ]
        var responses: [Response] = []
        for request in requests { responses.append(try await transport.send(request)) }
        let recording = try Recording(contentsOf: file.url)
        #expect(recording.exchanges.map(\.request.method) == requests.map(\.method))
        #expect(recording.exchanges.map(\.request.body?.data) == requests.map(\.body?.data))
        #expect(recording.skipped.isEmpty)
        let replay = Replay(recording)
        for (request, response) in zip(requests.reversed(), responses.reversed()) {
            var response = response
            response.url = request.url
            #expect(try replay.response(to: request) == response)
        }
        try replay.finish()
        // What is read is written again as it was.
        #expect(try Recording(parsing: recording.har).exchanges == recording.exchanges)
    }

    @Test func `no secret is in a file, wherever it stood`() async throws {
        let file = TemporaryFile()
        let (secret, own) = ("hunter2secret", "4711pin")
        let nested = #"{"access_token":"\#(secret)"}"#
        let members: [(String, JSON)] = [
            ("access_token", JSON(secret)), ("user", ["password": JSON(secret), "name": "kept"]),
            ("list", [["refresh_token": JSON(secret)]]), ("secret", ["a": [JSON(secret)], "b": 47_110_815]),
            ("next", JSON("https://example.org/a?api_key=\(secret)&page=2")), ("nested", JSON(nested)),
            ("pin", JSON(own)), ("key", 47_110_815),
        ]
        let body = JSON(members)
        let stub = StubTransport { request in
            Response(
                headerFields: [
                    "Set-Cookie": "session=\(secret)", "Location": "/b?token=\(secret)",
                    "Content-Type": "application/json",
                    "X-Pin": own,
                ], body: Data(String(body).utf8))
        }
        let redaction = Redaction.standard.adding(fields: ["X-Pin"], parameters: ["PIN"])
        let transport = stub.recording(to: file.url, redacting: redaction)
        let url = URL(string: "https://example.org/a?token=\(secret)&pin=\(own)&q=kept")!
        let fields: HeaderFields = [
            "Authorization": "Bearer \(secret)", "Cookie": "a=\(secret)", "X-Api-Key": secret, "X-Pin": own,
            "Referer": "https://example.org/?access_token=\(secret)",
        ]
        let bodies: [Body] = [
            .json(body), .form(["password": secret, "pin": own, "q": "kept"]),
            .multipart([.text(secret, name: "client_secret"), .text("kept", name: "q"), .text(own, name: "pin")]),
            .data(Data("token: \(secret)\nkept".utf8), mediaType: "text/plain"),
            .data(Data("password=\(secret)\u{0}kept".utf8)), .data(Data(nested.utf8), mediaType: "text/plain"),
            .data(
                Data(
                    """
                    --B\r\nContent-Disposition: form-data; name="password"\r\n\r\n\(secret)\r
                    --B\r\nContent-Disposition: form-data; name="pin"\r\n\r\n\(own)\r
                    --B\r\nContent-Disposition: form-data; name="q"\r\n\r\nkept\r\n--B--\r\n
                    """.utf8), mediaType: "multipart/form-data; boundary=B"),
        ]
        for body in bodies {
            _ = try await transport.send(Request(url: url, method: .post, headerFields: fields, body: body))
        }
        let text = try file.text()
        for secret in [secret, own, "47110815", Data(secret.utf8).base64EncodedString()] {
            #expect(!text.contains(secret), "\(secret) is in \(text)")
        }
        #expect(text.components(separatedBy: "kept").count > 12)
        let recording = try Recording(contentsOf: file.url)
        #expect(recording.redaction == redaction)
        // Requests with other secrets are answered all the same, and what is replaced is still JSON.
        let replay = Replay(recording)
        for body in bodies {
            let other = try #require(URL(string: "https://example.org/a?token=other&pin=1&q=kept"))
            let response = try replay.response(to: Request(url: other, method: .post, body: body))
            let json = try JSON(parsing: response.body)
            #expect(try json.access_token.string == "[redacted]" && json.user.name.string == "kept")
            #expect(try json.key.int == 0 && json.next.string.hasSuffix("&page=2"))
        }
        try replay.finish()
    }

    @Test func `a failure is recorded, and thrown again; what was canceled is not`() async throws {
        let file = TemporaryFile()
        let stub = StubTransport { request in
            if request.method == .head { throw CancellationError() }
            throw TransportError(.cannotConnect, "nobody listens")
        }
        let transport = stub.recording(to: file.url)
        let request = Request(url: Self.url)
        await #expect(throws: TransportError(.cannotConnect, "nobody listens")) { try await transport.send(request) }
        await #expect(throws: CancellationError.self) {
            try await transport.send(Request(url: Self.url, method: .head))
        }
        let recording = try Recording(contentsOf: file.url)
        #expect(recording.exchanges.map(\.outcome) == [.failure(TransportError(.cannotConnect, "nobody listens"))])
        #expect(throws: TransportError(.cannotConnect, "nobody listens")) {
            try Replay(recording).response(to: request)
        }
    }

    @Test func `exchanges at the same time are recorded in the order in which they began`() async throws {
        let file = TemporaryFile()
        let (later, isAnswered) = AsyncStream<Void>.makeStream()
        let stub = StubTransport { request in
            // The later one is answered first.
            if request.url.path == "/0" { await later.first { _ in true } } else { isAnswered.yield() }
            return Response(body: Data(request.url.path.utf8))
        }
        let webservice = Webservice(
            baseURL: URL(string: "http://example.org/"), transport: .recording(of: stub, to: file.url))
        let resources = try (0..<2).map { number in
            Resource(url: try #require(URL(string: "\(number)"))) { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try await webservice.load(all(resources)) == ["/0", "/1"])
        let recording = try Recording(contentsOf: file.url)
        #expect(recording.exchanges.map(\.date) == recording.exchanges.map(\.date).sorted())
        #expect(Set(recording.exchanges.map(\.request.url.path)) == ["/0", "/1"])
    }

    @Test func `a recording that can't be written fails the load, and says which file it is`() async throws {
        let transport = StubTransport { _ in Response() }.recording(to: URL(filePath: "/dev/null/session.har"))
        let error = await #expect(throws: RecordingNotWritten.self) {
            try await transport.send(Request(url: Self.url))
        }
        #expect(error?.description.hasPrefix("the recording /dev/null/session.har can't be written: ") == true)
    }

    @Test func `a file that is not there is named, and what is there instead`() throws {
        let file = TemporaryFile()
        try Recording().write(to: file.url)
        let other = file.url.deletingLastPathComponent().appending(path: "other.har")
        let error = #expect(throws: RecordingNotFound.self) { try Recording(contentsOf: other) }
        #expect(error?.description == "there is no recording \(other.path); its folder has session.har")
        let missing = #expect(throws: RecordingNotFound.self) { try Recording("nowhere.har") }
        #expect(missing?.description.contains("/Recordings/nowhere.har; ") == true)
        #expect(throws: ParseFailure.self) { try Recording(contentsOf: URL(filePath: #filePath)) }
    }
}
