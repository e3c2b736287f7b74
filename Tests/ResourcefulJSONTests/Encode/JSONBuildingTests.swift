import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON that is written, changed and encoded.
struct JSONBuildingTests {
    @Test func `a literal is the document that it looks like`() throws {
        let json: JSON = [
            "id": 1, "title": "A \"title\"\n", "rating": 4.5, "tags": ["a", nil, true], "nothing": [:], "none": [],
        ]
        let text = #"{"id":1,"title":"A \"title\"\u000a","rating":4.5,"tags":["a",null,true],"nothing":{},"none":[]}"#
        #expect(try json == JSON(parsing: Data(text.utf8)))
        #expect(try json.keys == ["id", "title", "rating", "tags", "nothing", "none"])
        #expect(try json.title.string == "A \"title\"\n")
    }

    @Test func `values become JSON`() throws {
        #expect(JSON("é") == "é" && JSON(7) == 7 && JSON(UInt64.max) != JSON(Int64.max) && JSON(true) == true)
        #expect(JSON(Double.infinity).isNull && JSON(Double.nan).isNull && JSON.null.isNull)
        #expect(JSON([JSON(1), "a"]) == [1, "a"])
        #expect(JSON([("b", 1), ("a", 2)]) == ["a": 2, "b": 1])
        let nowhere: JSON = [:]
        #expect(JSON([nowhere.a]) == [nil])
    }

    @Test func `setting a value leaves all other text as it was`() {
        let cases: [(String, String)] = [
            ("title", #"{"id":1, "tags":["a","b"],"title":"new"}"#), ("id", #"{"id":"new", "tags":["a","b"]}"#),
            ("tags.0", #"{"id":1, "tags":["new","b"]}"#), ("tags.2", #"{"id":1, "tags":["a","b","new"]}"#),
            ("author.name", #"{"id":1, "tags":["a","b"],"author":{"name":"new"}}"#), ("", #""new""#),
        ]
        checkEach(cases) { path, text in
            let json = try JSON(parsing: Data(#" {"id":1, "tags":["a","b"]} "#.utf8))
            #expect(String(try json.setting(JSONPath(path), to: "new")) == text, "\(path)")
        }
    }

    @Test func `removing a value takes its comma with it`() {
        let cases: [(String, String)] = [
            ("id", #"{"tags":["a","b"],"x":{}}"#), ("tags", #"{"id":1,"x":{}}"#), ("x", #"{"id":1,"tags":["a","b"]}"#),
            ("tags.0", #"{"id":1,"tags":["b"],"x":{}}"#), ("tags.1", #"{"id":1,"tags":["a"],"x":{}}"#),
            ("x.y", #"{"id":1,"tags":["a","b"],"x":{}}"#), ("", "null"),
        ]
        checkEach(cases) { path, text in
            let json = try JSON(parsing: Data(#"{"id":1,"tags":["a","b"],"x":{}}"#.utf8))
            #expect(String(try json.removing(JSONPath(path))) == text, "\(path)")
        }
    }

    @Test func `a key that stands twice is set where it counts, and removed wherever it stands`() throws {
        let json = try JSON(parsing: Data(#"{"a":1,"b":2,"a":3}"#.utf8))
        #expect(try json.setting("a", to: 4).a.int == 4)
        #expect(String(try json.removing("a")) == #"{"b":2}"#)
    }

    @Test(arguments: ["id.x", "tags.5", "tags.x", "a.7"]) func `a path that leads nowhere is refused`(path: String)
        throws
    {
        let json: JSON = ["id": 1, "tags": ["a"], "b": [1]]
        let place: JSONPath = path == "a.7" ? ["a", 7] : JSONPath(path)
        #expect(throws: ParseFailure.self) { try json.setting(place, to: 1) }
        #expect(throws: ParseFailure.self) { try json.nowhere.removing("x") }
    }

    @Test func `whatever is set stands there, and is gone when it is removed`() throws {
        var random = SplitMix64(seed: 77)
        for _ in 0..<Effort.rounds(500) {
            let text = JSONTree.arbitrary(using: &random).written(using: &random)
            let value = try JSON(parsing: Data(JSONTree.arbitrary(using: &random).written(using: &random).utf8))
            let json: JSON = try ["before": JSON(parsing: Data(text.utf8)), "list": [1, 2, 3], "after": 5]
            let key = random.arbitraryText(upTo: 6)
            let path: JSONPath =
                Bool.random(using: &random) ? ["list", .index(.random(in: 0...3, using: &random))] : [.key(key)]
            let changed = try json.setting(path, to: value)
            #expect(changed[at: path] == value)
            if !["before", "list", "after"].contains(key) {
                #expect(changed.before == json.before && changed.after == json.after)
                #expect(try changed.setting(path, to: changed[at: path]) == changed)
                if path.components.count == 1 { #expect(try changed.removing(path) == json) }
            }
        }
    }

    @Test func `JSON goes through any encoder and decoder`() throws {
        var random = SplitMix64(seed: 78)
        for _ in 0..<Effort.rounds(300) {
            let text = JSONTree.arbitrary(using: &random).written(using: &random)
            let json = try JSON(parsing: Data(text.utf8))
            let whole: JSON = ["value": json]
            let data: Data
            do {
                data = try JSONEncoder().encode(whole)
            } catch {
                // A number that no Double can hold.
                continue
            }
            let back = try JSONDecoder().decode(JSON.self, from: data)
            #expect(try back == JSON(parsing: JSONEncoder().encode(back)))
            #expect(try JSON.Decoder().decode(JSON.self, from: data) == JSON(parsing: data))
        }
    }
}
