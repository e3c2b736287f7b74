import Foundation
import TestSupport
import Testing

@testable import ResourcefulLab

/// Large bodies, of which only elements that aren't like others are tried.
struct BodySampleTests {
    private func features(_ outline: BodyOutline) -> Set<String> {
        Set(
            outline.branches.indices.flatMap { branch in
                outline.kinds(of: branch).map { "\(outline.branches[branch].path): \($0)" }
            })
    }

    @Test func `a sample has each member in each type, and elements in their order`() throws {
        var random = SplitMix64(seed: 41)
        var shorter = 0
        for _ in 0..<Effort.rounds(400) {
            let count = Int.random(in: 0...40, using: &random)
            let elements = (0..<count).map { _ in JSONTree.arbitrary(depth: 2, using: &random) }
            let document = JSONTree.object(["list": .array(elements), "other": .arbitrary(using: &random)])
            let body = Data(document.written(using: &random).utf8)
            let (outline, sample) = (try BodyOutline(body), try BodyOutline(BodyOutline(body).sample()))
            #expect(features(sample) == features(outline))
            #expect(sample.unknown == outline.unknown)
            let (whole, kept) = (try JSON(parsing: body), try JSON(parsing: BodyOutline(body).sample()))
            #expect(kept.other == whole.other)
            var rest = try whole.list.array[...]
            for element in try kept.list.array {
                let place = try #require(rest.firstIndex { $0 == element })
                rest = rest[(place + 1)...]
            }
            if sample.bytes.count < body.count { shorter += 1 }
        }
        #expect(shorter > 0)
    }

    @Test func `of equal elements two stay, of short lists all, and of a few short values each`() throws {
        func sample(_ body: String) throws -> String {
            String(decoding: try BodyOutline(Data(body.utf8)).sample(), as: UTF8.self)
        }
        let equal = Array(repeating: #"{"a": 1}"#, count: 50).joined(separator: ", ")
        #expect(try sample("[\(equal)]") == #"[{"a": 1}, {"a": 1}]"#)
        let short = "[[1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]]"
        #expect(try sample(short) == short)
        let kinds = (0..<50).map { #"{"k":"\#($0 == 17 ? "b" : "a")"}"# }.joined(separator: ",")
        #expect(try sample("[\(kinds)]") == #"[{"k":"a"},{"k":"a"},{"k":"b"}]"#)
        let many = (0..<50).map { #"{"k":"\#($0)"}"# }.joined(separator: ",")
        #expect(try sample("[\(many)]") == #"[{"k":"0"},{"k":"1"}]"#)
        let nested = Array(repeating: "[\(Array(repeating: "1", count: 9).joined(separator: ","))]", count: 9)
        #expect(try sample("[\(nested.joined(separator: ","))]") == "[[1,1],[1]]")
    }

    @Test func `the 50th kind of element in a large body is found, and all elements are counted`() throws {
        let filler = String(repeating: "x", count: 100)
        let elements = (0..<1_000).map { number in
            let rare = number > 989 ? #", "rare": 1"# : ""
            return #"{"kind": "\#(number == 500 ? "audio" : "text")", "length": 1, "filler": "\#(filler)"\#(rare)}"#
        }
        let resource = Resource<[Int]>(url: URL(filePath: "/a")) { (json: JSON) in
            try json.array.map { try $0.kind.string == "audio" ? $0.length.int : 0 }
        }
        let report = try resource.sensitivity(to: Data("[\(elements.joined(separator: ","))]".utf8))
        #expect(report["[].length"]?.need == .needed && report["[].filler"]?.need == .notRead)
        #expect(report["[].rare"]?.holders == 10 && report["[].rare"]?.parents == 1_000)
        #expect(report.leftOut == 0 && report.readings < 400)
    }

    @Test func `a resource that counts the elements is tried with all of them`() throws {
        let numbers = (0..<3_000).map { "\($0)" }.joined(separator: ",")
        let resource = Resource<Int>(url: URL(filePath: "/a")) { (json: JSON) in
            let count = try json.count.int
            guard try json.list.array.count == count else {
                throw ParseFailure(expected: "\(count) elements", found: "others")
            }
            return count
        }
        let report = try resource.sensitivity(to: Data(#"{"count": 3000, "list": [\#(numbers)]}"#.utf8))
        #expect(report["list[]"]?.need == .needed && report["list[]"]?[.null] == .sameValue)
    }
}
