import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// The snippets of "The three commonest calls", word for word, compiled and run; SnippetTests sees to it that none is
// missing.
@Suite(.permit) struct ComparedCallsTests {
    struct Episode: Codable, Sendable { let id: Int; let title: String }
    struct Draft: Codable, Sendable { let title: String }

    private let stub = StubTransport([
        Stub("https://example.org/api/{list}").answers(.json([Episode(id: 7, title: "Plans")])),
        Stub(.post, "https://example.org/api/episodes").answers(.json(Episode(id: 8, title: "Policies"), status: 201)),
        Stub("https://other.example/mine").answers(.json([Episode]())),
    ])

    // The snippets create their Webservice here: over the stub, not over the network.
    private func Webservice(baseURL: URL, policies: [Policy] = []) -> Resourceful.Webservice {
        Resourceful.Webservice(baseURL: baseURL, policies: policies, transport: stub)
    }

    @Test func `a typed list is loaded`() async throws {
        let webservice = Webservice(baseURL: URL(string: "https://example.org/api")!)
        let episodes = try await webservice.load(Resource<[Episode]>(json: "episodes"))
        #expect(episodes.map(\.title) == ["Plans"])
    }

    @Test func `a POST sends a body and reads the response`() async throws {
        let draft = Draft(title: "Policies")
        let webservice = Webservice(baseURL: URL(string: "https://example.org/api")!)
        let created = try await webservice.load(Resource<Episode>(json: "episodes").posting(draft))
        #expect(created.id == 8 && created.title == "Policies")
        #expect(stub.requests.map(\.method) == [.post])
        #expect(stub.requests.first?.body?.data == Data(#"{"title":"Policies"}"#.utf8))
        #expect(stub.requests.first?.headerFields["Content-Type"] == "application/json")
    }

    @Test func `a token is sent with all requests to an API, and to no other server`() async throws {
        let token = "ghp_1"
        let server = URL(string: "https://example.org/api")!
        let webservice = Webservice(baseURL: server, policies: [.bearer(token, for: server)])
        let mine = try await webservice.load(Resource<[Episode]>(json: "mine"))
        #expect(mine.map(\.id) == [7])
        _ = try? await webservice.load(Resource<[Episode]>(json: "https://other.example/mine"))
        #expect(stub.requests.map { $0.headerFields["Authorization"] } == ["Bearer ghp_1", nil])
    }
}
