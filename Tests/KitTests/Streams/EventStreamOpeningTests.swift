import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The HTML Living Standard, section 9.2.2 and 9.2.3: what is asked, and what opens a stream.
struct EventStreamOpeningTests {
    private let url: URL

    init() throws { url = try #require(URL(string: "https://example.org/events")) }

    private func answered(_ response: Response) -> Result<[String], any Error> {
        var run = DryRun { _ in response }
        return Result { try run.elements(of: StreamResource<ServerSentEvent>(events: url)).map(\.data) }
    }

    private func response(_ status: Response.Status = 200, type: String?) -> Response {
        var response = Response(status: status, body: Data("data: a\n\n".utf8))
        response.headerFields["Content-Type"] = type
        return response
    }

    @Test func `an event stream is asked for, and not from a cache`() throws {
        let fields = StreamResource<ServerSentEvent>(events: url).request.headerFields
        #expect(fields["Accept"] == "text/event-stream")
        #expect(fields["Cache-Control"] == "no-store")
        let other = StreamResource<ServerSentEvent>(
            events: Request(url: url, headerFields: ["Accept": "a/b", "Cache-Control": "no-cache"])
                .method(.post).body(.json([1])))
        #expect(other.request.headerFields["Accept"] == "a/b")
        #expect(other.request.headerFields["Cache-Control"] == "no-cache")
        #expect(other.request.method == .post)
    }

    @Test(arguments: [
        "text/event-stream", "Text/Event-Stream", "text/event-stream; charset=utf-8", "text/event-stream ;a=b",
    ])
    func `a 200 of the media type opens it`(type: String) throws {
        #expect(try answered(response(type: type)).get() == ["a"])
    }

    @Test func `another media type fails`() {
        let cases: [String?] = [nil, "text/plain", "text/event-stream-x", "application/json", "x"]
        checkEach(cases) { type in
            let error = try #require(throws: LoadError.self, "\(type ?? "nil")") {
                try answered(response(type: type)).get()
            }
            #expect(error.stage == .parse, "\(type ?? "nil")")
            #expect(error.parseFailure?.expected == "a body of the media type text/event-stream", "\(type ?? "nil")")
        }
    }

    @Test func `another status fails`() {
        let cases: [Response.Status] = [201, 205, 206, 299, 304, 400, 404, 410, 500, 503]
        checkEach(cases) { status in
            let error = try #require(throws: LoadError.self, "\(status)") {
                try answered(response(status, type: "text/event-stream")).get()
            }
            #expect(error.stage == .status, "\(status)")
        }
    }

    @Test func `a 204 is the end`() throws {
        #expect(try answered(Response(status: 204)).get() == [])
        #expect(try answered(response(204, type: "text/event-stream")).get() == [])
    }
}
