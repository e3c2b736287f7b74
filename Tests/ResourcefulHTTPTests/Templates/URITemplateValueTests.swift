import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What variables hold, and that it stays in its place.
struct URITemplateValueTests {
    @Test func `values of a program become values of variables`() throws {
        let (text, number, ratio, flag) = ("a b", 7, 2.5, true)
        let (tags, pairs) = (["x", "y"], [("k", "v"), ("k", "w")])
        let template = try URITemplate("{text}{/number,ratio,flag}{?tags*,pairs*}{&absent,none,nothing*}")
        let expanded = try template.expand([
            "text": .init(text), "number": .init(number), "ratio": .init(ratio), "flag": .init(flag),
            "tags": .init(tags), "pairs": .init(pairs: pairs), "absent": .init(nil as String?), "none": nil,
            "nothing": [],
        ])
        #expect(expanded == "a%20b/7/2.5/true?tags=x&tags=y&k=v&k=w")
    }

    @Test func `literals of every kind are values`() throws {
        let template = try URITemplate("{a}{/b}{/c}{/d}{/e*}{?f*}")
        let id = 3
        #expect(
            try template.expand([
                "a": "x\(id)", "b": -1, "c": 6.0, "d": false, "e": [1, "two", 3.5, nil, true],
                "f": ["y": 1, "x": nil, "z": "ü"],
            ]) == "x3/-1/6/false/1/two/3.5/true?y=1&z=%C3%BC")
    }

    @Test func `members that are not there are left out, and nothing left is no value`() throws {
        let template = try URITemplate("x{?a,b*}")
        #expect(try template.expand(["a": .init(["1", nil, "3"]), "b": .init(["k": "v"])]) == "x?a=1,3&k=v")
        #expect(try template.expand(["a": .init([String?.none]), "b": .init([String: String]())]) == "x")
        #expect(URITemplate.Value([String]()) == .undefined)
        #expect(URITemplate.Value([1, 2, 3] as [UInt8]) == [1, 2, 3] && URITemplate.Value([Int]()) == .undefined)
        #expect(URITemplate.Value("") != .undefined)
    }

    @Test func `a dictionary is written in the order of its keys`() throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (10..<40).map { ("k\($0)", "\($0)") })
        let expected = (10..<40).map { "k\($0)=\($0)" }.joined(separator: "&")
        #expect(try URITemplate("{?a*}").expand(["a": .init(dictionary)]) == "?" + expected)
    }

    @Test func `a prefix counts scalars, before they are encoded`() throws {
        let template = try URITemplate("{a:2}")
        #expect(try template.expand(["a": "é\u{1F469}x"]) == "%C3%A9%F0%9F%91%A9")
        #expect(try template.expand(["a": "e\u{301}x"]) == "e%CC%81")
        #expect(try template.expand(["a": "%2F"]) == "%252")
    }

    @Test func `what a variable holds never leaves its place`() throws {
        var random = SplitMix64(seed: 22)
        let template = try URITemplate("/a{/one}/b{/list*}{?one,list*,pairs*}")
        for _ in 0..<Effort.rounds(2_000) {
            let texts = (0..<6).map { _ in random.arbitraryText() }
            let text = try template.expand([
                "one": .init(texts[0]), "list": .init([texts[1], texts[2]]),
                "pairs": .init(pairs: [(texts[3], texts[4]), ("last", texts[5])]),
            ])
            let halves = text.split(separator: "?", omittingEmptySubsequences: false)
            let segments = halves[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            #expect(segments.count == 6)
            #expect(halves.count == 2 && !text.contains("#"))
            #expect(halves[0].split(separator: "/").first == "a" && segments[3] == "b")
            let query = Query(parsing: halves[1])
            #expect(
                query.items.map { Array($0.name.utf8) }.dropLast(2) == ["one", "list", "list"].map { Array($0.utf8) })
            let values = query.items.map { Array(($0.value ?? "").utf8) }
            #expect(values == [texts[0], texts[1], texts[2], texts[4], texts[5]].map { Array($0.utf8) })
            #expect(Array(query.items[3].name.utf8) == Array(texts[3].utf8))
        }
    }
}
