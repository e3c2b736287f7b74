import Foundation
import ResourcefulCore
import ResourcefulTesting
import Testing

struct ResponseLocationTests {
    static let url = URL(string: "https://example.org/shows/7/episodes?page=1#top")!

    static func location(_ text: String) -> String? {
        Response(status: 201, headerFields: fields(text), url: url).location?.absoluteString
    }

    /// One field; none when its value can't be one.
    private static func fields(_ text: String) -> HeaderFields {
        var fields = HeaderFields()
        fields[.location] = text
        return fields
    }

    @Test func `a location is resolved, however it is written`() {
        let cases: [(String, String)] = [
            ("https://other.org/x", "https://other.org/x"), ("/new", "https://example.org/new"),
            ("8", "https://example.org/shows/7/8"), ("../9?a=b", "https://example.org/shows/9?a=b"),
            ("?page=2", "https://example.org/shows/7/episodes?page=2"),
            ("//cdn.example.org/x", "https://cdn.example.org/x"),
            ("/my file.txt", "https://example.org/my%20file.txt"), (" /x ", "https://example.org/x"),
            ("/my%20file 2.txt", "https://example.org/my%20file%202.txt"), ("/100%", "https://example.org/100%25"),
            ("/größe?ü=ß", "https://example.org/gr%C3%B6%C3%9Fe?%C3%BC=%C3%9F"),
            ("/a|b^c\"d", "https://example.org/a%7Cb%5Ec%22d"),
            ("/x{y}<z>", "https://example.org/x%7By%7D%3Cz%3E"), ("app://done?code=1", "app://done?code=1"),
            ("mailto:me@example.org", "mailto:me@example.org"), ("\"/quoted\"", "https://example.org/quoted"),
            ("/x#part", "https://example.org/x#part"), ("https://example.org", "https://example.org"),
        ]
        for (text, expected) in cases { #expect(Self.location(text) == expected, "\(text)") }
    }

    @Test func `what is hopeless is nil or another URL, and nothing breaks`() {
        let cases: [String] = ["", " ", "\"\"", "https://", "http://[::1", "https://exa mple.org:port/"]
        for text in cases { if let location = Self.location(text) { #expect(URL(string: location) != nil, "\(text)") } }
    }

    @Test func `two places at once are none, and a relative one needs a base`() {
        var response = Response(headerFields: ["Location": "/a", "location": "/b"], url: Self.url)
        #expect(response.location == nil)
        response.headerFields = ["Location": "/a", "location": "/a"]
        #expect(response.location?.path() == "/a")
        response.url = nil
        #expect(response.location == nil)
        response.headerFields = ["Location": "https://example.org/a"]
        #expect(response.location?.absoluteString == "https://example.org/a")
        #expect(Response().location == nil && Response(headerFields: ["Location": ""], url: Self.url).location == nil)
    }

    @Test func `nothing is too strange to be read`() {
        var random = SplitMix64(seed: 7)
        let pieces = [
            "http", "://", "/", ":", "?", "#", "[", "]", "@", "%", "%2", "..", "<", ">", "é", "\\", " ",
        ]
        for _ in 0..<Effort.rounds(3_000) {
            let count = Int.random(in: 0...8, using: &random)
            let text =
                (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined() + random.arbitraryText(upTo: 3)
            let response = Response(headerFields: Self.fields(text), url: Self.url)
            #expect(response.location.map { $0.scheme != nil } ?? true)
        }
    }
}
