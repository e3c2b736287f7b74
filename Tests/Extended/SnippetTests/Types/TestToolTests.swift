import Foundation
import Resourceful
import ResourcefulLab
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

private extension Episode {
    static let samples = Samples(
        of: all,
        [
            "one": .json([Episode(id: 1, title: "Values")]),
            "none": .json([Episode]()),
            "gone": .status(410),
        ])
}

// More examples in the documentation of test tools, word for word, compiled and run.
@Suite(.permit) struct TestToolTests {
    private let url = api.appending(path: "episodes.json")

    @Test func `a run is synchronous`() throws {
        let fixture = Data(#"[{"id": 1, "title": "Values"}]"#.utf8)
        var run = DryRun(baseURL: api) { request in Response(body: fixture) }
        let episodes = try run.load(Episode.all)
        #expect(episodes.map(\.title) == ["Values"])
        #expect(run.requests.map(\.path) == ["/episodes.json"])
    }

    @Test func `a server answers in three places`() async throws {
        let server: StubServer = [
            Stub("episodes.json").answers(.json([Episode(id: 1, title: "Values")])),
            Stub("episodes/{id}.json").answers { .json(["id": $0["id"]]) },
            Stub(.post, "login", body: .form(["user": "ada"])).answers(.status(401), .status(204)),
        ]
        var run = DryRun(baseURL: api, server)
        let webservice = Webservice(baseURL: api, transport: StubTransport(server))
        let live = try LoopbackServer(server)
        defer { live.stop() }
        #expect(try run.load(Episode.all).count == 1)
        #expect(try await webservice.load(Episode.all).count == 1)
        #expect(try await Webservice(baseURL: live.baseURL).load(Episode.all).count == 1)
    }

    @Test func `numbers and orders are fixed`() throws {
        var run = DryRun(baseURL: api, podcast)
        run.randomNumbers = ScriptedNumbers([0, .max])
        #expect(try run.load(Plan.random) == 0)
        run = DryRun(baseURL: api, podcast)
        run.order = .choices([1])  // the right branch first
        _ = try run.load(zip(Episode.all, Episode.number(7)))
        #expect(run.requests.map(\.path) == ["/episodes/7.json", "/episodes.json"])
    }

    @Test(arguments: Episode.samples)
    fileprivate func `each sample has an answer`(sample: Sample<[Episode]>) throws {
        var run = DryRun(baseURL: api, [Episode.samples["none"]])
        let none = try run.load(Episode.all)
        #expect(none.isEmpty && ["one", "none", "gone"].contains(sample.name))
    }

    @Test func `a replay knows which exchanges were used`() throws {
        let recording = Recording([.init(Request(url: url), .response(Response(body: Data("[]".utf8))))])
        let replay = Replay(recording)
        var run = DryRun(replaying: replay, baseURL: api)
        _ = try run.load(Episode.all)
        try replay.finish()  // throws if an exchange wasn't used
        #expect(replay.unused.isEmpty)
    }

    @Test func `what a resource needs is a value`() throws {
        let report = try Episode.all.sensitivity(to: Data(#"[{"id": 1, "title": "Values"}]"#.utf8))
        #expect(report["[].title"]?.need == .needed)
        #expect(report.members(.notRead).isEmpty)

        #expect(report["[].id"]?.kinds == [.number])

        #expect(report.members.map { "\($0.path)" } == ["the body", "[]", "[].id", "[].title"])
    }

    @Test func `two answers of a server are compared`() throws {
        let yesterday = Data(#"[{"id": 1, "title": "Values"}]"#.utf8)
        let today = Response(body: Data(#"[{"id": 1, "title": null}]"#.utf8))
        let breaks = try Episode.all.breaks(from: yesterday, to: today)
        print(breaks)  // [[].title: needed, but null; can't be read]
        #expect("\(breaks)" == "[[].title: needed, but null; can't be read]")
    }

    @Test func `a plan has a budget of round trips`() throws {
        let startPage = Episode.all.flatMap { Episode.number($0[0].id) }
        let traffic = try Traffic(
            of: startPage, in: { DryRun(baseURL: api, podcast) },
            roundTrip: .milliseconds(120), bytesPerSecond: 200_000)
        #expect(traffic.roundTrips <= 2)
        #expect(traffic.elapsed >= .milliseconds(240))
    }
}
