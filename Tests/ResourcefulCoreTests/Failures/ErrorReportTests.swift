import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a developer sees of an error: several lines, and a caret.
struct ErrorReportTests {
    private func report(_ resource: Resource<[Int]>, _ response: Response) throws -> String {
        try #require(throws: LoadError.self) { try resource.value(from: response) }.debugDescription
    }

    private let resource = Resource<[Int]>(json: Sample.url, at: "列表")

    @Test func `of the parse stage, with the caret under the place, wide characters counted twice`() throws {
        let answer = Response(
            headerFields: ["Content-Type": "application/json"],
            body: Data(#"{"名字": "e\#u{301}a", "列表": [1, "二"]}"#.utf8))
        #expect(
            try report(resource, answer) == """
                GET https://example.org/episodes
                200 OK, application/json, 40 bytes
                parse failed at 列表[1] (line 1, column 34)
                  expected Int
                  found    the string "二"
                  {"名字": "e\u{301}a", "列表": [1, "二"]}
                                             ^
                """)
    }

    @Test func `of the status stage, with the body's beginning and the server's words`() throws {
        let answer = Response(status: 503, body: Data(#"{"message": "down for maintenance", "token": "abc"}"#.utf8))
        #expect(
            try report(resource, answer) == """
                GET https://example.org/episodes
                503 Service Unavailable, 51 bytes
                unexpected status
                  the server says: down for maintenance
                  {"message": "down for maintenance", "token": "***"}
                """)
    }

    @Test func `a body that is no text is not shown`() throws {
        let answer = Response(status: 500, body: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0xD]))
        #expect(
            try report(resource, answer)
                == "GET https://example.org/episodes\n500 Internal Server Error, 12 bytes\nunexpected status")
    }

    @Test func `of the other stages, the cause`() {
        let request = Request(url: Sample.url)
        let lost = LoadError(
            stage: .transport, request: request, underlyingError: TransportError(.connectionLost, "it was reset"))
        #expect(lost.debugDescription == "GET https://example.org/episodes\ntransport failed: it was reset")
        let refused = LoadError(stage: .request, request: request, underlyingError: RequestError("no"))
        #expect(refused.debugDescription == "GET https://example.org/episodes\nrequest failed: no")
        struct Strange: Error {}
        let strange = LoadError(stage: .parse, request: request, underlyingError: Strange())
        #expect(strange.debugDescription == "GET https://example.org/episodes\nparse failed: Strange()")
    }

    @Test func `no secret is in it, wherever it stands`() throws {
        let request = Request(
            url: URL(string: "https://user:hunter2@example.org/a?access_token=hunter2")!,
            headerFields: ["Authorization": "Bearer hunter2"])
        let bodies = [
            #"{"列表": [1, "x"], "password": "hunter2"}"#, #"{"password": "hunter2", "列表": [1, "x"]}"#,
            #"{"列表": ["password=hunter2"]}"#, #"{"password": ["hunter2"], "列表": 1}"#, #"{"token": "hunter2", "#,
            #"{"message": "your api_key=hunter2 is bad", "token": "hunter2"}"#,
        ]
        for body in bodies {
            for status in [200, 400] as [Response.Status] {
                let resource = Resource<[Int]>(json: request, at: "列表")
                let text = try report(
                    resource, Response(status: status, headerFields: ["Set-Cookie": "hunter2"], body: Data(body.utf8)))
                #expect(!text.contains("hunter2"), "\(text)")
            }
        }
        let secret = Resource<Int>(json: request, at: "password")
        let error = try #require(throws: LoadError.self) { try secret.parse(Data(bodies[0].utf8)) }
        #expect(!error.debugDescription.contains("hunter2") && !error.description.contains("hunter2"))
    }

    @Test func `a failure made by hand prints what it has`() {
        #expect(
            ParseFailure(expected: "a", found: "b").debugDescription == "parse failed\n  expected a\n  found    b")
        let whole = ParseFailure(
            path: "x.y", expected: "a", found: "b", excerpt: "cdef", caret: 2,
            position: TextPosition(line: 3, column: 14))
        #expect(
            whole.debugDescription == """
                parse failed at x.y (line 3, column 14)
                  expected a
                  found    b
                  cdef
                    ^
                """)
    }
}
