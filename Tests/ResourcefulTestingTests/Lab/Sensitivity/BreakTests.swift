import Foundation
import ResourcefulLab
import TestSupport
import Testing

private struct Guest: Decodable, Sendable {
    let name: String
}

private enum Format: String, Decodable, Sendable {
    case audio, video
}

private struct Broadcast: Decodable, Sendable {
    let id: Int
    let title: String
    let length: Int?
    let format: Format?
    let host: Guest?

    static let all = Resource<[Broadcast]>(json: "episodes.json")
}

private let old = """
    [{"id": 1, "title": "One", "length": 3, "format": "audio", "host": {"name": "Ada", "age": 36}, "views": 1},
     {"id": 2, "title": "Two", "length": 4, "format": "video", "host": {"name": "Bob", "age": 37}, "views": 2}]
    """

struct BreakTests {
    /// A newer body, and the breaks that are expected.
    private static let cases: KeyValuePairs<String, [String]> = [
        // What breaks nothing: the same, other values, fewer elements, new members, members that aren't read.
        old: [],
        #"[{"id": 9, "title": "", "length": 0, "format": "video", "host": {"name": "C"}}]"#: [],
        "[]": [],
        #"[{"id": 1, "title": "A", "length": 3, "format": "audio", "host": {"name": "A"}, "new": [1], "views": ""}]"#:
            [],
        // An optional member that is missing in some places only.
        #"[{"id": 1, "title": "A", "length": 3, "format": "audio", "host": {"name": "A"}}, {"id": 2, "title": "B"}]"#:
            [],
        // What another value is read of: a member that is gone everywhere.
        #"[{"id": 1, "title": "A", "format": "audio", "host": {"name": "A"}}, {"id": 2, "title": "", "length": null}]"#:
            ["[].length: optional, but missing in 1 of 2 places; reads another value"],
        #"[{"id": 1, "title": "A", "length": null, "format": "audio", "host": null}]"#: [
            "[].length: optional, but null; reads another value", "[].host: optional, but null; reads another value",
        ],
        // What can't be read.
        #"[{"title": "A", "length": 3, "format": "audio", "host": {"name": "A"}}, {"id": 2, "title": "B"}]"#: [
            "[].id: needed, but missing in 1 of 2 places; can't be read"
        ],
        #"[{"id": "1", "title": null, "length": 3, "format": "audio", "host": {"name": "A"}}]"#: [
            "[].id: needed, but text instead of a number; can't be read", "[].title: needed, but null; can't be read",
        ],
        #"[{"id": 1, "title": "A", "length": [], "format": "audio", "host": {"name": "A"}}]"#: [
            "[].length: optional, but a list instead of a number; can't be read"
        ],
        #"[{"id": 1, "title": "A", "length": 3, "format": "audio", "host": {"name": "A"}}, null]"#: [
            "[]: optional, but null in 1 of 2 places; can't be read"
        ],
        #"[{"id": 1, "title": "A", "length": 3, "format": "audio", "host": {"age": 3}}]"#: [
            "[].host.name: needed, but missing; can't be read"
        ],
        #"[{"id": 1, "title": "A", "length": 3, "format": "podcast", "host": {"name": "A"}}]"#: [
            "[].format: optional, can't be read: expected a valid value (mismatch)"
        ],
        #"[{"id": 1.5, "title": "A", "length": 3, "format": "audio", "host": {"name": "A"}}]"#: [
            "[].id: needed, can't be read: expected a valid value (mismatch)"
        ],
        #"{"episodes": []}"#: ["the body: needed, but an object instead of a list; can't be read"],
        "": ["the body: needed, but missing; can't be read"],
        "<html>": ["the body: can't be read: expected a value (malformed)"],
    ]

    @Test func `the breaks are what the resource can't do without`() {
        checkEach(Self.cases) { new, expected in
            let breaks = try Broadcast.all.breaks(from: Data(old.utf8), to: Data(new.utf8))
            #expect(breaks.map(\.description) == expected, "\(new)")
        }
    }

    @Test func `the status of a response can break, and an error that the service declares`() throws {
        let gone = try Broadcast.all.breaks(from: Data(old.utf8), to: Response(status: 410, body: Data(old.utf8)))
        #expect(gone.map(\.description) == ["the body: can't be read: unexpected status"])
        #expect(gone[0].failure?.stage == .status && gone[0].need == nil && gone[0].change == nil)
        let inside = Broadcast.all.inside(Envelope())
        let ok = Data(#"{"code": 0, "data": \#(old)}"#.utf8)
        #expect(try inside.breaks(from: ok, to: Data(#"{"code": "0", "data": []}"#.utf8)).isEmpty)
        let failed = try inside.breaks(from: ok, to: Data(#"{"code": 7, "data": \#(old)}"#.utf8))
        #expect(failed.map(\.description) == ["the body: can't be read: ServiceError"])
    }

    @Test func `a break has its parts as values`() throws {
        let new = #"[{"id": "1", "title": "A"}, {"id": 2, "title": "B"}]"#
        let breaks = try Broadcast.all.breaks(from: Data(old.utf8), to: Data(new.utf8))
        let first = try #require(breaks.first)
        #expect(first.path == Sensitivity.Path([.element, .key("id")]) && first.need == .needed)
        #expect(first.change == .text && first.kinds == [.number] && first.places == 1 && first.total == 2)
        #expect(first.failure?.kind == .mismatch && first.failure?.path == [0, "id"])
        #expect(breaks.map { "\($0.path)" } == ["[].id", "[].length", "[].format", "[].host"])
    }

    @Test func `a member that only some elements needed breaks only if it's gone or if it's the reason`() throws {
        let media = Resource<[Int]>(url: URL(filePath: "/a")) { (json: JSON) in
            try json.array.map { try $0.kind.string == "audio" ? $0.length.int : $0.size.int }
        }
        let old = #"[{"kind": "audio", "length": 1}, {"kind": "image", "size": 2}]"#
        func breaks(_ new: String) throws -> [String] {
            try media.breaks(from: Data(old.utf8), to: Data(new.utf8)).map(\.description)
        }
        #expect(
            try breaks(#"[{"kind": "audio", "length": 1}, {"kind": "image", "size": 2}, {"kind": "x", "size": 2}]"#)
                == [])
        #expect(
            try breaks(#"[{"kind": "audio", "length": 1}, {"kind": "image", "size": null}]"#)
                == ["[].size: needed, but null in 1 of 2 places; can't be read"])
        #expect(
            try breaks(#"[{"kind": "audio", "length": 1}, {"kind": "image"}, {"kind": "image", "size": 2}]"#)
                == ["[].size: needed, can't be read: expected a whole number (missing)"])
        #expect(
            try breaks(#"[{"kind": "image", "length": 1}]"#) == ["[].size: needed, but missing; can't be read"])
    }

    @Test func `a value where null was is no break, and a type that is read alike is none`() throws {
        let resource = Resource<[Int?]>(url: URL(filePath: "/a")) { (json: JSON) in
            try json.array.map { try $0.a.isNull ? nil : (try? $0.a.int) ?? Int($0.a.string) }
        }
        func breaks(_ old: String, _ new: String) throws -> [String] {
            try resource.breaks(from: Data(old.utf8), to: Data(new.utf8)).map(\.description)
        }
        #expect(try breaks(#"[{"a": null}]"#, #"[{"a": 1}]"#) == [])
        #expect(try breaks(#"[{"a": 1}]"#, #"[{"a": "1"}]"#) == [])
        #expect(try breaks(#"[{"a": 1}]"#, #"[{"a": null}]"#) == ["[].a: needed, but null; reads another value"])
        #expect(
            try breaks(#"[{"a": 1}, {"a": null}]"#, #"[{"a": null}]"#) == [
                "[].a: needed, but null; reads another value"
            ])
    }

    @Test func `the older answer must be readable`() {
        #expect(throws: LoadError.self) { try Broadcast.all.breaks(from: Data("{}".utf8), to: Data(old.utf8)) }
        #expect(throws: MissingFixture.self) {
            try Broadcast.all.breaks(from: Data(old.utf8), to: Fixture("none.json"))
        }
    }
}
