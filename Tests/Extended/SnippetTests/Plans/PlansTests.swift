import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// The first snippets of "Plans", word for word, compiled and run.

private struct Media: Codable, Sendable, Equatable { let audio: String }
private struct News: Codable, Sendable, Equatable { let text: String }
private struct NoEpisodes: Error {}

private struct Episode: Codable, Sendable, Equatable {
    let id: Int
    let title: String
}

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")

    var media: Resource<Media> { Resource(json: "episodes/{id}.json", ["id": id]) }
}

extension Episode {
    static let archive = Resource<[Episode]>(json: "archive.json")
}

extension News {
    static let latest = Resource<[News]>(json: "news.json")
}

private let episodes = [Episode(id: 7, title: "Plans"), Episode(id: 6, title: "Values"), Episode(id: 5, title: "Tape")]

/// Answers each request after a delay. For media, the delay is the number of the episode, in seconds.
private let server: StubServer = [
    Stub("episodes.json").answers(.json(episodes).after(.seconds(3))),
    Stub("news.json").answers(.json([News(text: "We are back")]).after(.seconds(2))),
    Stub("archive.json").answers(.json([episodes[2]])),
    Stub("episodes/{id}.json").answers { match in
        let id = match.variables["id"] ?? ""
        return .json(Media(audio: "\(id).m4a")).after(.seconds(Int(id) ?? 0))
    },
]

private func failing(_ path: String, by failure: TransportError.Kind) -> DryRun {
    DryRun(baseURL: api, [Stub(path).answers(.failure(failure))] + server)
}

@Suite(.permit) struct PlansTests {
    @Test func `building a plan does nothing, and a plan can be loaded repeatedly`() async throws {
        let transport = StubTransport(server)
        let webservice = Webservice(baseURL: api, transport: transport)

        let newest = Episode.all.flatMap { episodes in
            guard let episode = episodes.first else { throw NoEpisodes() }
            return episode.media
        }
        #expect(transport.requests.isEmpty)

        let media = try await webservice.load(newest)

        #expect(media == Media(audio: "7.m4a") && transport.requests.count == 2)
        #expect(try await webservice.load(newest) == media && transport.requests.count == 4)

        var run = DryRun(baseURL: api, server)
        #expect(try run.load(newest) == media)
        #expect(run.elapsed == .seconds(10), "one after the other")
        var empty = DryRun(baseURL: api) { _ in Response(body: Data("[]".utf8)) }
        #expect(throws: NoEpisodes.self) { try empty.load(newest) }
    }

    @Test func `zip takes as long as the longest`() throws {
        let start = zip(Episode.all, News.latest).map { episodes, news in
            "\(episodes.count) episodes, \(news.count) news"
        }

        var run = DryRun(baseURL: api, server)
        #expect(try run.load(start) == "3 episodes, 1 news")
        #expect(run.requests.count == 2)
        #expect(run.elapsed == .seconds(3))

        let six = zip(Episode.all, News.latest, Episode.archive, News.latest, Episode.all, Plan.value(6))
        #expect(try run.load(six).5 == 6)
        var failing = failing("news.json", by: .connectionLost)
        #expect(throws: LoadError.self) { try failing.load(start) }
    }

    @Test func `all keeps the order, and limits how many load at once`() throws {
        let media = Episode.all.flatMap { episodes in
            all(episodes.map(\.media), atOnce: 2)
        }

        var run = DryRun(baseURL: api, server)
        #expect(try run.load(media).map(\.audio) == ["7.m4a", "6.m4a", "5.m4a"])
        // The list, then 7 and 6 at once, then 5 after 6.
        #expect(run.elapsed == .seconds(3 + 6 + 5))

        let available = Episode.all.flatMap { episodes in
            all(episodes.map { $0.media.recover { _ in nil } })
        }

        var failing = failing("episodes/6.json", by: .timedOut)
        #expect(try failing.load(available).map { $0?.audio } == ["7.m4a", nil, "5.m4a"])
        #expect(throws: LoadError.self) { try failing.load(media) }
    }

    @Test func `a value, a plan or another error replaces an error`() throws {
        let quiet = News.latest.recover { _ in [] }

        let steady = Episode.all.recover { error in
            guard (error as? LoadError)?.stage == .transport else { throw error }
            return Episode.archive
        }

        var silent = failing("news.json", by: .timedOut)
        #expect(try silent.load(quiet) == [])
        var offline = failing("episodes.json", by: .cannotConnect)
        #expect(try offline.load(steady).map(\.title) == ["Tape"])
        var wrong = DryRun(baseURL: api) { _ in Response(body: Data("{}".utf8)) }
        let error = #expect(throws: LoadError.self) { try wrong.load(steady) }
        #expect(error?.stage == .parse && wrong.requests.count == 1)
    }

    @Test func `a plan fails with your own error, unchanged`() throws {
        let media = Episode.all.flatMap { episodes -> Resource<Media> in
            guard let episode = episodes.first else { return .failure(NoEpisodes()) }
            return episode.media
        }

        var empty = DryRun(baseURL: api) { _ in Response(body: Data("[]".utf8)) }
        #expect(throws: NoEpisodes.self) { try empty.load(media) }
        #expect(throws: NoEpisodes.self) { try empty.load(Plan<Int>.failure(NoEpisodes())) }
        #expect(throws: NoEpisodes.self) { try empty.load(Episode.all.plan.map { _ in throw NoEpisodes() }) }
        // A resource's function reads the value, so its error is a parse error.
        let error = #expect(throws: LoadError.self) { try empty.load(Episode.all.map { _ in throw NoEpisodes() }) }
        #expect(error?.stage == .parse && error?.underlyingError is NoEpisodes)
    }
}
