import Foundation
import Resourceful
import ResourcefulFormats
import ResourcefulTesting
import Testing

// The snippets about lenient decoding in "Reading responses".
@Suite(.permit) struct LenientSnippetTests {
    private struct Episode: Decodable, Equatable, Sendable {
        let title: String
        let length: Int
    }

    @Test func `repairs are listed`() throws {
        let url = URL(string: "https://example.org/episodes.json")!
        let data = Data(#"[{"title": "a", "length": 1}, {"title": "b", "length": "12"}]"#.utf8)
        var shown: [Episode] = []
        func show(_ episodes: [Episode]) { shown = episodes }

        let episodes = Resource<Lenient<[Episode]>>(lenientJSON: url)
        let read = try episodes.parse(data)
        for repair in read.repairs { print(repair) }
        // [1].length: expected Int, found the string "12", used 12
        show(read.value)

        #expect(read.repairs.map(\.description) == [#"[1].length: expected Int, found the string "12", used 12"#])
        #expect(shown.map(\.length) == [1, 12])
    }

    @Test func `elements that can't be decoded are left out`() throws {
        let url = URL(string: "https://example.org/episodes.json")!
        let data = Data(#"[{"title": "a", "length": 1}, {"title": "b", "length": "12"}]"#.utf8)
        var shown: [Episode] = []
        func show(_ episodes: [Episode]) { shown = episodes }

        let page = Resource<Lossy<Episode>>(json: url)
        let lossy = try page.parse(data)
        show(lossy.elements)
        for failure in lossy.failures { print(failure) }

        #expect(shown.map(\.title) == ["a"])
        #expect(lossy.failures.map(\.index) == [1])
        let json = try JSON(parsing: Data(#"{"episodes": [{"title": "a"}, {}]}"#.utf8))
        let titles = try json.episodes.lossyArray { try $0.title.string }
        #expect(titles.elements == ["a"] && titles.failureCount == 1)
    }
}
