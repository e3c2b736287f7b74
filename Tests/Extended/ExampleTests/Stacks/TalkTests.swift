import Foundation
import Resourceful
import ResourcefulTesting
import Testing

@testable import talk

/// The fifth stack: where it all began. All of it but one test is synchronous.
@Suite(.permit) struct TalkTests {
    private let broken = Data(TalkServer.broken.utf8)

    @Test func `a list is read by hand, and bytes are bytes`() throws {
        let data = Data(TalkServer.episodes.utf8)
        #expect(try Episode.data.parse(data) == data)
        #expect(try Episode.all.parse(data).map(\.title) == ["Tiny Networking", "View Models at Kickstarter"])
    }

    @Test func `one bad element fails the whole list, or is left out and told of`() throws {
        let error = #expect(throws: LoadError.self) { try Episode.all.parse(broken) }
        #expect(error?.parseFailure?.path == [1, "title"] && error?.parseFailure?.kind == .missing)
        let readable = try Episode.readable.parse(broken)
        #expect(readable.elements.map(\.id) == ["1", "3"] && readable.failures.count == 1)
        #expect(throws: LoadError.self) { try Episode.readable.parse(Data(#"{"error": 1}"#.utf8)) }
    }

    @Test func `resources are static, computed, or made by a function`() throws {
        let episode = Episode(id: "a/1", title: "")
        #expect(episode.media.request.url.relativeString == "episodes/a%2F1.json")
        #expect(Episode.search("a&b").request.url.relativeString == "search.json?q=a%26b")
        let media = try episode.media.parse(Data(#"{"video": "https://example.org/1.mp4", "seconds": 3}"#.utf8))
        #expect(media.seconds == 3)
    }

    @Test func `an episode is posted as JSON, and read from the answer`() throws {
        var run = DryRun(baseURL: URL(string: "http://localhost:8000"), TalkServer.stubs)
        let new = Episode(id: "4", title: "四")
        #expect(try run.load(new.publication) == new)
        #expect(run.requests.first?.method == .post && run.requests.first?.body == .json(new))
    }

    @Test func `one function loads, the media of the first episode, too`() async throws {
        let base = URL(string: "http://localhost:8000")
        let webservice = Webservice(baseURL: base, transport: StubTransport(TalkServer.stubs))
        let media = try await webservice.load(Episode.all.flatMap { $0[0].media })
        #expect(media.seconds == 1_260)
    }
}
