import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Segments and queries added to URLs, which stay what they were.
struct URLAppendingTests {
    private static let added: [(url: String, segments: [String], expected: String)] = [
        ("https://example.org", ["a"], "https://example.org/a"),
        ("https://example.org/", ["a"], "https://example.org/a"),
        ("https://example.org/a", ["b", "c"], "https://example.org/a/b/c"),
        ("https://example.org/a/", ["b"], "https://example.org/a/b"),
        ("https://example.org?q", ["a"], "https://example.org/a?q"),
        ("https://example.org#f", ["a"], "https://example.org/a#f"),
        ("https://example.org/a?q=/#f?/", ["b"], "https://example.org/a/b?q=/#f?/"),
        ("https://example.org/%2f%7E/?%41", ["b"], "https://example.org/%2f%7E/b?%41"),
        ("https://example.org/a", [""], "https://example.org/a/"),
        ("https://example.org/a/", [""], "https://example.org/a/"),
        ("https://example.org/a", ["", "b"], "https://example.org/a//b"),
        ("https://example.org", [], "https://example.org"),
        ("https://user@example.org:8080", ["a"], "https://user@example.org:8080/a"),
        ("https://[::1]", ["a"], "https://[::1]/a"), ("a", ["b"], "a/b"), ("a/", ["b"], "a/b"), ("?q", ["b"], "b?q"),
        ("/", ["b"], "/b"), ("../a", ["b"], "../a/b"), ("//example.org", ["a"], "//example.org/a"),
        ("?q", ["", "b"], ".//b?q"), ("?q", [""], "./?q"), ("/", ["", "evil.example"], "/.//evil.example"),
        ("?q", ["", "", "evil.example"], ".///evil.example?q"), ("?q", ["a:b"], "a%3Ab?q"), ("/", [""], "/"),
    ]

    @Test func `segments are added to a path`() {
        checkEach(Self.added) { url, segments, expected in
            let url = try #require(URL(string: url), "\(url)")
            #expect(try url.appending(segments: segments).absoluteString == expected, "\(url)")
        }
    }

    @Test(arguments: [".", ".."]) func `segments that lead elsewhere are refused`(dots: String) {
        let error = #expect(throws: RequestError.self) { try Sample.url.appending(segments: "a", dots, "b") }
        #expect(error?.message == "\"\(dots)\" can't be a path segment, because it changes the path")
    }

    @Test func `a segment is one segment, whatever is in it`() throws {
        var random = SplitMix64(seed: 31)
        let naughty = ["../x", "%2e%2e", "a/b", "a\\b", "%00", "\0", "?a=b", "#f", ";p", "...", " ", "\u{202E}", "//x"]
        let arbitrary = (0..<Effort.rounds(1_000)).map { _ in random.arbitraryText() }
        for text in naughty + arbitrary where text != "." && text != ".." && !text.isEmpty {
            for base in ["https://example.org/a?q#f", "a/b", "https://example.org"] {
                let url = try #require(URL(string: base))
                let longer = try url.appending(segments: text, "end")
                let path = longer.absoluteString.split(separator: "/", omittingEmptySubsequences: false)
                #expect(path.last?.hasPrefix("end") == true)
                let segment = path.dropLast().last ?? ""
                #expect(Array(PercentEncoding.decoded(segment.utf8).utf8) == Array(text.utf8))
                #expect(path.count == base.split(separator: "/", omittingEmptySubsequences: false).count + 2)
                let resolved = URL(string: longer.absoluteString, relativeTo: Sample.url)?.absoluteURL
                #expect(resolved?.host(percentEncoded: true) == "example.org")
                #expect(resolved?.absoluteString.contains("/\(segment)/end") == true)
            }
        }
    }

    @Test func `items are added to a query`() {
        let cases: [(String, String)] = [
            ("https://example.org", "https://example.org?a=b"), ("https://example.org/?", "https://example.org/?a=b"),
            ("https://example.org/?x", "https://example.org/?x&a=b"),
            ("https://example.org/?x&", "https://example.org/?x&a=b"),
            ("https://example.org/?x=%7e+1#f?g", "https://example.org/?x=%7e+1&a=b#f?g"),
            ("https://example.org/a#f", "https://example.org/a?a=b#f"), ("a", "a?a=b"), ("#f", "?a=b#f"),
        ]
        checkEach(cases) { url, expected in
            let url = try #require(URL(string: url), "\(url)")
            #expect(url.appending(query: ["a": "b"]).absoluteString == expected, "\(url)")
            #expect(url.appending(query: [:]) == url, "\(url)")
        }
    }

    @Test func `what is added to a URL is read from it, behind what was there`() throws {
        var random = SplitMix64(seed: 32)
        for _ in 0..<Effort.rounds(1_000) {
            let pairs = (0...Int.random(in: 0...3, using: &random)).map { _ in
                (random.arbitraryText(), random.arbitraryText())
            }
            for base in ["https://example.org/a?x=%7e+1#f", "a#f"] {
                let url = try #require(URL(string: base))
                let longer = url.appending(query: Query(pairs))
                let read = Query(of: longer).pairs.suffix(pairs.count)
                #expect(read.map { Array($0.0.utf8) } == pairs.map { Array($0.0.utf8) })
                #expect(read.map { Array($0.1.utf8) } == pairs.map { Array($0.1.utf8) })
                #expect(longer.absoluteString.hasPrefix(base.dropLast(2)) && longer.absoluteString.hasSuffix("#f"))
            }
        }
    }
}
