import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which methods have a body, and what a body does to be sent again.
struct BodyMethodTests {
    private let body = Body.form(["a": "b"])

    @Test func `a GET with a body is a deliberate act`() throws {
        let error = Sample.refusal(of: Request(url: Sample.url, body: body))
        #expect(
            error?.description == """
                GET https://example.org/episodes can't be sent: a GET request has no body, unless the body is \
                allowedWithGet() (RFC 9110, section 9.3.1)
                """)
        let sent = try Sample.sent(Request(url: Sample.url, body: body.allowedWithGet()))
        #expect(sent.body?.data == body.data)
        #expect(sent.headerFields["Content-Type"] == "application/x-www-form-urlencoded")
        _ = Sample.refusal(of: Request(url: Sample.url, body: .data(Data())))
    }

    @Test(arguments: [.head, .trace, .connect] as [Request.Method]) func `some methods never have a body`(
        method: Request.Method
    ) {
        _ = Sample.refusal(of: Request(url: Sample.url, method: method, body: body))
        _ = Sample.refusal(of: Request(url: Sample.url, method: method, body: body.allowedWithGet()))
    }

    @Test func `all others may have one`() {
        let cases: [Request.Method] = [.post, .put, .patch, .delete, .options, .query, "get", "PROPFIND"]
        checkEach(cases) { method throws in
            #expect(try Sample.sent(Request(url: Sample.url, method: method, body: body)).body == body, "\(method)")
        }
    }

    @Test func `a body that is compressed says so`() throws {
        let sent = try Sample.sent(Request(url: Sample.url, method: .post, body: body.gzipped()))
        #expect(sent.headerFields["Content-Encoding"] == "gzip")
        #expect(sent.headerFields["Content-Type"] == "application/x-www-form-urlencoded")
        #expect("\(body.gzipped())" == "3 bytes of application/x-www-form-urlencoded, compressed")
        #expect(body.gzipped() != body && body.gzipped() == body.gzipped())
        var request = Request(url: Sample.url, method: .post, body: body.gzipped())
        request.headerFields["content-encoding"] = "br"
        _ = Sample.refusal(of: request)
    }

    @Test func `all bodies but streams can be sent again`() {
        let bodies: [Body] = [
            .json(1), body, .data(Data()), .file(URL(filePath: "/x")), .multipart([]), body.gzipped(),
        ]
        #expect(bodies.allSatisfy { $0.canBeSentAgain })
        #expect(!Body.stream(from: NoPieces(), length: nil, mediaType: nil).canBeSentAgain)
    }

    @Test func `a stream is the same as itself alone`() {
        let source = NoPieces()
        let stream = Body.stream(from: source, length: 3, mediaType: .json)
        #expect(stream == Body.stream(from: source, length: 3, mediaType: .json))
        #expect(stream.hashValue == Body.stream(from: source, length: 3, mediaType: .json).hashValue)
        #expect(stream != Body.stream(from: NoPieces(), length: 3, mediaType: .json))
        #expect("\(stream)" == "a stream of 3 bytes of application/json")
        _ = Sample.refusal(
            of: Request(url: Sample.url, method: .put, body: .stream(from: source, length: -1, mediaType: nil)))
    }

    @Test func `a stream is not tried again`() {
        var run = DryRun(policies: [.retry(upTo: 3)]) { _ in Response(status: 503) }
        let stream = Body.stream(from: NoPieces(), length: nil, mediaType: nil)
        _ = try? run.load(Plan.send(Request(url: Sample.url, method: .put, body: stream)))
        #expect(run.requests.count == 1)
    }

    @Test(arguments: [301, 307, 308] as [Response.Status]) func `a stream is not sent again elsewhere`(
        status: Response.Status
    ) {
        var run = DryRun { _ in Response(status: status, headerFields: ["Location": "/elsewhere"]) }
        let stream = Body.stream(from: NoPieces(), length: nil, mediaType: nil)
        let error = #expect(throws: LoadError.self) {
            try run.load(Resource<Data>(url: Sample.url, method: .put, body: stream))
        }
        #expect(run.requests.count == 1)
        #expect(error?.stage == .status && error?.response?.status == status)
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotRedirect)
    }

    @Test func `a stream is let go of by a 303`() throws {
        var run = DryRun { request in
            request.method == .post ? Response(status: 303, headerFields: ["Location": "/elsewhere"]) : Response()
        }
        let stream = Body.stream(from: NoPieces(), length: nil, mediaType: nil)
        _ = try run.load(Plan.send(Request(url: Sample.url, method: .post, body: stream)))
        #expect(run.requests.map(\.body) == [stream, nil])
    }
}

/// A source that nobody asks.
private final class NoPieces: PieceSource {
    func begin() {}
    func next(_ receive: @escaping @Sendable (Result<Data?, any Error>) -> Void) {}
    func cancel() {}
}
