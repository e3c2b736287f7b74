import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One error, one sentence for each stage.
struct LoadErrorTests {
    private func error(
        _ resource: Resource<[Int]> = Resource(json: Sample.url), _ respond: @escaping () throws -> Response
    ) throws -> LoadError {
        var run = DryRun { _ in try respond() }
        return try #require(throws: LoadError.self) { try run.load(resource) }
    }

    @Test func `of the request stage`() throws {
        let error = try error(Resource(json: URL(string: "ftp://example.org/a")!)) { Response() }
        #expect(error.stage == .request)
        #expect(error.request.url.absoluteString == "ftp://example.org/a")
        #expect(error.response == nil)
        #expect(error.status == nil)
        #expect(error.parseFailure == nil)
        #expect(error.underlyingError is RequestError)
        #expect(
            error.description
                == "GET ftp://example.org/a can't be sent: "
                + "the URL's scheme is ftp, but only http and https are supported")
    }

    @Test func `of the transport stage`() throws {
        let error = try error { throw TransportError(.cannotResolveHost, "example.org has no address") }
        #expect(error.stage == .transport)
        #expect(error.response == nil)
        #expect(
            error.underlyingError as? TransportError == TransportError(.cannotResolveHost, "example.org has no address")
        )
        #expect(error.description == "GET https://example.org/episodes failed: example.org has no address")
    }

    @Test func `of the transport stage, with an error of another library`() throws {
        struct Strange: Error { let code = 7 }
        let error = try error { throw Strange() }
        #expect(error.stage == .transport)
        #expect(error.underlyingError is Strange)
        #expect(error.description == "GET https://example.org/episodes failed: Strange(code: 7)")
    }

    @Test func `of the status stage`() throws {
        let error = try error { Response(status: 404, headerFields: ["X": "1"], body: Data("gone".utf8)) }
        #expect(error.stage == .status)
        #expect(error.status == 404)
        #expect(error.response?.body == Data("gone".utf8))
        #expect(error.response?.headerFields == ["X": "1"])
        #expect(error.underlyingError == nil)
        #expect(error.description == "GET https://example.org/episodes was answered with 404 Not Found")
    }

    @Test func `of the status stage, with a plain text`() {
        let cases: [(String, String, String?)] = [
            ("no seats left", "text/plain", ": no seats left"),
            ("a\r\n\u{1B}[1mb", "text/plain; charset=utf-8", ": a   [1mb"),
            ("token=hunter2 is bad", "text/plain", ": token=******* is bad"), ("", "text/plain", ""),
            ("<p>gone</p>", "text/html", ""), (String(repeating: "a", count: 900), "text/plain", nil),
        ]
        checkEach(cases) { text, type, shown in
            let error = try error { Response(status: 404, headerFields: ["Content-Type": type], body: Data(text.utf8)) }
            let rest = error.description.dropFirst(
                "GET https://example.org/episodes was answered with 404 Not Found".count)
            #expect(rest == shown ?? ": \(text.prefix(500))", "\(text)")
        }
    }

    @Test func `of the parse stage`() throws {
        let error = try error { Response(status: 203, body: Data("[1,true]".utf8)) }
        #expect(error.stage == .parse)
        #expect(error.status == 203)
        #expect(error.parseFailure?.path == [1])
        #expect(error.response?.body == Data("[1,true]".utf8))
        #expect(
            error.description == """
                GET https://example.org/episodes was answered with 203 Non-Authoritative Information, but can't be \
                read: [1]: expected Int, found true (line 1, column 4) near: [1,true]
                """)
    }

    @Test func `of the parse stage, of a body alone`() throws {
        let error = try #require(throws: LoadError.self) { try Resource<[Int]>(json: Sample.url).parse(Data()) }
        #expect(
            error.description == """
                GET https://example.org/episodes was answered, but can't be read: expected JSON, found an empty body
                """
        )
    }

    @Test func `made by hand with as little as there can be`() {
        let request = Request(url: Sample.url, method: .head)
        let sentences = [LoadError.Stage.request, .transport, .status, .parse].map {
            LoadError(stage: $0, request: request).description
        }
        #expect(
            sentences == [
                "HEAD https://example.org/episodes can't be sent: unknown cause",
                "HEAD https://example.org/episodes failed: unknown cause",
                "HEAD https://example.org/episodes was answered with an unexpected status",
                "HEAD https://example.org/episodes was answered, but can't be read: unknown cause",
            ])
    }

    @Test func `it prints one sentence, and more for a debugger`() throws {
        let error = try error { Response(status: 500) }
        #expect("\(error as any Error)" == error.description)
        #expect(String(reflecting: error) == error.debugDescription)
        #expect(error.debugDescription.hasPrefix("GET https://example.org/episodes\n500 Internal Server Error"))
    }

    @Test func `cancellation is no load error`() {
        var run = DryRun { _ in throw CancellationError() }
        #expect(throws: CancellationError.self) { try run.load(Resource<[Int]>(json: Sample.url)) }
    }

    @Test func `a load error that a transport throws stays what it is`() throws {
        let inner = LoadError(stage: .status, request: Request(url: Sample.url, method: .delete))
        let error = try error { throw inner }
        #expect(error.stage == .status)
        #expect(error.request == inner.request)
    }
}
