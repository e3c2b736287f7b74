import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct UnansweredRequestTests {
    private func unanswered(
        _ server: StubServer, _ path: String, _ method: Request.Method = .get, fields: HeaderFields = [:],
        body: Body? = nil
    ) throws -> UnansweredRequest {
        let error = #expect(throws: LoadError.self) {
            try answer(server, path, method, fields: fields, body: body)
        }
        #expect(error?.stage == .request)
        return try #require(error?.underlyingError as? UnansweredRequest)
    }

    @Test func `the message shows the request and the nearest stubs with what is different`() throws {
        let server: StubServer = [
            Stub("/api/collections.json"), Stub(.post, "/api/episodes/{id}.json"),
            Stub("/api/episodes/{id}.json", query: ["page": "1"]), Stub("/api/episode/{id}.json"),
        ]
        let error = try unanswered(server, "episodes/7.json?page=2&token=abc")
        #expect(
            "\(error)" == """
                no stub answers GET https://example.org/api/episodes/7.json?page=2&token=redacted
                the nearest of 4 stubs:
                  POST /api/episodes/{id}.json
                    but the method is GET
                  GET /api/episodes/{id}.json?page=1
                    but the query has page=2
                  GET /api/episode/{id}.json
                    but the path is /api/episodes/7.json
                """)
        #expect(error.nearest.count == 4)
    }

    @Test func `of a body the first difference is shown`() throws {
        let stub = Stub(.post, "a", fields: ["X-A": "1"], body: .json(["title": "One", "tags": "a"]))
        let reasons = { (body: Body?) in
            try unanswered([stub], "a", .post, fields: ["X-A": "1"], body: body).nearest[0].reasons
        }
        #expect(try reasons(nil) == ["there is no body"])
        #expect(try reasons(.data(Data("x".utf8))) == ["the body isn't JSON"])
        #expect(try reasons(.json(["tags": "a"])) == [#"in the body title is missing, not the string "One""#])
        #expect(
            try reasons(.json(["title": "Two", "tags": "a"])) == [
                #"in the body title is the string "Two", not the string "One""#
            ])
        let form = Stub(.post, "a", body: .form(["user": "ada", "password": "sesame"]))
        let difference = try unanswered([form], "a", .post, body: .form(["user": "ada", "password": "mellon"]))
        #expect(difference.nearest[0].reasons == ["the form has password=redacted"])
    }

    @Test func `no secret is shown`() throws {
        let stub = Stub("a", query: ["token": "s3cret-1"], fields: ["Authorization": "s3cret-2"])
        let bodies: [Body] = [.json(["password": "s3cret-3"]), .form(["password": "s3cret-3"])]
        for body in bodies {
            let error = try unanswered(
                [stub, Stub(.post, "a", body: .json(["password": "s3cret-5"]))],
                "https://example.org/a?token=s3cret-7", .post, fields: ["Authorization": "s3cret-8"],
                body: body)
            #expect(!"\(error)".contains("s3cret"), "\(error)")
            #expect("\(error)".contains("the field Authorization is [redacted]"))
        }
    }

    @Test func `a server without stubs, and one whose stub has had enough, say so`() throws {
        #expect("\(try unanswered([], "a"))" == "no stub answers GET https://example.org/api/a: there are no stubs")
        let error = try unanswered([Stub("a").atMost(0)], "a")
        #expect(error.nearest[0].reasons == ["it has given all its answers (at most 0)"])
    }

    @Test func `a function that has no answer comes last`() throws {
        let error = try unanswered(StubServer(state: 0) { _, _ in nil } + [Stub("b"), Stub("c")], "a")
        #expect(error.nearest.map(\.stub) == ["GET b", "GET c", "a function"])
        #expect("\(error)".hasSuffix("a function\n    but it has no answer"))
    }

    @Test func `an observer receives a failure, even if it is recovered from`() async throws {
        try await confirmation { told in
            let server = ([Stub("b")] as StubServer).reporting { unanswered in
                #expect(unanswered.request.url.lastPathComponent == "a")
                told()
            }
            var run = DryRun(baseURL: api, policies: [.retry()], server)
            let value = try run.load(text("a").recover { _ in Plan.value("saved") })
            #expect(value == "saved")
            #expect(run.requests.count == 1)
        }
    }
}
