import Foundation
import ResourcefulLab
import TestSupport
import Testing

/// The report as a text, and its limits.
struct SensitivityReportTests {
    private let json = Resource<JSON>(url: URL(filePath: "/a")) { (json: JSON) in json }

    @Test func `no line is wider than 100 columns, no value is shown, and equal bodies give equal texts`() throws {
        var random = SplitMix64(seed: 29)
        let resource = Resource<[String]>(url: URL(filePath: "/a")) { (json: JSON) in
            // Fails for some changes of some members, and reads some.
            try json.array.flatMap { try $0.keys.filter { $0.utf8.count % 3 > 0 } }
        }
        for _ in 0..<Effort.size(reduced: 2, usual: 60, full: 300) {
            let elements = (0..<3).map { _ in
                JSONTree.object(
                    Dictionary(
                        (0..<3).map { _ in
                            (
                                "key\(random.arbitraryText())",
                                JSONTree.array([.string("s3cret"), .arbitrary(depth: 2, using: &random)])
                            )
                        }
                    ) { one, _ in one })
            }
            let body = Data(JSONTree.array(elements).written(using: &random).utf8)
            let report = try resource.sensitivity(to: body)
            let text = "\(report)"
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                #expect(line.count <= 100 && line.last != " " && !line.isEmpty, "\(line)")
            }
            var dumped = ""
            dump(report, to: &dumped)
            #expect(!text.contains("s3cret") && !dumped.contains("s3cret"))
            #expect(try text == "\(resource.sensitivity(to: body))")
        }
    }

    @Test func `a value that an error names isn't in the report`() throws {
        struct Refused: Error, CustomStringConvertible {
            let description: String
        }
        let resource = Resource<Int>(url: URL(filePath: "/a")) { (json: JSON) in
            guard try json.count.int == 1 else { throw Refused(description: try json.token.string) }
            guard try json.size.int == 1 else {
                throw ParseFailure(expected: "1", found: try json.token.string, excerpt: try json.token.string)
            }
            return 1
        }
        let report = try resource.sensitivity(to: Data(#"{"token": "s3cret", "count": 1, "size": 1}"#.utf8))
        var dumped = "\(report)"
        dump(report, to: &dumped)
        #expect(!dumped.contains("s3cret"))
        #expect(report["count"]?[.anotherNumber]?.failure?.error == "Refused")
        #expect("\(try #require(report["size"]?[.anotherNumber]?.failure))" == "expected 1 (mismatch)")
    }

    @Test func `keys that aren't words are quoted, and long paths have a line of their own`() throws {
        let long = "a member with a very long name that is too wide for its column"
        let body = #"{"a.b": {"": 1}, "[]": 2, "\n": [3], "\#(long)": 4, "\#(String(repeating: "x", count: 200))": 5}"#
        let text = "\(try json.sensitivity(to: Data(body.utf8)))"
        #expect(
            text
                == """
                the body          needed, an object         → missing: fails
                ["a.b"]           optional, an object       → any change: another value
                ["a.b"][""]       optional, a number        → any change: another value
                ["[]"]            optional, a number        → any change: another value
                ["\\n"]            optional, a list          → any change: another value
                ["\\n"][]          optional, a number        → any change: another value
                ["\(long)"]
                                  optional, a number        → any change: another value
                \(String(repeating: "x", count: 49))…\(String(repeating: "x", count: 49))
                                  optional, a number        → any change: another value
                """)
    }

    @Test func `members near the root are tried first, and the report tells how many were left out`() throws {
        let body = #"{"a": {"b": {"c": 1, "d": 2}}, "e": {"f": 3}, "g": 4}"#
        let all = try json.sensitivity(to: Data(body.utf8))
        #expect(all.members.count == 8 && all.leftOut == 0)
        let some = try json.sensitivity(to: Data(body.utf8), limit: 25)
        #expect(some.members.map { "\($0.path)" } == ["the body", "a", "e", "g"] && some.leftOut == 4)
        #expect(some.readings >= 25 && some.readings < 40)
        #expect("\(some)".hasSuffix("\n4 members were left out after \(some.readings) readings"))
        let none = try json.sensitivity(to: Data(body.utf8), limit: 0)
        #expect("\(none)" == "8 members were left out after 0 readings" && none.readings == 0)
        #expect(try json.sensitivity(to: Data(body.utf8), limit: 60).leftOut == 0)
    }

    @Test func `a large body is read a limited number of times`() throws {
        let object = (0..<4_000).map { #""key\#($0)": "\#(String(repeating: "x", count: 100))""# }
        let body = Data("{\(object.joined(separator: ","))}".utf8)
        let resource = Resource<Int>(url: URL(filePath: "/a")) { $0.count > 9 ? 1 : 2 }
        let report = try resource.sensitivity(to: body)
        #expect(report.readings >= 200 && report.readings < 220)
        #expect(report.leftOut == 4_001 - report.members.count && report.members.count < 40)
    }

    @Test func `a deep document and a wide list are no problem`() throws {
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let report = try json.sensitivity(to: Data(deep.utf8), limit: 500)
        #expect(report.members.count + report.leftOut == 500 && report.unknown.map(\.steps.count) == [500])
        #expect("\(report)".split(separator: "\n").allSatisfy { $0.count <= 100 })
        let wide = "[" + (0..<5_000).map { "\($0)" }.joined(separator: ",") + "]"
        let numbers = try Resource<[Int]>(json: "a").sensitivity(to: Data(wide.utf8))
        #expect(numbers["[]"]?.need == .optional && numbers["[]"]?[.text]?.failure != nil)
    }

    @Test func `the keys of a dictionary stay as they are`() throws {
        let ages = try Resource<[String: Int]>(json: "a").sensitivity(to: Data(#"{"ada": 1, "bob": 2}"#.utf8))
        #expect(ages.members.map { "\($0.path)" } == ["the body", "ada", "bob"])
        #expect(ages.members.dropFirst().allSatisfy { $0.need == .optional })
    }

    @Test func `a snapshot of a report shows what is newly needed`() throws {
        struct Old: Decodable, Sendable { let id: Int }
        struct New: Decodable, Sendable { let id: Int, guests: [String] }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "resourceful-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let test = folder.appending(path: "SomeTests.swift").path
        let body = Data(#"[{"id": 1, "guests": ["Ada"]}]"#.utf8)
        let old = try Resource<[Old]>(json: "a").sensitivity(to: body)
        #expect(throws: SnapshotMismatch.self) { try assertSnapshot(of: old, named: "a", filePath: test) }
        try assertSnapshot(of: old, named: "a", filePath: test)
        let new = try Resource<[New]>(json: "a").sensitivity(to: body)
        let error = #expect(throws: SnapshotMismatch.self) { try assertSnapshot(of: new, named: "a", filePath: test) }
        #expect(
            error?.changes == [
                "  the body          needed, a list            → missing, null, another type: fails",
                "  []                optional, an object       → null, another type, empty object: fails",
                "  [].id             needed, a number          → missing, null, another type, beyond Int64,",
                "                                                fraction: fails",
                "- [].guests         not read, a list",
                "+ [].guests         needed, a list            → missing, null, another type: fails",
                "+ [].guests[]       optional, text            → null, another type: fails",
            ])
    }
}
