import Foundation
import TestSupport
import Testing

@testable import ResourcefulLab

/// The places of values in a text, and the text with changes.
struct BodyOutlineTests {
    @Test func `a path has no indices, and is written as JavaScript does`() {
        let titles = Sensitivity.Path([.key("episodes"), .element, .key("title")])
        #expect(titles == Sensitivity.Path(["episodes", 0, "title"]))
        #expect("\(titles)" == "episodes[].title")
    }

    /// The paths of all values of a document, with indices, in the order of the document.
    private func paths(of json: JSON) throws -> [JSONPath] {
        var (paths, rest) = ([JSONPath](), [JSONPath([])])
        while let path = rest.popLast() {
            paths.append(path)
            let value = json[at: path]
            if let elements = try? value.array {
                rest += elements.indices.reversed().map { path.appending(.index($0)) }
            } else if let keys = try? value.keys {
                rest += keys.reversed().map { path.appending(.key($0)) }
            }
        }
        return paths
    }

    private static func kind(of json: JSON) -> Sensitivity.Kind {
        if json.isNull { return .null }
        if (try? json.bool) != nil { return .boolean }
        if (try? json.string) != nil { return .text }
        if (try? json.array) != nil { return .list }
        return (try? json.keys) == nil ? .number : .object
    }

    @Test func `each value of any document is found, with its type, and can be taken away, replaced or emptied`() throws
    {
        var random = SplitMix64(seed: 3)
        var count = 0
        let rounds = Effort.rounds(1_000)
        for _ in 0..<rounds {
            let text = JSONTree.arbitrary(depth: 4, using: &random).written(using: &random)
            let json = try JSON(parsing: Data(text.utf8))
            let outline = try BodyOutline(Data(text.utf8))
            let paths = try paths(of: json)
            try #require(outline.places.count == paths.count, "\(text)")
            let changed = [
                Int.random(in: paths.indices, using: &random), Int.random(in: paths.indices, using: &random),
            ]
            for (place, path) in changed.map({ ($0, paths[$0]) }) {
                count += 1
                let found = outline.places[place]
                #expect(found.kind == Self.kind(of: json[at: path]), "\(path) of \(text)")
                let normalized = Sensitivity.Path(path)
                #expect(outline.branches[found.path].path == normalized)
                let spelled = try JSON(parsing: Data(outline.bytes[found.range]))
                #expect(spelled == json[at: path], "\(path) of \(text)")
                for change in Sensitivity.Change.all where outline.applies(change, at: place) && !path.isEmpty {
                    let body = outline.body(with: change, at: [place])
                    let new = try JSON(parsing: body)
                    switch change {
                    case .missing: #expect(try new == json.removing(path), "\(path) of \(text)")
                    case .null: #expect(try new == json.setting(path, to: .null), "\(path) of \(text)")
                    default:
                        #expect(try new == json.setting(path, to: new[at: path]), "\(change), \(path) of \(text)")
                        #expect(new[at: path] != json[at: path], "\(change), \(path) of \(text)")
                    }
                }
            }
        }
        #expect(count == 2 * rounds)
    }

    @Test func `a change of all places of a path changes these and no others`() throws {
        let text = #"{"a": [ {"b": 1, "c": [1, 2]} , {"c": [3]}, {"b": {"b": 2}, "c": [] } ], "b": 3}"#
        let outline = try BodyOutline(Data(text.utf8))
        func changed(_ path: String, _ change: Sensitivity.Change) throws -> String {
            let branch = try #require(outline.branches.first { "\($0.path)" == path })
            return String(decoding: outline.body(with: change, at: branch.places), as: UTF8.self)
        }
        #expect(
            try changed("a[].b", .missing)
                == #"{"a": [ {"c": [1, 2]} , {"c": [3]}, {"c": [] } ], "b": 3}"#)
        #expect(try changed("a[].c[]", .missing) == text.replacing("[1, 2]", with: "[]").replacing("[3]", with: "[]"))
        #expect(try changed("a[]", .null) == #"{"a": [ null , null, null ], "b": 3}"#)
        #expect(try changed("b", .text) == text.replacing("\"b\": 3", with: "\"b\": \"3\""))
        #expect(
            try changed("a[].b", .text)
                == #"{"a": [ {"b": "1", "c": [1, 2]} , {"c": [3]}, {"b": "text", "c": [] } ], "b": 3}"#)
        #expect(try changed("the body", .missing).isEmpty)
        #expect(
            outline.ordered.map { "\(outline.branches[$0].path)" } == [
                "the body", "a", "a[]", "a[].b", "a[].b.b", "a[].c", "a[].c[]", "b",
            ])
        #expect(outline.unknown.isEmpty)
    }

    @Test func `a value becomes the same content in another type`() throws {
        let cases: KeyValuePairs<String, [Sensitivity.Change: String]> = [
            #""12""#: [.number: "12", .boolean: "true"], #""1e3""#: [.number: "1e3"],
            #""a b""#: [.number: "1", .boolean: "true"],
            #""false""#: [.boolean: "false", .number: "1"], #""\u0031""#: [.number: "1"],
            #""unknown-case""#: [.anotherText: #""another-case""#],
            "0": [.boolean: "false", .text: #""0""#], "-1.5e2": [.text: #""-1.5e2""#, .boolean: "true"],
            "true": [.text: #""true""#, .number: "1", .anotherBoolean: "false"],
            "false": [.number: "0", .anotherBoolean: "true"],
            "113": [.anotherNumber: "114", .fraction: "113.5"], "7": [.beyondInt32: "5000000000"],
            "null": [.text: #""text""#, .number: "1"],
        ]
        for (text, changes) in cases {
            let outline = try BodyOutline(Data("[\(text)]".utf8))
            for (change, expected) in changes {
                #expect(
                    String(decoding: outline.body(with: change, at: [1]), as: UTF8.self) == "[\(expected)]",
                    "\(change) of \(text)")
            }
        }
        let never: KeyValuePairs<String, [Sensitivity.Change]> = [
            "null": [.null, .anotherText, .fraction], "[]": [.emptyList, .anotherNumber], "{}": [.emptyObject],
            "1.5": [.fraction, .number],
            "5000000000": [.beyondInt32], "1e20": [.beyondInt64, .fraction], #""""#: [.emptyText, .text],
            "true": [.boolean, .fraction],
        ]
        for (text, changes) in never {
            let outline = try BodyOutline(Data("[\(text)]".utf8))
            #expect(!changes.contains { outline.applies($0, at: 1) }, "\(text)")
        }
    }

    @Test func `a body of white space has no values, and one that isn't JSON is refused`() throws {
        #expect(try BodyOutline(Data()).places.isEmpty && BodyOutline(Data(" \n".utf8)).ordered.isEmpty)
        for text in ["{", "[1,]", "a", "1 2", "{\"a\":1,}", "\"", "[\"\\x\"]"] {
            #expect(throws: ParseFailure.self) { try BodyOutline(Data(text.utf8)) }
        }
    }
}
