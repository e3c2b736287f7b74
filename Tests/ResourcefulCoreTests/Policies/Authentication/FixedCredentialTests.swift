import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct FixedCredentialTests {
    private let url = URL(string: "https://example.org/a?b=c")!

    private func sent(_ policy: Policy, to url: URL, _ fields: HeaderFields = [:]) throws -> Request {
        var run = DryRun(policies: [policy]) { _ in Response() }
        _ = try run.load(Resource(url: url, headerFields: fields) { $0 })
        return run.requests[0]
    }

    @Test func `Basic is the example of RFC 7617, and goes to its origin alone`() throws {
        let policy = Policy.basic(user: "Aladdin", password: "open sesame", for: url)
        #expect(try sent(policy, to: url).headerFields["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        let unicode = Policy.basic(user: "test", password: "123£", for: url)
        #expect(try sent(unicode, to: url).headerFields["Authorization"] == "Basic dGVzdDoxMjPCow==")
        #expect(try sent(policy, to: URL(string: "https://example.com/")!).headerFields.isEmpty)
        #expect(try sent(policy, to: url, ["Authorization": "X"]).headerFields["Authorization"] == "X")
    }

    @Test(arguments: [("a:b", "c"), ("a\n", "c"), ("a", "c\u{7F}")])
    func `what Basic can't say is refused`(user: String, password: String) {
        let error = #expect(throws: LoadError.self) {
            try sent(.basic(user: user, password: password, for: url), to: url)
        }
        #expect(error?.stage == .request)
    }

    @Test func `a key is put where the service wants it`() throws {
        #expect(try sent(.apiKey("k", in: .field("X-K"), for: url), to: url).headerFields["X-K"] == "k")
        #expect(
            try sent(.apiKey("k&", in: .query("app id"), for: url), to: url).url.absoluteString
                == "https://example.org/a?b=c&app%20id=k%26")
        let own = URL(string: "https://example.org/?key=mine")!
        #expect(try sent(.apiKey("k", in: .query("key"), for: url), to: own).url == own)
    }

    @Test(arguments: [APIKeyPlace.field("X-Unheard-Of"), .query("unheardof"), .query("Un-Heard_Of")])
    func `a key is redacted and stays at home, whatever the name of its place`(place: APIKeyPlace) throws {
        var run = DryRun(policies: [.apiKey("geheim", in: place, for: url)]) { request in
            request.url.host() == "example.org"
                ? Response(status: 302, headerFields: ["Location": "https://example.com/"]) : Response(status: 500)
        }
        var printed = ""
        let error = #expect(throws: LoadError.self) { try run.load(Resource(url: url) { $0 }) }
        dump(error, to: &printed)
        dump(run.requests, to: &printed)
        dump(run.events, to: &printed)
        printed += "\(run.requests) \(run.events) \(try run.requests[0].httpMessage) \(error.map { "\($0)" } ?? "")"
        printed += try run.requests[0].curlCommand
        #expect(!printed.contains("geheim"))
        #expect(run.requests.count == 2)
        #expect(run.requests[1].headerFields.isEmpty)
        #expect(run.requests[1].url.query() == nil)
    }

    @Test(arguments: [500, 200]) func `a key that a server has put into a link is redacted, too`(
        status: Int
    ) throws {
        let policy = Policy.apiKey("geheim", in: .query("odd"), for: url)
        var run = DryRun(policies: [policy]) { _ in Response(status: Response.Status(status) ?? 500) }
        let link = url.appending(query: Query([("odd", "geheim"), ("page", "2")]))
        let error = #expect(throws: LoadError.self) { try run.load(Resource<[Int]>(json: link)) }
        #expect(run.requests.map { Query(of: $0.url).values(of: "odd") } == [["geheim"]])
        var printed = "\(run.requests) \(run.eventLog) \(error.debugDescription) \(error.map { "\($0)" } ?? "")"
        dump(error, to: &printed)
        #expect(printed.contains("page=2") && !printed.contains("geheim"))
    }
}
