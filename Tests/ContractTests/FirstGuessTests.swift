import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulTesting
import Testing

// What people type first, without having read a word: it compiles, and does what it says.

private let api = URL(string: "https://api.example.org/v1")!

private struct Post: Codable, Sendable, Equatable { let id: Int }

struct FirstGuessTests {
    @Test func `a body is a literal, and modifiers make a POST of a resource`() throws {
        let create = Resource<Post>(json: URL(string: "posts")!)
            .method(.post).body(.json(["userId": 1, "title": "x", "tags": ["a", nil], "draft": false]))
        var run = DryRun(baseURL: api) { _ in Response(status: 201, body: Data(#"{"id": 7}"#.utf8)) }
        #expect(try run.load(create) == Post(id: 7))
        let sent = try #require(run.requests.first)
        #expect(sent.method == .post && sent.url.absoluteString == "https://api.example.org/v1/posts")
        #expect(sent.headerFields["Content-Type"] == "application/json")
        #expect(sent.body?.data == Data(#"{"draft":false,"tags":["a",null],"title":"x","userId":1}"#.utf8))
        #expect(sent.path == "/v1/posts" && sent.method(.get).body(nil).body == nil)
        let even = Body.json(["a": 1, "b": 2])
        #expect(even.data == Data(#"{"a":1,"b":2}"#.utf8))
    }

    @Test func `a token is a policy in one line, and goes to its origin alone`() throws {
        var run = DryRun(policies: [.bearer("ghp_1", for: api)]) { _ in Response() }
        for url in [api, URL(string: "https://other.example/")!] { _ = try run.load(Plan.send(Request(url: url))) }
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Bearer ghp_1", nil])
        #expect(!"\(run.loadOrder)".contains("ghp_1") && !"\(run.events)".contains("ghp_1"))
        var broken = DryRun(policies: [.bearer("a\r\nb", for: api)]) { _ in Response() }
        let error = #expect(throws: LoadError.self) { try broken.load(Plan.send(Request(url: api))) }
        #expect(error?.stage == .request && broken.requests.isEmpty)
    }

    @Test func `signing in goes without the token that it is for`() throws {
        let policies: [[Policy]] = [
            [.bearer("ghp_1", for: api)], [.basic(user: "a", password: "b", for: api)],
            [.apiKey("k", in: .field("Authorization"), for: api)],
            [.bearer(for: api) { _ in throw CancellationError() }],
        ]
        for policies in policies {
            var run = DryRun(baseURL: api, policies: policies) { _ in Response() }
            let signIn = Resource(url: URL(string: "login")!, method: .post) { (body: Data) in body.count }
            _ = try run.load(signIn.unauthenticated())
            #expect(run.requests.map { $0.headerFields["Authorization"] } == [nil])
            _ = try run.load(signIn.unauthenticated().header("Authorization", "Basic own"))
            #expect(run.requests.last?.headerFields["Authorization"] == "Basic own")
        }
        var run = DryRun(policies: [.signing(for: api) { _, _, _ in throw CancellationError() }]) { _ in Response() }
        _ = try run.load(Plan.send(Request(url: api).unauthenticated()))
        #expect(run.requests.count == 1, "nor is it signed")
    }

    @Test func `a field of its own that can't be sent is not replaced by a policy's`() throws {
        for policy: Policy in [.bearer("svc", for: api), .basic(user: "a", password: "b", for: api)] {
            var run = DryRun(policies: [policy]) { _ in Response() }
            let request = Request(url: api, headerFields: ["Authorization": "Bearer abc\n"])
            let error = #expect(throws: LoadError.self) { try run.load(Plan.send(request)) }
            #expect(error?.stage == .request && run.requests.isEmpty)
        }
    }

    @Test func `requests are signed for a URL, and a field has a name and a value`() throws {
        var run = DryRun(
            policies: [
                .signing(for: api) { request, _, _ in
                    var request = request
                    request.headerFields.append(try HeaderFields.Field(name: "X-Signature", value: "s"))
                    return request
                }
            ]) { _ in Response() }
        for url in [api, URL(string: "https://other.example/")!] { _ = try run.load(Plan.send(Request(url: url))) }
        #expect(run.requests.map { $0.headerFields["X-Signature"] } == ["s", nil])
    }

    @Test func `any kind of JSON is one where another was asked for`() throws {
        let resource = Resource<Post>(json: api, headerFields: ["Accept": "application/vnd.github+json"])
        for type in ["application/json; charset=utf-8", "application/vnd.github+json", "application/problem+json"] {
            let response = Response(headerFields: ["Content-Type": "\(type)"], body: Data(#"{"id": 7}"#.utf8))
            #expect(try resource.value(from: response) == Post(id: 7), "\(type)")
        }
        let page = Response(headerFields: ["Content-Type": "text/html"], body: Data("<html>".utf8))
        let error = #expect(throws: LoadError.self) { try resource.value(from: page) }
        #expect(error?.parseFailure?.found == "text/html")
    }
}
