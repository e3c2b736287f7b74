import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulPages
import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting
import Testing

private typealias Episode = ComingFromModels.Episode
private typealias Draft = ComingFromModels.Draft
private typealias Media = ComingFromModels.Media
private typealias Talk = ComingFromModels.Talk
private typealias APIProblem = ComingFromModels.APIProblem
private let plans = ComingFromModels.plans
private let podcasts = ComingFromModels.podcasts

// The snippets of "Coming from PromiseKit, RxSwift or Combine", word for word, and the cells of its tables, compiled
// and run.
private extension Loadable {
    /// The outcome as a value. The plan itself doesn't fail.
    var settled: Plan<Result<Value, any Error>> {
        plan.map { .success($0) }.recover { .failure($0) }
    }
}

private extension Episode {
    static let stored = Resource<[Episode]>(json: "home", at: "data.items")
}

private extension Question<String> {
    static let locale = Question("locale")
}

private struct Missing: Error {}

@Suite(.permit) struct ComingFromPromisesTests {
    private let server = URL(string: "https://example.org/api")!
    private let stub = StubTransport(podcasts)
    private let ids = [1, 2, 3]

    private func webservice(
        _ policies: Policy..., answers: [Answer] = [], observers: [LoadObserver] = []
    ) -> Webservice {
        Webservice(baseURL: server, policies: policies, answers: answers, observers: observers, transport: stub)
    }

    private func dryRun(_ policies: Policy...) -> DryRun { DryRun(baseURL: server, policies: policies, podcasts) }

    private actor Screen {
        private(set) var shown: [String] = []
        func show(_ value: some Sendable) { shown.append("\(value)") }
    }

    @MainActor private final class Spinner {
        private(set) var isSpinning = true
        func stop() { isSpinning = false }
    }

    @MainActor @Test func `a chain begins when it is awaited`() async throws {
        for transport in [stub, StubTransport([Stub("episodes").answers(.status(500))])] {
            let webservice = Webservice(baseURL: server, transport: transport)
            let spinner = Spinner()
            var (shown, told): (Media?, (any Error)?) = (nil, nil)
            func show(_ media: Media) { shown = media }
            func tell(_ error: any Error) { told = error }

            do {
                defer { spinner.stop() }
                show(try await webservice.load(Episode.all.flatMap { episodes in episodes[0].media }))
            } catch {
                tell(error)
            }

            #expect(!spinner.isSpinning && (shown == nil) != (told == nil))
            #expect((told as? LoadError)?.status == (shown == nil ? 500 : nil))
        }
    }

    @Test func `plans are chained, joined and recovered`() throws {
        var run = dryRun()
        let ids = ids
        #expect(try run.load(Episode.all.flatMap { $0[0].media }).audio == "7.m4a")
        #expect(try run.load(Episode.all.flatMap { all($0.map(\.media)) }).count == 1)
        let down = Resource<[Episode]>(json: "down")
        #expect(try run.load(down.recover { _ in Episode.stored }) == [plans])
        #expect(try run.load(down.recover { _ in [] }).isEmpty)
        #expect(try run.load(Plan.value(1)) == 1)
        let error = Missing()
        #expect(throws: Missing.self) { try run.load(Plan<Int>.failure(error)) }
        #expect(throws: Missing.self) { try run.load(down.recover { _ in throw Missing() }) }
        #expect(try run.load(zip(Episode.all, Episode.one(7))).1 == plans)
        #expect(try run.load(all(ids.map(Episode.one))).map(\.id) == ids)
        #expect(try run.load(all(ids.map(Episode.one), atOnce: 4)).map(\.id) == ids)
        #expect(try run.load(all(ids.map(Episode.one), atOnce: 1)).map(\.id) == ids)
        let check = { @Sendable (episodes: [Episode]) in
            guard episodes.count > 1 else { throw Missing() }
            return episodes
        }
        let erased: Plan<[Episode]> = Episode.all.plan
        #expect(throws: Missing.self) { try run.load(erased.map { try check($0) }) }
    }

