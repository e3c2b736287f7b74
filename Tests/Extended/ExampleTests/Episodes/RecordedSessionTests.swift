import Foundation
import ProgramSupport
import ResourcefulTesting
import Testing
import episodes

/// The session that `swift run episodes --record Tests/Recordings/tour.har` has recorded: it is replayed, and fits.
@Suite(.permit, .blocking) struct RecordedSessionTests {
    /// What the tour loads.
    private struct Values: Equatable {
        var episodes: [Episode]
        var found: Media
        var again: [Episode]
        var comments: Int
        var collections: [PodcastCollection]
        var posted: [episodes.Comment]
    }

    private static let baseURL = URL(string: "http://podcast.test/")!
    private static let tour = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Recordings/tour.har").standardized

    /// A recording, its server under a name: the port was any one that was free.
    private static func recording(_ file: URL) throws -> Recording {
        let text = try String(contentsOf: file, encoding: .utf8).replacing(#/127\.0\.0\.1:\d+/#, with: "podcast.test")
        return try Recording(parsing: Data(text.utf8))
    }

    private static let search = Episode.search("plans").flatMap { $0[0].media }

    private static func post(_ newest: Episode) -> Plan<(Int, [PodcastCollection], [episodes.Comment])> {
        newest.post(episodes.Comment(author: "A listener", text: "More of this, please.")).flatMap { count in
            zip(PodcastCollection.all, newest.comments).map { (count, $0, $1) }
        }
    }

    /// The tour as a dry run over a recording.
    private static func values(_ recording: Recording) throws -> Values {
        let replay = Replay(recording)
        var run = DryRun(replaying: replay, baseURL: baseURL, policies: [.cache()])
        let episodes = try run.load(Episode.all.cached())
        let found = try run.load(search)
        let again = try run.load(Episode.all.cached())
        let (count, collections, comments) = try run.load(post(again[0]))
        try replay.finish()
        let (asked, recorded) = (run.requests.map { "\($0)" }, recording.exchanges.map { "\($0.request)" })
        // The two at the end are sent at once.
        #expect(asked.prefix(5) == recorded.prefix(5) && asked.sorted() == recorded.sorted())
        return Values(
            episodes: episodes, found: found, again: again, comments: count, collections: collections, posted: comments)
    }

    /// The idempotency key of a POST is another one in each session.
    private static func withoutKey(_ request: Request) -> Request {
        var request = request
        request.headerFields["Idempotency-Key"] = nil
        return request
    }

    @Test func `a session of today has the requests and the values of the recorded one`() throws {
        let folder = TemporaryFolder()
        let file = URL(filePath: folder.path + "/tour.har")
        let outcome = try Program.run(["--cache-folder", folder.path + "/cache", "--record", file.path])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let (recorded, live) = (try Self.recording(Self.tour), try Self.recording(file))
        #expect(live.exchanges.count == 7)
        // The two at the end are sent at once.
        let requests = [recorded, live].map { $0.exchanges.map(\.request).sorted { "\($0)" < "\($1)" } }
        #expect(requests[0].map(Self.withoutKey) == requests[1].map(Self.withoutKey))
        let values = try Self.values(recorded)
        #expect(values.episodes.count == 30 && values.found.episode == 16 && values.comments == 1)
        #expect(values == (try Self.values(live)))
    }

    @Test func `the recorded session under a Webservice gives the same values`() async throws {
        let recording = try Self.recording(Self.tour)
        let replay = Replay(recording)
        let webservice = Webservice(
            baseURL: Self.baseURL, policies: [.cache()], transport: StubTransport(replaying: replay))
        var values = try Self.values(recording)
        values.episodes = try await webservice.load(Episode.all.cached())
        values.found = try await webservice.load(Self.search)
        values.again = try await webservice.load(Episode.all.cached())
        (values.comments, values.collections, values.posted) = try await webservice.load(Self.post(values.again[0]))
        #expect(values == (try Self.values(recording)))
        try replay.finish()
    }

    @Test func `the program shows the recorded podcast as if it were there`() throws {
        let folder = TemporaryFolder()
        let replay = Replay(try Recording(contentsOf: Self.tour), comparingOrigins: false)
        let server = try LoopbackServer(replaying: replay)
        defer { server.stop() }
        let outcome = try Program.run(["--base-url", server.baseURL.absoluteString, "--cache-folder", folder.path])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.contains("#16 Plans: what to do next"))
        #expect(outcome.output.contains("7 requests, as they were sent"))
        try replay.finish()
    }
}
