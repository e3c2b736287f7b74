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
    let format: Format
    let date: Date
    let isFree: Bool
    let rating: Double?
    let host: Guest?
    let tags: [String]

    static let all = Resource<[Broadcast]>(
        json: "episodes.json", decoder: JSON.Decoder(dates: .iso8601))
}

/// Two elements, of which the second has no length.
private let episodes = """
    [
      {
        "id": 1, "title": "Values", "length": 600, "format": "audio", "date": "2026-11-01T08:00:00Z", "isFree": true,
        "rating": 4.5, "host": {"name": "Ada", "site": {"url": "https://example.org"}}, "tags": [],
        "guests": [{"name": "Bob"}]
      },
      {
        "id": 2, "title": "Types", "format": "video", "date": "2026-11-08T08:00:00Z", "isFree": false,
        "rating": null, "host": {"name": "Ada", "site": {}}, "tags": [], "guests": []
      }
    ]
    """

struct SensitivityTests {
    @Test func `the report tells what is needed, what is optional, and what isn't read`() throws {
        let report = try Broadcast.all.sensitivity(to: Data(episodes.utf8))
        #expect(
            "\(report)" == """
                the body          needed, a list                    → missing, null, another type: fails
                []                optional, an object               → null, another type, empty object: fails
                [].id             needed, a number                  → missing, null, another type, beyond Int64,
                                                                      fraction: fails
                [].title          needed, text                      → missing, null, another type: fails
                [].length         optional, a number, 1 of 2        → another type, beyond Int64, fraction: fails
                [].format         needed, text                      → missing, null, another type, another text,
                                                                      empty text: fails
                [].date           needed, text                      → missing, null, another type, another text,
                                                                      empty text: fails
                [].isFree         needed, a Boolean                 → missing, null, another type: fails
                [].rating         optional, a number or null        → another type: fails
                [].host           optional, an object               → another type, empty object: fails
                [].host.name      needed, text                      → missing, null, another type: fails
                [].host.site      not read, an object
                [].tags           needed, a list                    → missing, null, another type: fails
                [].tags[]         unknown                           → the list is empty
                [].guests         not read, a list
                """)
        #expect(report.members(.notRead).map(\.path.description).contains("[].guests[].name"))
        #expect(report.unknown.map(\.description) == ["[].tags[]"])
        #expect(report[""]?.need == .needed && report["[].id"]?.kinds == [.number] && report["id"] == nil)
        #expect(report["[].length"]?.holders == 1 && report["[].length"]?.parents == 2)
        #expect(report.leftOut == 0)
    }

    @Test func `a failure names the place, what was expected and its kind, without values`() throws {
        let report = try Broadcast.all.sensitivity(to: Data(episodes.utf8))
        let cases: KeyValuePairs<String, (change: Sensitivity.Change, text: String)> = [
            "[].id": (.text, "[].id: expected Int (mismatch)"),
            "[].title": (.missing, "[].title: expected a value (missing)"),
            "[].host.name": (.null, "[].host.name: expected String (mismatch)"),
            "": (.missing, "expected JSON (empty)"),
        ]
        for (path, (change, text)) in cases {
            let failure = try #require(report[path]?[change]?.failure)
            #expect(failure.description == text)
            #expect(failure.stage == .parse && failure.error == "ParseFailure")
        }
        #expect(report["[].id"]?[.anotherText] == nil)
    }

    private static let outcomes: [(type: any (Decodable & Sendable).Type, value: String, fails: [Sensitivity.Change])] =
        [
            (Int.self, "1", [.missing, .null, .text, .boolean, .emptyList, .emptyObject, .beyondInt64, .fraction]),
            (
                Int32.self, "1",
                [.missing, .null, .text, .boolean, .emptyList, .emptyObject, .beyondInt32, .beyondInt64, .fraction]
            ),
            (Double.self, "1", [.missing, .null, .text, .boolean, .emptyList, .emptyObject]),
            (Double.self, "1.5", [.missing, .null, .text, .boolean, .emptyList, .emptyObject]),
            // A generic property is decoded as one that isn't optional.
            (Int?.self, "1", [.missing, .text, .boolean, .emptyList, .emptyObject, .beyondInt64, .fraction]),
            (String.self, #""a""#, [.missing, .null, .number, .boolean, .emptyList, .emptyObject]),
            (Bool.self, "true", [.missing, .null, .text, .number, .emptyList, .emptyObject]),
            ([Int].self, "[1]", [.missing, .null, .text, .number, .boolean, .emptyObject]),
            ([Int?].self, "[]", [.missing, .null, .text, .number, .boolean, .emptyObject]),
            ([String: Int].self, #"{"a": 1}"#, [.missing, .null, .text, .number, .boolean, .emptyList]),
            (
                Format.self, #""audio""#,
                [.missing, .null, .number, .boolean, .emptyList, .emptyObject, .anotherText, .emptyText]
            ),
            (
                URL.self, #""https://example.org""#,
                [.missing, .null, .number, .boolean, .emptyList, .emptyObject, .emptyText]
            ),
        ]

    @Test func `which changes of a member fail depends on its type`() {
        checkEach(Self.outcomes) { type, value, fails in
            func check<Value: Decodable & Sendable>(_ type: Value.Type) throws {
                let resource = Resource<[String: Holder<Value>]>(json: "one.json")
                let body = #"{"a": {"value": \#(value)}}"#
                let member = try #require(try resource.sensitivity(to: Data(body.utf8))["a.value"], "\(value)")
                #expect(
                    member.effects.filter { $0.outcome.failure != nil }.map(\.change) == fails,
                    "\(value)")
                #expect(
                    member.need == (fails.contains(.missing) ? .needed : .optional), "\(value)")
                #expect(!member.effects.contains { $0.outcome == .sameValue }, "\(value)")
            }
            try check(type)
        }
    }

    private struct Holder<Value: Decodable & Sendable>: Decodable, Sendable {
        let value: Value
    }

    @Test func `a bare value, an empty list and an empty object have a report`() throws {
        let number = Resource<Int>(json: "one.json")
        #expect(
            "\(try number.sensitivity(to: Data("7".utf8)))" == """
                the body  needed, a number  → missing, null, another type, beyond Int64, fraction: fails
                """)
        let list = try Resource<[Int]>(json: "list.json").sensitivity(to: Data(" [ ] ".utf8))
        #expect(
            "\(list)" == """
                the body  needed, a list    → missing, null, another type: fails
                []        unknown           → the list is empty
                """)
        let object = Resource<[String: Int]>(json: "object.json")
        #expect(try object.sensitivity(to: Data("{}".utf8)).members.map(\.kinds) == [[.object]])
    }

    @Test func `a resource that reads nothing needs nothing`() throws {
        let report = try Resource<Void>(url: URL(filePath: "/a")).sensitivity(to: Data(episodes.utf8))
        #expect("\(report)" == "the body  not read, a list")
        #expect(report.members.allSatisfy { $0.need == .notRead } && report.members.count == 17)
        #expect(
            "\(try Resource<Void>(url: URL(filePath: "/a")).sensitivity(to: Data(" ".utf8)))" == "the body is empty")
    }

    @Test func `an answer that can't be read throws the error of the load`() {
        let error = #expect(throws: LoadError.self) { try Broadcast.all.sensitivity(to: Data(#"[{"id": "1"}]"#.utf8)) }
        #expect(error?.parseFailure?.path == ["0", "id"] || error?.parseFailure?.path == [0, "id"])
        let status = #expect(throws: LoadError.self) { try Broadcast.all.sensitivity(to: Response(status: 500)) }
        #expect(status?.stage == .status)
        #expect(throws: MissingFixture.self) { try Broadcast.all.sensitivity(to: Fixture("no-such-file.json")) }
    }

    @Test func `a body that isn't JSON has no members to change`() {
        let lines = Resource<[String]>(url: URL(filePath: "/a")) { data in
            String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        let error = #expect(throws: ParseFailure.self) { try lines.sensitivity(to: Data("id,title\n1,Values".utf8)) }
        #expect(error?.description.hasPrefix("expected JSON, whose members can be changed, found ") == true)
    }
}
