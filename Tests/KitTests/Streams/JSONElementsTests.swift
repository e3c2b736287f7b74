import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONElementsTests {
    /// What came out of a document that came in pieces: the texts of the elements, then the failure if there was one.
    private func outcome(_ pieces: [[UInt8]], _ form: JSONElements.Form) -> [String] {
        var (reader, found): (JSONElements, [String]) = (JSONElements(form), [])
        do {
            for piece in pieces { found += try reader.take(Data(piece)).map(text) }
            found += try reader.finish().map(text)
        } catch {
            found.append("\(error)")
        }
        return found
    }

    private func text(_ json: JSON) -> String { (try? json.string) ?? "\(json) \((try? json.array.map(text)) ?? [])" }

    private static let documents: [(JSONElements.Form, String)] = [
        (.array, #" [1, "a,]\"[\\", {"b": [2, "}"]}, null, [[]],"é\n" ] "#), (.array, "[]"), (.array, "\u{FEFF} [ ]\n"),
        (.array, "[1,\u{FEFF}2]"), (.array, "[1,]"), (.array, "[,1]"), (.array, "[1 2]"), (.array, "[1,2"),
        (.array, "{}"), (.array, ""),
        (.array, "[1]x"), (.array, "[[}]"), (.array, "[1,\n 2,\n  nul]"), (.array, "[\"\\x\"]"), (.array, "[}]"),
        (.lines, "1\n{\"a\":\r\n"), (.lines, "{\"a\":[1]}\r\n\n  \n\"b\"\n3"), (.lines, ""), (.lines, "1 2"),
        (.lines, "[1,\n2]"), (.lines, "\u{FEFF}1\n2\n"), (.lines, "1\n\u{FEFF}2"),
    ]

    @Test func `what comes out does not depend on how the bytes were split`() {
        for (form, document) in Self.documents {
            let bytes = Array(document.utf8)
            let expected = outcome([bytes], form)
            #expect(outcome(bytes.map { [$0] }, form) == expected, "\(document)")
            for first in 0...bytes.count {
                for second in stride(from: first, through: bytes.count, by: Effort.isReduced ? 3 : 1) {
                    let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
                    #expect(outcome(pieces, form) == expected, "\(document): \(first), \(second)")
                }
            }
        }
    }

    @Test func `elements are those of the array, and mistakes are mistakes`() {
        var random = SplitMix64(seed: 31)
        var (accepted, refused) = (0, 0)
        let rounds = Effort.rounds(1_000, full: 3_000)
        for _ in 0..<rounds {
            let tree = JSONTree.array(
                (0..<Int.random(in: 0...5, using: &random)).map { _ in .arbitrary(using: &random) })
            var bytes = Array(tree.written(using: &random).utf8)
            if Bool.random(using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] =
                    Array("[]{},:\"\\ 1".utf8)[Int.random(in: 0..<10, using: &random)]
            }
            let whole = (try? JSON(parsing: Data(bytes)).array)?.map(text)
            var reader = JSONElements(.array)
            let parts = try? (reader.take(Data(bytes)) + reader.finish()).map(text)
            #expect(parts == whole, "\(String(decoding: bytes, as: UTF8.self))")
            if whole == nil { refused += 1 } else { accepted += 1 }
        }
        #expect(min(accepted, refused) > rounds / 6)
    }

    @Test func `a mistake has its place in the whole`() throws {
        var reader = JSONElements(.array)
        #expect(try reader.take(Data("[1,\n {\"a\": tru}]".utf8)).count == 1)
        let failure = try #require(#expect(throws: ParseFailure.self) { try reader.finish() })
        #expect(failure.path == [1, "a"])
        #expect(failure.position == TextPosition(line: 2, column: 8))
        #expect(throws: ParseFailure.self) { try reader.take(Data()) }
    }

    @Test func `a byte order mark stands before the whole only`() {
        #expect(outcome([Array("\u{FEFF}[1]".utf8)], .array) == outcome([Array("[1]".utf8)], .array))
        #expect(outcome([Array("[\u{FEFF}1]".utf8)], .array).count == 1)
        #expect(outcome([Array("1\n\u{FEFF}2".utf8)], .lines).last?.hasPrefix("[1]: expected a value") == true)
    }

    @Test func `an element says where it stands below itself`() throws {
        var reader = JSONElements(.lines)
        let lines = try reader.take(Data("{\"a\":1}\n{\"a\":2}\n".utf8))
        #expect(try lines.map { try $0.a.int } == [1, 2])
        #expect(reader.count == 2)
    }
}
