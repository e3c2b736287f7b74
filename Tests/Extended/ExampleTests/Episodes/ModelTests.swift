import Foundation
import ResourcefulTesting
import Testing
import episodes

/// The example's resources, tested as a user would test theirs: from fixtures, without a network and without `await`.
@Suite(.permit) struct ModelTests {
    private func fixture(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)"))
    }

    @Test func `the list of episodes is read`() throws {
        let all = try Episode.all.parse(fixture("episodes.json"))
        #expect(all.map(\.id) == [2, 1])
        #expect(all[0].title == "Structs all the way down")
        #expect(all[1].seconds == 1_260)
    }

    @Test func `what is found stands inside an envelope`() throws {
        let found = try Episode.search("plans").parse(fixture("search.json"))
        #expect(found.map(\.collection) == ["Networking"])
    }

    @Test func `the words of a search stay in their place`() {
        let resource = Episode.search("a&b=c #?")
        #expect(resource.request.url.relativeString == "search.json?q=a%26b%3Dc%20%23%3F")
    }

    @Test func `media, collections and comments are read`() throws {
        let episode = try Episode.all.parse(fixture("episodes.json"))[0]
        let media = try episode.media.parse(fixture("media.json"))
        #expect(media.chapters.map(\.start) == [0, 678])
        #expect(try PodcastCollection.all.parse(fixture("collections.json")).map(\.name) == ["Values"])
        #expect(try episode.comments.parse(fixture("comments.json")).map(\.author) == ["A listener"])
    }

    @Test func `a comment is posted as JSON, and answered with a number`() throws {
        let episode = try Episode.all.parse(fixture("episodes.json"))[0]
        let comment = Comment(author: "Me", text: "Yes")
        var run = DryRun(baseURL: URL(string: "http://example.org/")!) { _ in
            Response(status: 201, body: Data(#"{ "comments": 3 }"#.utf8))
        }
        #expect(try run.load(episode.post(comment)) == 3)
        let request = try #require(run.requests.first)
        #expect("\(request)" == "POST http://example.org/episodes/2/comments.json")
        #expect(request.headerFields["Content-Type"] == "application/json")
        #expect(request.body == .json(comment))
    }

    @Test func `a missing key is reported with its path and the text around it`() throws {
        let error = #expect(throws: LoadError.self) {
            try Episode.all.parse(Data(#"[{ "id": 2, "title": "Structs" }]"#.utf8))
        }
        #expect(error?.parseFailure?.path == [0, "collection"])
        #expect(error?.parseFailure?.found == "nothing (the object has the keys id, title)")
    }

    @Test func `the media of the first episode found is loaded by flatMap`() throws {
        let (search, media) = (try fixture("search.json"), try fixture("media.json"))
        var run = DryRun(baseURL: URL(string: "http://example.org/")!) { request in
            Response(body: request.url.path == "/search.json" ? search : media)
        }
        let loaded = try run.load(Episode.search("plans").flatMap { $0[0].media })
        #expect(loaded.summary == "What a plan is.")
        #expect(run.requests.map(\.url.path) == ["/search.json", "/episodes/16.json"])
    }
}
