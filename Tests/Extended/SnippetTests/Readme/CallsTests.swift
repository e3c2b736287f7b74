import Foundation
import Resourceful
import ResourcefulProgress
import ResourcefulTesting
import Testing

// The calls, the error and the test that README begins with, word for word, compiled and run. Tests/Outside compiles
// them in each mode, on the main actor, too.
nonisolated private struct Episode: Codable, Sendable { let id: Int; let title: String }
nonisolated private struct Draft: Codable, Sendable { let title: String }

@Suite(.permit) struct CallsTests {
    private let server = URL(string: "https://api.example")!
    private let token = "ghp_1"
    private let stub = StubTransport([
        Stub("https://api.example/episodes").answers(.json([Episode(id: 7, title: "Plans")])),
        Stub(.post, "https://api.example/episodes").answers(.json(Episode(id: 8, title: "Policies"), status: 201)),
        Stub(.put, "https://api.example/episodes/7/audio").answers(.json(Episode(id: 7, title: "Plans"))),
    ])

    // The snippets create their Webservice here: over the stub, not over the network.
    private func Webservice(baseURL: URL, policies: [Policy] = []) -> Resourceful.Webservice {
        Resourceful.Webservice(baseURL: baseURL, policies: policies, transport: stub)
    }

    @Test func `a list, a POST with a token, and an upload with progress`() async throws {
        let webservice = Webservice(baseURL: server)
        let draft = Draft(title: "Policies")
        let recording = FileManager.default.temporaryDirectory.appending(path: "\(UInt64.random(in: 0 ... .max)).m4a")
        try Data("audio".utf8).write(to: recording)
        defer { try? FileManager.default.removeItem(at: recording) }

        let episodes = try await webservice.load(Resource<[Episode]>(json: "episodes"))
        #expect(episodes.map(\.title) == ["Plans"])

        let api = Webservice(baseURL: server, policies: [.bearer(token, for: server)])
        let created = try await api.load(Resource<Episode>(json: "episodes").posting(draft))
        #expect(created.id == 8)

        let upload = Resource<Episode>(json: "episodes/7/audio", method: .put, body: .file(recording))
        let stored = try await api.load(upload) { print($0) }
        #expect(stored.id == 7)
        #expect(stub.requests.map { $0.headerFields["Authorization"] } == [nil, "Bearer ghp_1", "Bearer ghp_1"])
        #expect(stub.requests.map(\.method) == [.get, .post, .put])
    }

    @Test func `README shows the error that is printed`() throws {
        let body = #"[{"title": "On tape", "id": 1}, {"title": 7, "id": 2}]"#
        var run = DryRun(baseURL: server) { _ in
            Response(headerFields: ["Content-Type": "application/json"], body: Data(body.utf8))
        }
        let error = #expect(throws: LoadError.self) { try run.load(Resource<[Episode]>(json: "episodes")) }
        #expect(
            error?.debugDescription == """
                GET https://api.example/episodes
                200 OK, application/json, 54 bytes
                parse failed at [1].title (line 1, column 43)
                  expected String
                  found    7
                  [{"title": "On tape", "id": 1}, {"title": 7, "id": 2}]
                                                            ^
                """)
    }

    @Test func `retries are tested in virtual time`() {
        let episodes = Resource<[Episode]>(json: "episodes")
        var run = DryRun(baseURL: server, policies: [.retry(upTo: 3)]) { _ in Response(status: 503) }
        #expect(throws: LoadError.self) { try run.load(episodes) }
        #expect(run.requests.count == 4)
    }
}
