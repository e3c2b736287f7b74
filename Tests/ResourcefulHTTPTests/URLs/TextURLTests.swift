import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// URLs that come from a text: only what is invalid in it is encoded, once.
struct TextURLTests {
    /// Texts and their URLs, all on one host.
    static let texts: [(text: String, url: String)] = [
        ("http://h/a%2Fb?x[]=1%2F2", "http://h/a%2Fb?x%5B%5D=1%2F2"), ("http://h/{a}/%2F", "http://h/%7Ba%7D/%2F"),
        ("http://h/a|b%2Fc", "http://h/a%7Cb%2Fc"),
        ("http://h/?q={\"a\":\"%2F\"}", "http://h/?q=%7B%22a%22:%22%2F%22%7D"),
        ("http://h/[a]%20b#[c]%20d", "http://h/%5Ba%5D%20b#%5Bc%5D%20d"), ("http://h/a b%2F", "http://h/a%20b%2F"),
        ("http://h/é%2F", "http://h/%C3%A9%2F"), ("http://h/50%/%2F", "http://h/50%25/%2F"),
        ("http://h/a#b#c%2F", "http://h/a#b%23c%2F"), ("http://h/%zz%2f", "http://h/%25zz%2f"),
        ("http://h/`^\\%2F", "http://h/%60%5E%5C%2F"),
        ("http://h/?filter[name]=тест%20x", "http://h/?filter%5Bname%5D=%D1%82%D0%B5%D1%81%D1%82%20x"),
        ("http://h/a%2Fb", "http://h/a%2Fb"), ("http://h/?a=b|c&d=%7C", "http://h/?a=b%7Cc&d=%7C"),
    ]

    @Test func `a text is encoded once, wherever it is read`() {
        for (text, right) in Self.texts {
            checkEach(0..<4) { reader in
                struct Row: Decodable, Sendable { let url: URL }
                let base = URL(string: "http://h/x/y?z")
                let relative = String(text.dropFirst("http://h".count))
                let json = Body.json(["url": text]).data ?? Data()
                var read: URL?
                switch reader {
                case 0: read = try JSON.Decoder().decode(Row.self, from: json).url
                case 1: read = base?.resolving(relative)
                case 2: read = Response(status: 302, headerFields: ["Location": text]).location
                default: read = Response(status: 302, headerFields: ["Location": relative], url: base).location
                }
                #expect(read?.absoluteString == right, "\(text), \(reader)")
            }
        }
    }

    @Test func `a template keeps the escapes beside reserved characters`() throws {
        let url = Request(template: "http://h/{+path}{?q}", ["path": "a[0]%2Fb", "q": "[x]"]).url
        #expect(url.absoluteString == "http://h/a%5B0%5D%2Fb?q=%5Bx%5D")
        let literal = Request("http://h/items?filter[name]=%2F{&page}", ["page": 2]).url
        #expect(literal.absoluteString == "http://h/items?filter%5Bname%5D=%2F&page=2")
    }

    @Test func `a text that is a URL stays as it is`() {
        let cases: [String] = [
            "http://[::1]:8080/a%2Fb", "http://[fe80::1%25eth0]/", "//[::1]/a", "mailto:a@b", "a:80/x", "?a=b", "#c",
            "/..//a",
            "http://u:p@h:1/;a=b,c?d=(e)*f!$'&g=~h-i_j.k",
        ]
        checkEach(cases) { text in
            let json = try #require(Body.json([text]).data, "\(text)")
            #expect(try JSON.Decoder().decode([URL].self, from: json)[0].absoluteString == text, "\(text)")
        }
    }

    @Test(arguments: ["", "http://[", "http://a b/", "http://[::1/"]) func `a text that is no URL stays none`(
        text: String
    ) throws {
        let json = try #require(Body.json([text]).data)
        let failure = try #require(thrown(ParseFailure.self) { try JSON(parsing: json)[0].decode(URL.self) })
        #expect(failure.found.hasPrefix("the string ") && failure.found.contains("Invalid URL string"))
    }

    @Test func `any text is encoded so that nothing is left to encode`() throws {
        var random = SplitMix64(seed: 630)
        for _ in 0..<Effort.rounds(2_000) {
            let text =
                "http://h/" + random.arbitraryText(upTo: 12) + ["", "%2F", "[", "%", "#"].randomElement(using: &random)!
            let json = try #require(Body.json([text]).data)
            guard let url = try? JSON.Decoder().decode([URL].self, from: json)[0] else { continue }
            #expect(URL(string: url.absoluteString)?.absoluteString == url.absoluteString, "\(text)")
            let again = try JSON.Decoder().decode([URL].self, from: #require(Body.json([url.absoluteString]).data))
            #expect(again[0] == url, "\(text)")
        }
    }
}
