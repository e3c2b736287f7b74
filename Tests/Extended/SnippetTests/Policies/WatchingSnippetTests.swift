import ExampleSupport
import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

// The snippets of "Log and observe requests".
@Suite(.permit) struct WatchingSnippetTests {
    @Test func `a load is recorded`() async throws {
        let statuses = Guarded<[Response.Status]>([503, 200])
        let server = try LoopbackServer { _ in
            let status = statuses.withLock { $0.removeFirst() }
            return Response(status: status, headerFields: ["Retry-After": "0"], body: Data("[]".utf8))
        }
        defer { server.stop() }
        let episodes = Resource<[Int]>(json: "episodes.json")

        let recorder = Recorder()
        let watched = Webservice(
            baseURL: server.baseURL, policies: [.retry()],
            observers: [recorder.observer, .logging { line in print(line) }])
        _ = try await watched.load(episodes)
        print(recorder.trace)

        let kinds = recorder.trace.events.map { "\($0.kind)".prefix { $0 != " " && $0 != ":" } }
        #expect(kinds == ["planned", "→", "←", "retry", "waited", "→", "←", "finished"])
    }

    @Test func `active loads are counted`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data("[]".utf8)) }
        defer { server.stop() }
        let counted = Webservice(
            baseURL: server.baseURL,
            observers: [.counting { count in print("\(count) loads are under way") }])
        #expect(try await counted.load(Resource<[Int]>(json: "episodes.json")) == [])
    }
}
