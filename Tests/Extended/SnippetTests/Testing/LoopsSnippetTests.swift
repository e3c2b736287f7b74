import Foundation
import Resourceful
import ResourcefulProgress
import ResourcefulTesting
import Testing

// The code of the section on loops in a dry run.
private struct Episode: Codable, Equatable, Sendable {
    let id: Int

    static let all = Resource<[Episode]>(json: "episodes.json")
}

@Suite(.permit) struct LoopsSnippetTests {
    private let episode = Episode(id: 1)

    @Test func `a loop yields what is stored, then throws`() throws {
        let server: StubServer = [
            Stub("episodes.json").answers(
                .json([episode], headerFields: ["Cache-Control": "max-age=0"]), .failure(.cannotConnect))
        ]

        var run = DryRun(baseURL: api, server)
        _ = try run.load(Episode.all.cached())
        var shown: [[Episode]] = []
        #expect(throws: LoadError.self) {
            try run.updates(of: Episode.all.cached()) { shown.append($0.value) }
        }
        #expect(shown == [[episode]])
    }

    @Test func `progress is that of virtual time`() throws {
        let video = Data(count: 1_000_000)

        let server: StubServer = [Stub(.post, "videos").answers(.status(201).after(.seconds(4)))]
        let upload = Resource<Void>("videos", method: .post, body: .data(video))
        var run = DryRun(baseURL: api, server)
        var fractions: [Double?] = []
        try run.load(upload, every: .seconds(1)) { fractions.append($0.fraction) }
        #expect(fractions == [nil, 0.25, 0.5, 0.75, 1])
    }

    @Test func `what continues after a load is seen through`() throws {
        let fields: HeaderFields = ["Cache-Control": "max-age=0, stale-while-revalidate=60"]
        let server: StubServer = [
            Stub("episodes.json").answers(.json([episode], headerFields: fields).after(.seconds(1)))
        ]
        var run = DryRun(baseURL: api, server)
        _ = try run.load(Episode.all.cached())
        _ = try run.load(Episode.all.cached())
        #expect(run.elapsed == .seconds(1) && run.requests.count == 2)
        run.finishRuns()
        #expect(run.elapsed == .seconds(2))
    }
}
