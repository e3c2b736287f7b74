import Foundation
import Resourceful
import ResourcefulLab
import Testing

// The other snippets of "Plans", word for word, compiled and run.

private struct Media: Codable, Sendable, Equatable {
    let audio: String

    static let silence = Media(audio: "silence.m4a")
}

private struct Tip: Codable, Sendable, Equatable { let text: String }
private struct TakesTooLong: Error {}

private struct Episode: Codable, Sendable, Equatable {
    let id: Int
    let title: String

    static let all = Resource<[Episode]>(json: "episodes.json")
    static let news = Resource<[String]>(json: "news.json")
    var media: Resource<Media> { Resource(json: "episodes/{id}.json", ["id": id]) }
}

private struct Job: Codable, Sendable, Equatable {
    let id: Int
    let isDone: Bool
}

extension Job {
    func finished(attempts: Int = 10) -> Plan<Job> {
        let status = Resource<Job>(json: "jobs/{id}", ["id": id])
        return status.flatMap { job -> Plan<Job> in
            guard !job.isDone else { return .value(job) }
            guard attempts > 1 else { throw TakesTooLong() }
            let pause = Plan.wait(for: .seconds(2))
            return pause.flatMap { finished(attempts: attempts - 1) }
        }
    }
}

private let server: StubServer = [
    Stub(Episode.all, returning: [Episode(id: 7, title: "Plans")]),
    Stub(Episode.news, returning: ["We are back"]),
    Stub("episodes/{id}.json").answers(.json(Media(audio: "7.m4a"))),
    Stub("tips/{number}").answers { .json(Tip(text: $0.variables["number"] ?? "")) },
]

private let newest = Episode.all.flatMap { $0[0].media }

@Suite(.permit) struct PlanEffectsTests {
    @Test func `a plan waits without delaying the test`() throws {
        let job = Job(id: 1, isDone: false)
        let answers: [StubAnswer] = [.json(job), .json(job), .json(Job(id: 1, isDone: true))]
        var run = DryRun(baseURL: api, [Stub("jobs/1").answers(answers[0], answers[1], answers[2])])
        #expect(try run.load(job.finished()).isDone)
        #expect(run.requests.count == 3 && run.elapsed == .seconds(4))
        var slow = DryRun(baseURL: api, [Stub("jobs/1").answers(.json(job))])
        #expect(throws: TakesTooLong.self) { try slow.load(job.finished(attempts: 3)) }
        #expect(slow.requests.count == 3)
    }

    @Test func `a plan gets a number, the time and an entry of the store`() throws {
        let tip = Plan.random.flatMap { number in
            Resource<Tip>(json: "tips/{number}", ["number": number % 10])
        }

        let mark = Plan.now.flatMap { now in
            Plan.write(StoreEntry(data: Data("7".utf8), date: now), to: "last episode")
        }

        let seen = Plan.read("last episode").map { entry in
            entry.flatMap { Int(String(decoding: $0.data, as: UTF8.self)) }
        }

        var run = DryRun(baseURL: api, server)
        run.randomNumbers = ScriptedNumbers([13])
        #expect(try run.load(tip).text == "3")
        #expect(try run.load(seen) == nil)
        try run.load(mark)
        #expect(try run.load(seen) == 7)
        #expect(run.store["last episode"]?.date == run.start)
    }

    @Test func `a modifier changes every request of a plan, including later ones`() throws {
        let careful = newest.timeout(.seconds(5)).header("X-Screen", "start")
        let watched = newest.applying(.watching(willSend: { print($0) }))

        var run = DryRun(baseURL: api, server)
        _ = try run.load(careful)
        _ = try run.load(watched)
        #expect(run.requests.map { $0.headerFields["X-Screen"] } == ["start", "start", nil, nil])
        #expect(run.requests.map(\.timeout) == [.seconds(5), .seconds(5), nil, nil])
        // The plan's modifier is outside that of its resource, so it takes precedence.
        let own = Episode.all.timeout(.seconds(1)).plan.timeout(.seconds(5))
        _ = try run.load(own)
        #expect(run.requests.last?.timeout == .seconds(5))
    }

    @Test func `a plan prints the requests that are known`() {
        print(newest)
        // GET episodes.json → …
        print(zip(Episode.all, Episode.news))
        // (GET episodes.json ∥ GET news.json)

        #expect("\(newest)" == "GET episodes.json → …")
        #expect("\(zip(Episode.all, Episode.news))" == "(GET episodes.json ∥ GET news.json)")
        #expect("\(Plan.wait(for: .seconds(2)).flatMap { Episode.news })" == "wait 2.0 seconds → …")
    }

    @Test func `if a load fails, the start page shows the rest or the reason`() throws {
        let start = zip(Episode.all, Episode.news.recover { _ in [] })

        for failed in try start.everyFailure(in: { DryRun(baseURL: api, server) }) {
            let isShown = (try? failed.outcome.get()) != nil
            let isNews = failed.request.url.path == "/news.json"
            #expect(isShown == isNews, "\(failed)")
        }

        let exploration = try DryRun.explore(start, in: { DryRun(baseURL: api, server) }) { outcome, run in
            _ = try outcome.get()
            return run.requests.count == 2
        }
        #expect(exploration.isComplete)
    }

    @Test func `a canceled plan ends`() async throws {
        let transport = StubTransport { _ in
            try await Task.sleep(for: .seconds(600))
            return Response()
        }
        let webservice = Webservice(baseURL: api, transport: transport)

        let task = Task {
            try await webservice.load(newest.recover { _ in .silence })
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }

        #expect(transport.requests.count <= 1)
    }

    @Test func `a loop awaits a person's decisions`() async throws {
        let webservice = Webservice(baseURL: api, transport: StubTransport(server))
        let player = Player()

        for episode in try await webservice.load(Episode.all) {
            let media = try await webservice.load(episode.media)
            await player.play(media)
        }

        #expect(await player.played == [Media(audio: "7.m4a")])
    }
}

private actor Player {
    private(set) var played: [Media] = []

    func play(_ media: Media) { played.append(media) }
}
