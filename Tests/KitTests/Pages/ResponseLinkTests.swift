import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The links of a response, with their URLs.
struct ResponseLinkTests {
    private static let url = URL(string: "https://example.org/shows/7/episodes?page=1#top")!

    @Test func `links are resolved, and found by relation`() {
        var response = Response(
            headerFields: [
                "Link": "<?page=2>; rel=\"next last\", </a b>; rel=Prev; title=\"x\"",
                "link": "<https://x.org/>; rel=next, <#c>; rel=up; anchor=\"/other\", rel=broken",
            ], url: Self.url)
        #expect(response.link(rel: "NEXT")?.absoluteString == "https://example.org/shows/7/episodes?page=2")
        #expect(response.link(rel: "prev")?.absoluteString == "https://example.org/a%20b")
        #expect(response.link(rel: "up") == nil && response.link(rel: "first") == nil)
        #expect(
            response.links.map(\.target) == [
                "https://example.org/shows/7/episodes?page=2", "https://example.org/a%20b", "https://x.org/",
                "https://example.org/shows/7/episodes?page=1#c",
            ])
        #expect(response.links[1].title == "x")
        response.url = nil
        #expect(response.links.first?.target == "?page=2" && response.link(rel: "prev") == nil)
    }

    @Test func `nothing is too strange to be read`() {
        var random = SplitMix64(seed: 7)
        let pieces = [
            "http", "://", "/", ":", "?", "#", "[", "]", "@", "%", "%2", "..", "<", ">;rel=next,", "é", "\\", " ",
        ]
        for _ in 0..<Effort.rounds(3_000) {
            let count = Int.random(in: 0...8, using: &random)
            let text =
                (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined() + random.arbitraryText(upTo: 3)
            var response = Response(url: Self.url)
            response.headerFields["Link"] = "<" + text + ">; rel=next"
            #expect(response.link(rel: "next").map { $0.scheme != nil } ?? true)
            #expect(response.links.count == response.headerFields.links.count)
        }
    }
}
