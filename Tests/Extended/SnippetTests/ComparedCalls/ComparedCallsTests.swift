import Foundation
import Resourceful
import ResourcefulProgress
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
        Stub(.put, "https://example.org/api/episodes/7/audio").answers(.json(Episode(id: 7, title: "Plans"))),
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

    @Test func `a token is sent with all requests to an API, and to no other server`() async throws {
        let (token, draft, server) = ("ghp_1", Draft(title: "Policies"), URL(string: "https://example.org/api")!)
        let api = Webservice(baseURL: server, policies: [.bearer(token, for: server)])
        let created = try await api.load(Resource<Episode>(json: "episodes").posting(draft))
        #expect(created.id == 8 && created.title == "Policies")
        #expect(stub.requests.map(\.method) == [.post])
        #expect(stub.requests.first?.body?.data == Data(#"{"title":"Policies"}"#.utf8))
        #expect(stub.requests.first?.headerFields["Content-Type"] == "application/json")
        let mine = try await api.load(Resource<[Episode]>(json: "mine"))
        #expect(mine.map(\.id) == [7])
        _ = try? await api.load(Resource<[Episode]>(json: "https://other.example/mine"))
        #expect(stub.requests.map { $0.headerFields["Authorization"] } == ["Bearer ghp_1", "Bearer ghp_1", nil])
    }

    @Test func `an upload of a file shows its progress`() async throws {
        let recording = FileManager.default.temporaryDirectory.appending(path: "\(UInt64.random(in: 0 ... .max)).m4a")
        try Data("audio".utf8).write(to: recording)
        defer { try? FileManager.default.removeItem(at: recording) }
        let api = Webservice(baseURL: URL(string: "https://example.org/api")!)
        let upload = Resource<Episode>(json: "episodes/7/audio", method: .put, body: .file(recording))
        let stored = try await api.load(upload) { print($0) }
        #expect(stored.title == "Plans")
    }
}
