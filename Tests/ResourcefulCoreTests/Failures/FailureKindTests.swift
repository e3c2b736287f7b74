import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a failure is, told without words: by the stage of a load, and by the kind of a parse failure.
struct FailureKindTests {
    private struct Item: Decodable, Sendable, Equatable { let id: Int }

    private func failure<Value>(
        of resource: Resource<Value>, _ body: String, mediaType: String = "application/json"
    ) throws -> LoadError {
        let response = Response(headerFields: ["Content-Type": mediaType], body: Data(body.utf8))
        return try #require(throws: LoadError.self) { try resource.value(from: response) }
    }

    @Test func `a model's failure has a kind, whichever decoder reads it`() {
        let cases: [(String, ParseFailure.Kind)] = [
            ("", ParseFailure.Kind.empty), (" \n", .empty), ("{", .malformed), (#"{"id": }"#, .malformed),
            ("nonsense", .malformed), ("{}", .missing), (#"{"ID": 1}"#, .missing), (#"{"id": "x"}"#, .mismatch),
            (#"{"id": null}"#, .mismatch), ("[]", .mismatch), ("null", .mismatch), (#"{"id": 1e99}"#, .mismatch),
        ]
        checkEach(cases) { body, kind in
            let byOurs = try failure(of: Resource<Item>(json: "item"), body)
            #expect(byOurs.stage == .parse && byOurs.parseFailure?.kind == kind, "\(body)")
            let byFoundations = try failure(of: Resource<Item>(json: "item", decoder: JSONDecoder()), body)
            #expect(byFoundations.parseFailure?.kind == kind, "\(body)")
        }
    }

    @Test func `so has the failure of a key path, and of JSON read by hand`() {
        let cases: [(String, ParseFailure.Kind)] = [
            ("", ParseFailure.Kind.empty), ("{", .malformed), ("{}", .missing), (#"{"data": {}}"#, .missing),
            (#"{"data": []}"#, .missing), (#"{"data": {"list": {}}}"#, .mismatch),
            (#"{"data": {"list": [1, "x"]}}"#, .mismatch),
        ]
        checkEach(cases) { body, kind throws in
            #expect(
                try failure(of: Resource<[Int]>(json: "list", at: "data.list"), body).parseFailure?.kind == kind,
                "\(body)")
            let byHand = Resource("list", parseJSON: { json in try json.data.list.array { try $0.int } })
            #expect(try failure(of: byHand, body).parseFailure?.kind == kind, "\(body)")
        }
    }

    @Test func `another media type is distinguished from malformed JSON`() throws {
        let page = "<html><body>Sign in</body></html>"
        #expect(try failure(of: Resource<Item>(json: "item"), page).parseFailure?.kind == .malformed)
        let html = try failure(of: Resource<Item>(json: "item"), page, mediaType: "text/html")
        #expect(html.stage == .parse && html.parseFailure?.kind == .mediaType)
        let foundations = Resource<Item>(json: "item", decoder: JSONDecoder())
        #expect(try failure(of: foundations, page, mediaType: "text/html").parseFailure?.kind == .mediaType)
        let asked = Resource<Item>(json: "item").validating(.mediaType("application/json"))
        #expect(try failure(of: asked, "{}", mediaType: "text/html").parseFailure?.kind == .mediaType)
    }

    @Test func `a custom failure says its kind, keeps it when it is changed, and counts it`() {
        var failure = ParseFailure(expected: "a title", found: "nothing", kind: .missing)
        #expect(failure.kind == .missing && failure != ParseFailure(expected: "a title", found: "nothing"))
        failure.path = "feed.title"
        #expect(failure.kind == .missing)
        failure.kind = .malformed
        #expect(failure.kind == .malformed && "\(failure.kind)" == "malformed" && failure.path == "feed.title")
    }
}
