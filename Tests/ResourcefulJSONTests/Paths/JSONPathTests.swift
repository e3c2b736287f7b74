import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONPathTests {
    @Test func `a literal with dots is a list of keys`() {
        #expect(("data.posts" as JSONPath).components == [.key("data"), .key("posts")])
        #expect(("data" as JSONPath).components == [.key("data")])
        #expect(("posts.0.title" as JSONPath).components == [.key("posts"), .key("0"), .key("title")])
    }

    @Test func `a list is a path of its components, dots and all`() {
        #expect((["a.b", "c"] as JSONPath).components == [.key("a.b"), .key("c")])
        #expect((["posts", 0] as JSONPath).components == [.key("posts"), .index(0)])
    }

    @Test func `an empty literal and an empty list are the document itself`() {
        #expect(("" as JSONPath).isEmpty)
        #expect(([] as JSONPath).isEmpty)
        #expect(("" as JSONPath) == [])
        #expect(!("a" as JSONPath).isEmpty)
    }

    @Test func `a path grows by one component`() {
        #expect(("a" as JSONPath).appending(.key("b")) == "a.b")
        #expect(([] as JSONPath).appending(.index(3)) == [3])
    }

    @Test func `a path prints as one would write it in Swift`() {
        let cases: [(JSONPath, String)] = [
            ([], ""), (["a"], "a"), (["a", "b"], "a.b"), (["a", 0, "b"], "a[0].b"), ([0, 1], "[0][1]"),
            (["a.b", "c"], #"["a.b"].c"#), (["", "c"], #"[""].c"#), (["a b"], #"["a b"]"#),
            (["a", "\"\n"], #"a["\"\n"]"#),
            (["é", "日本"], "é.日本"), (["snake_case", "kebab-case"], "snake_case.kebab-case"), (["a", "0"], "a.0"),
        ]
        for (path, text) in cases { #expect(path.description == text, "\(path)") }
    }

    @Test func `a literal may be a path as it is printed`() {
        let cases: [(JSONPath, JSONPath)] = [
            ("results[0].long_name", ["results", 0, "long_name"]), ("[0][1]", [0, 1]), ("[2].id", [2, "id"]),
            ("list[-1]", ["list", -1]), ("a[0]", ["a", 0]), (#"["a.b"].c"#, ["a.b", "c"]),
            (#"map["x y"][3]"#, ["map", "x y", 3]),
            (#"[""]"#, [""]), (#"a["\"\n\\\u{301}\t\r\0\'"]"#, ["a", "\"\n\\\u{301}\t\r\0'"]),
        ]
        for (literal, path) in cases { #expect(literal == path, "\(literal)") }
    }

    @Test func `brackets around anything else are part of a key`() {
        let cases: [String] = [
            "a[b]", "a[]", "a[", "]", "[", "a[0]b", "a[0", #"a["b"#, #"a["b"c]"#, #"a["b"]c"#, "a[ 0]", "a[1e3]",
            "[\u{301}0]",
            "a[99999999999999999999]",
        ]
        for key in cases { #expect(JSONPath(key) == [.key(key)], "\(key)") }
    }

    @Test func `what a path prints makes the same path`() throws {
        var random = SplitMix64(seed: 61)
        let texts = [
            "a.b", "a[0]", "\"", "\\", "'", "\u{345}x", "\u{301}", "é", "", "0", "\u{0}", "\u{85}", "[", "]",
            "\u{202E}", " ",
        ]
        for _ in 0..<Effort.rounds(3_000) {
            let path = JSONPath(
                (0..<Int.random(in: 0...4, using: &random)).map { _ -> JSONPath.Component in
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: .index(Int.random(in: -2...200, using: &random))
                    case 1: .key(texts.randomElement(using: &random) ?? "")
                    default: .key(random.arbitraryText(upTo: 5))
                    }
                })
            #expect(JSONPath(path.description) == path, "\(path)")
        }
    }

    @Test func `the path of a failure leads back to its place`() throws {
        let text = #"{"results": [{"long_name": "a", "a.b": [1]}, {"long_name": 2, "a.b": ["x"]}]}"#
        struct Row: Decodable { let long_name: String }
        let json = try JSON(parsing: Data(text.utf8))
        let failure = try #require(thrown(ParseFailure.self) { try json.results.decode([Row].self) })
        #expect(try json[at: JSONPath("\(failure.path)")].int == 2)
        let dotted = try #require(thrown(ParseFailure.self) { try json.results[1]["a.b"][0].int })
        #expect(try json[at: JSONPath("\(dotted.path)")].string == "x")
    }

    @Test func `two paths that differ print differently, but for numbers as keys`() {
        var random = SplitMix64(seed: 60)
        var seen: [String: JSONPath] = [:]
        for _ in 0..<Effort.rounds(3_000) {
            let path = JSONPath(
                (0..<Int.random(in: 0...3, using: &random)).map { _ -> JSONPath.Component in
                    Bool.random(using: &random)
                        ? .index(Int.random(in: 0...2, using: &random)) : .key(random.arbitraryText(upTo: 2))
                })
            let other = seen.updateValue(path, forKey: path.description)
            #expect(other == nil || other == path, "\(path)")
        }
    }

    @Test func `digits are an index in an array and a key in an object`() throws {
        let json = try JSON(parsing: Data(#"{"list":["a","b"],"map":{"1":"c"}}"#.utf8))
        #expect(try json[at: "list.1"].string == "b")
        #expect(try json[at: ["list", 1]].string == "b")
        #expect(try json[at: "map.1"].string == "c")
        #expect(!json[at: ["map", 1]].exists, "an index is for arrays alone")
        for digits in ["+1", "-1", " 1", "1 ", "1.0", "١", ""] { #expect(!json.list[digits].exists, "\(digits)") }
    }

    @Test func `walking a path is walking its components`() throws {
        let json = try JSON(parsing: Data(#"{"a":[{"b":{"c":7}}]}"#.utf8))
        #expect(try json[at: "a.0.b.c"].int == 7)
        #expect(try json[at: []].a[0].b.c.int == 7)
        #expect(json[at: "a.0.b.c"].path == json.a["0"].b.c.path)
        #expect(json.a[0].b.c.path == ["a", 0, "b", "c"])
    }
}
