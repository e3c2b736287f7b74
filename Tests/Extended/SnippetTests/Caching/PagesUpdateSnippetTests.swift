import Foundation
import Resourceful
import ResourcefulPages
import ResourcefulTesting
import Testing

// The code of "Caching" about the updates of a list in pages.
private struct Episode: Codable, Equatable, Sendable {
    let id: Int

    static let all = Resource<[Episode]>(json: "episodes.json")
    static let pages = Paged(all, next: .link)
}

@Suite(.permit) struct PagesUpdateSnippetTests {
    @Test func `stored pages come first, then new ones`() throws {
        var items = [1, 2]
        var run = DryRun(baseURL: api, policies: []) { _ in
            Response(body: try JSON.Encoder.sorted.encode(items.map { Episode(id: $0) }))
        }
        var shown: [Int] = []
        func show(_ episodes: [Episode]) { shown.append(episodes.count) }
        try run.updates(of: Episode.pages.cached(for: .seconds(60))) { show($0.value) }
        try run.load(Plan.wait(for: .seconds(90)))
        items.append(3)
        try run.updates(of: Episode.pages.cached(for: .seconds(60))) { show($0.value) }
        #expect(shown == [2, 2, 3])
    }

    @Test func `stored pages come first, live`() async throws {
        let transport = StubTransport { _ in Response(body: Data("[]".utf8)) }
        let webservice = Webservice(baseURL: api, transport: transport)
        var episodes = [Episode(id: 1)]

        for try await update in webservice.updates(of: Episode.pages.cached(for: .seconds(60))) {
            episodes = update.value
        }

        #expect(episodes.isEmpty)
    }
}
