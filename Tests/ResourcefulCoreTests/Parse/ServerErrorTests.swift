import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The server's own errors: of a type of one's own, and problem details (RFC 9457).
struct ServerErrorTests {
    private struct APIProblem: Error, Decodable, Equatable { let reason: String }
    private struct Other: Error, Decodable, Equatable { let code: Int }

    private let resource = Resource<[Int]>(json: Sample.url)

    private func response(_ text: String, _ status: Response.Status = 409, type: String? = nil) -> Response {
        Response(status: status, headerFields: type.map { ["Content-Type": $0] } ?? [:], body: Data(text.utf8))
    }

    @Test func `it is thrown as it is, when the status isn't a success, and only then`() throws {
        let failing = resource.failing(with: APIProblem.self)
        #expect(throws: APIProblem(reason: "no")) { try failing.value(from: response(#"{"reason": "no"}"#)) }
        #expect(try failing.value(from: response("[1]", 200)) == [1])
        #expect(throws: LoadError.self) { try failing.value(from: response(#"{"reason": "no"}"#, 200)) }
    }

    @Test func `it may stand deep inside, and have its own way to write things`() throws {
        struct Late: Error, Decodable, Equatable { let retryAt: Date }
        let failing = resource.failing(
            with: Late.self, at: "errors.0",
            decoder: JSON.Decoder(dates: .secondsSince1970, keys: .convertFromSnakeCase))
        #expect(throws: Late(retryAt: Date(timeIntervalSince1970: 60))) {
            try failing.value(from: response(#"{"errors": [{"retry_at": 60}]}"#))
        }
    }

    @Test func `when it can't be read the load error stands, with the whole response and why`() throws {
        let failing = resource.failing(with: APIProblem.self)
        let answer = response(#"{"reasons": []}"#)
        let error = try #require(throws: LoadError.self) { try failing.value(from: answer) }
        #expect(error.stage == .status)
        #expect(error.response == answer)
        #expect((error.underlyingError as? ParseFailure)?.path == ["reason"])
    }

    @Test func `the last that was declared is asked first`() throws {
        let failing = resource.failing(with: APIProblem.self).failing(with: Other.self)
        #expect(throws: Other(code: 1)) { try failing.value(from: response(#"{"code": 1, "reason": "no"}"#)) }
        #expect(throws: APIProblem(reason: "no")) { try failing.value(from: response(#"{"reason": "no"}"#)) }
        let silent = failing.failing { _ in nil }
        #expect(throws: Other(code: 1)) { try silent.value(from: response(#"{"code": 1}"#)) }
    }

    @Test func `a map, an option and the like keep it`() throws {
        let failing = resource.failing(with: APIProblem.self)
        let answer = response(#"{"reason": "no"}"#)
        #expect(throws: APIProblem.self) { try failing.map(\.count).value(from: answer) }
        #expect(throws: APIProblem.self) { try failing.optional().value(from: answer) }
        #expect(throws: APIProblem.self) { try failing.withResponse.value(from: answer) }
        #expect(throws: APIProblem.self) { try failing.inside(Envelope()).value(from: answer) }
    }

    @Test func `problem details are read by RFC 9457's own example`() throws {
        let text = """
            {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.",
             "detail": "Your current balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc",
             "balance": 30, "accounts": ["/account/12345", "/account/67890"]}
            """
        let answer = response(text, 403, type: "application/problem+json")
        let problem = try #require(throws: ProblemDetails.self) {
            try resource.failing(with: ProblemDetails.self).value(from: answer)
        }
        #expect(problem.type == "https://example.com/probs/out-of-credit")
        #expect(problem.instance == "/account/12345/msgs/abc")
        #expect(problem.status == nil)
        #expect(try problem.extensions.accounts[1].string == "/account/67890")
        #expect(problem.errorDescription == "Your current balance is 30, but that costs 50.")
        #expect(try JSONDecoder().decode(ProblemDetails.self, from: Data(text.utf8)) == problem)

        let error = try #require(throws: LoadError.self) { try resource.value(from: answer) }
        #expect(error.problem == problem)
        #expect(
            error.description == """
                GET https://example.org/episodes was answered with 403 Forbidden: You do not have enough credit. Your \
                current balance is 30, but that costs 50.
                """)
    }

    @Test func `a member of a wrong type counts as absent`() {
        let cases: [(String, String)] = [
            ("{}", "about:blank"), (#"{"type": 7, "title": [], "status": "403", "detail": null}"#, "about:blank"),
            (#"{"title": "Gone"}"#, "Gone"), (#"{"status": 404}"#, "404 Not Found"),
            (#"{"status": 4040}"#, "about:blank"), (#"{"title": "", "detail": "d", "type": "/p"}"#, "d"),
        ]
        checkEach(cases) { text, description in
            let problem = try #require(ProblemDetails(JSON(parsing: Data(text.utf8))), "\(text)")
            #expect(problem.description == description, "\(text)")
            #expect(problem.detail == (text.contains("\"d\"") ? "d" : nil), "\(text)")
        }
    }

    @Test(arguments: ["[]", "null", "7", "\"problem\""]) func `a value that isn't an object isn't a problem`(
        text: String
    ) throws {
        #expect(ProblemDetails(try JSON(parsing: Data(text.utf8))) == nil)
        #expect(throws: DecodingError.self) { try JSON.Decoder().decode(ProblemDetails.self, from: Data(text.utf8)) }
        #expect(response(text, type: "application/problem+json").problem == nil)
    }

    @Test func `an object without any of the members is something else`() throws {
        let error = #expect(throws: LoadError.self) {
            try resource.failing(with: ProblemDetails.self).value(from: response(#"{"code": 7}"#))
        }
        #expect(error?.stage == .status)
        #expect(response("{}", type: "application/problem+json").problem?.type == "about:blank")
    }

    @Test func `only what says to be a problem is taken for one`() {
        #expect(response(#"{"title": "t"}"#, type: "application/json").problem == nil)
        #expect(response(#"{"title": "t"}"#).problem == nil)
        #expect(response(#"{"title": "t"}"#, type: "Application/Problem+JSON; charset=utf-8").problem?.title == "t")
    }

    @Test func `other servers' own words are found where they usually are`() {
        let cases: [(String, String)] = [
            (#"{"message": "a"}"#, "a"), (#"{"error": {"message": "b"}}"#, "b"), (#"{"error": "c"}"#, "c"),
            (#"{"error": "invalid_grant", "error_description": "d"}"#, "d"), (#"{"errors": [{"detail": "e"}]}"#, "e"),
            (#"{"msg": "f\nand more"}"#, "f and more"), (#"{"message": "token=abc is bad"}"#, "token=*** is bad"),
        ]
        checkEach(cases) { text, words in
            let error = try #require(throws: LoadError.self, "\(text)") {
                try resource.value(from: response(text, 400))
            }
            #expect(
                error.description == "GET https://example.org/episodes was answered with 400 Bad Request: \(words)",
                "\(text)")
            #expect(error.debugDescription.contains("the server says: \(words)"), "\(text)")
        }
    }
}