    @Test func `each outcome is settled`() throws {
        var run = DryRun(
            baseURL: server, [Stub("episodes/1").answers(.json(plans)), Stub("{+path}").answers(.status(404))])
        let outcomes = try run.load(all(ids.map { Episode.one($0).settled }))
        #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, false])
    }

    @Test func `a failure cancels the rest`() async throws {
        let ids = ids
        let failing = StubTransport { request in
            guard request.url.path() != "/api/episodes/1" else { return Response(status: 500) }
            try await Task.sleep(for: .seconds(600))
            return Response()
        }
        let webservice = Webservice(baseURL: server, transport: failing)
        await #expect(throws: LoadError.self) { try await webservice.load(all(ids.map(Episode.one))) }
    }

    @Test func `the first of several loads wins, or the first outcome`() async throws {
        let ids = ids
        let slow = StubTransport { request in
            if request.url.path() != "/api/episodes/2" { try await Task.sleep(for: .seconds(600)) }
            return Response(body: Data(#"{"id": 2, "title": "Plans"}"#.utf8))
        }
        let webservice = Webservice(baseURL: server, transport: slow)
        let ended = first(of: ids.map { Episode.one($0).settled }).map { try $0.get() }

        #expect(try await webservice.load(ended).id == 2)
        #expect(try await webservice.load(first(of: ids.map(Episode.one))).id == 2)
        let failing: StubServer = [
            Stub("episodes/2").answers(.status(404)), Stub("{+path}").answers(.json(plans).after(.seconds(1))),
        ]
        var run = DryRun(baseURL: server, failing)
        #expect(throws: LoadError.self) { try run.load(ended) }
        #expect(try run.load(first(of: ids.map(Episode.one))) == plans)
    }

    @Test func `waits and retries take virtual time in a dry run`() throws {
        let plans = Episode(id: 7, title: "Plans")
        var run = DryRun(baseURL: server, [Stub("episodes").answers(.json([plans]))])
        #expect(try run.load(Plan.wait(for: .seconds(60)).flatMap { Episode.all }) == [plans])
        #expect(run.elapsed == .seconds(60))

        _ = try run.load(Plan.wait(for: .seconds(2)).flatMap { Episode.all })
        let down = Resource<Data>(Request("down"))
        let attempts = [
            down.retrying(RetryRule(upTo: 3, waits: .constant(.seconds(2)))),
            down.retrying(RetryRule(upTo: 2)),
            down.retrying(RetryRule(upTo: 5, on: .status(503).or(.transport(.timedOut)))),
        ].map { resource in
            var run = dryRun()
            #expect(throws: LoadError.self) { try run.load(resource) }
            return run.requests.count
        }
        #expect(attempts == [4, 3, 6])
        let late: StubServer = [Stub("episodes").answers(.json([plans]).after(.seconds(30)))]
        var slow = DryRun(baseURL: server, late)
        #expect(throws: LoadError.self) { try slow.load(Episode.all.timeout(.seconds(10))) }
        #expect(slow.elapsed == .seconds(10))
        #expect(throws: DeadlineExceeded.self) { try slow.load(Episode.all.deadline(.seconds(10))) }
        #expect(slow.elapsed == .seconds(20))
        let two = Episode.all.flatMap { _ in Episode.all.alone() }.timeout(.seconds(40))
        #expect(try slow.load(two) == [plans] && slow.elapsed == .seconds(80))
    }

    @Test func `a task replaces a subscription`() async throws {
        let (webservice, screen) = (webservice(), Screen())
        func show(_ episodes: [Episode]) async { await screen.show(episodes.count) }
        await show(try await webservice.load(Episode.all))
        var search: Task<[Episode], any Error>?
        for _ in 0..<2 {
            search?.cancel()
            search = Task { try await webservice.load(Episode.all) }
        }
        #expect(try await search?.value == [plans])
        #expect(await screen.shown == ["1"])
        let waiting = StubTransport { _ in
            try await Task.sleep(for: .seconds(600))
            return Response()
        }
        let endless = Webservice(baseURL: server, transport: waiting)
        let task = Task { try await endless.load(Episode.all.recover { _ in [] }) }
        task.cancel()
        let outcome = await task.result
        #expect(throws: CancellationError.self) { try outcome.get() }
    }

    @Test func `sequences replace streams of values`() async throws {
        let webservice = webservice(.cache())
        let (lines, pages) = (StreamResource<String>(lines: Request("notes.txt")), Paged(Episode.all, next: .link))
        var found: [String] = []
        for try await line in webservice.stream(of: lines) { found.append(line) }
        for try await episode in webservice.items(of: pages) { found.append(episode.title) }
        for try await update in webservice.updates(of: Episode.all) { found.append("\(update.value.count)") }
        #expect(found == ["On tape", "Plans", "1", "1"], "the stored list, and the same list from the server")
        _ = try await webservice.load(Episode.all.cached(for: .seconds(180)))
    }

    private actor Device {
        func locale() -> String { "de" }
    }

    @Test func `other async code answers a plan's question`() async throws {
        let device = Device()
        let webservice = webservice(
            answers: [.to(.locale) { await device.locale() }], observers: [.logging { print($0) }])
        let localized = Plan.ask(.locale).flatMap { locale in Episode.all.header("Accept-Language", locale) }
        #expect(try await webservice.load(localized) == [plans])
        #expect(stub.requests[0].headerFields["Accept-Language"] == "de")
    }

    @Test func `resources are the API layer`() throws {
        let (page, draft, decoder) = (2, Draft(title: "Policies"), JSONDecoder())
        var run = dryRun()
        #expect(try run.load(Resource<[Episode]>(json: "episodes{?page}", ["page": page])) == [plans])
        #expect(try run.load(Resource<[Episode]>(json: "episodes", decoder: decoder)) == [plans])
        let post = Resource<Episode>(json: "episodes").posting(draft).header("X-App", "podcasts")
        #expect(try run.load(post).id == 8)
        #expect(try run.load(Resource<[Episode]>(json: "home", at: "data.items")) == [plans])
        let talk = try run.load(Resource<Talk>(json: "talk", decoder: JSON.Decoder(dates: .iso8601)))
        #expect(talk.published.timeIntervalSinceReferenceDate == 5)
        let gone = Resource<Data>(Request("gone"))
        #expect(try !run.load(gone.validating(.status(200, 410))).isEmpty)
        #expect(throws: APIProblem.self) { try run.load(gone.failing(with: APIProblem.self)) }
    }

    @Test func `files are uploaded and downloaded, with progress as a sequence`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "coming-from-promises-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let webservice = webservice()
        let upload = Resource<Void>(Request("uploads")).method(.post).body(.data(Data("la".utf8)))
        var fraction = 0.0
        for try await step in webservice.progress(of: upload) {
            if case .progress(let progress) = step { fraction = progress.fraction ?? 0 }
        }
        #expect(fraction == 1)
        let (url, place) = (server.appending(path: "notes.txt"), folder.appending(path: "notes.txt"))
        #expect(try await webservice.download(FileDownload(url: url), to: .file(place)).size == 7)
    }

    @Test func `a refused token is refreshed once`() async throws {
        let bearer = Policy.bearer(for: server, token: Token("old", refreshToken: "r")) { old in
            let form = Body.form(["refresh_token": old?.refreshToken ?? ""])
            return Resource("oauth/token", method: .post, body: form, parseJSON: Token.oauth)
        }
        let mine = Resource<Void>(Request("mine"))
        _ = try await webservice(bearer).load(zip(mine, mine.query("page", 2)))
        #expect(stub.requests.count { $0.method == .post } == 1)
    }
}
