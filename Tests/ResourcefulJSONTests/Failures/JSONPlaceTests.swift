import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a failure says that it is: line, column and the text around.
struct JSONPlaceTests {
    private func failure(_ text: String) throws -> ParseFailure {
        try #require(throws: ParseFailure.self) { try JSON(parsing: Data(text.utf8)) }
    }

    @Test func `a place is a line and a byte in it, both from one on`() {
        let cases: [(String, Int, Int)] = [
            ("[1,\n 2,\n x]", 3, 2), ("x", 1, 1), ("\n\nx", 3, 1), ("[1\n", 2, 1), ("{\"a\":\r\n  nope}", 2, 3),
            ("[\"é\",x]", 1, 7), ("\u{FEFF}x", 1, 4), ("[1,\r2,\rx]", 1, 8), ("\"abc", 1, 5), ("[01]", 1, 3),
            (#"["\ud83d"]"#, 1, 9), ("{\"a\" 1}", 1, 6),
        ]
        checkEach(cases) { text, line, column throws in
            #expect(try failure(text).position == TextPosition(line: line, column: column), "\(text)")
        }
    }

    @Test func `a malformed document is described in one sentence`() {
        let cases: [(String, String)] = [
            ("", "expected JSON, found an empty body"),
            (" \n", "expected JSON, found nothing but white space"),
            ("[1 2]", "expected a comma or ], found the character 2 (line 1, column 4) near: [1 2]"),
            ("{\"a\":1", "expected a comma or }, found the end of the text (line 1, column 7) near: {\"a\":1"),
            ("{a:1}", "expected a key in quotes, found the character a (line 1, column 2) near: {a:1}"),
            ("{\"a\" 1}", "a: expected a colon, found the character 1 (line 1, column 6) near: {\"a\" 1}"),
            ("[\n\u{1}]", "[0]: expected a value, found the byte 0x01 (line 2, column 1) near: [  ]"),
            ("[1] [2]", "expected the end of the document, found the character [ (line 1, column 5) near: [1] [2]"),
            ("<html>", "expected a value, found an HTML page (line 1, column 1) near: <html>"),
            (
                "\"é\n\"",
                "expected an escape for a control character, found the byte 0x0a (line 1, column 4) near: \"é \""
            ),
        ]
        checkEach(cases) { text, sentence throws in #expect(try failure(text).description == sentence, "\(text)") }
    }

    @Test func `a byte that can stand nowhere is found where it was put`() throws {
        var random = SplitMix64(seed: 40)
        for _ in 0..<Effort.rounds(500) {
            var bytes = Array(JSONTree.arbitrary(using: &random).written(using: &random).utf8)
            let place = Int.random(in: 0...bytes.count, using: &random)
            bytes.insert(0x01, at: place)
            let failure = try #require(thrown(ParseFailure.self) { try JSON(parsing: Data(bytes)) })
            let position = try #require(failure.position)
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let offset = lines.prefix(position.line - 1).map { $0.count + 1 }.reduce(0, +) + position.column - 1
            #expect((place - 5...place).contains(offset), "a word or an escape is refused from its beginning")
        }
    }

    @Test func `an excerpt is at most 200 characters on one line around the place`() throws {
        var random = SplitMix64(seed: 41)
        for _ in 0..<Effort.rounds(300) {
            let before = (0..<60).map { _ in JSONTree.quoted(random.arbitraryText(upTo: 8), using: &random) }
            let text =
                "[" + before.joined(separator: ",\n") + ",\"→\",here,\"←\"," + before.joined(separator: ",") + "]"
            let excerpt = try #require(try failure(text).excerpt)
            #expect(excerpt.count <= 200)
            #expect(excerpt.unicodeScalars.count <= 200)
            #expect(excerpt.contains("\"→\",here,\"←\""))
            #expect(excerpt.unicodeScalars.first == "…" && excerpt.unicodeScalars.last == "…")
            #expect(excerpt.unicodeScalars.allSatisfy { !Self.breaksLines($0) })
        }
    }

    @Test func `an excerpt never begins or ends inside a character`() throws {
        for shift in 0..<8 {
            for character in ["é", "€", "😀", "𝄞"] {
                let filling = String(repeating: character, count: 100)
                let text = "[\"\(String(repeating: "x", count: shift))\(filling)\",nope,\"\(filling)\"]"
                let excerpt = try #require(try failure(text).excerpt)
                #expect(!excerpt.contains("\u{FFFD}"))
                #expect(excerpt.contains("\",nope,\""))
            }
        }
    }

    @Test func `what was found is short, however long it is`() throws {
        let long = String(repeating: "abc", count: 1_000)
        let marks = "a" + String(repeating: "\u{301}", count: 3_000)
        for text in [long, marks, long + "\n"] {
            let json = try JSON(parsing: Body.json([text: ["a": text], "b": [text: "c"]]).data ?? Data())
            for place in [json[text].a, json[text].a.b, json.x, json.b.x, json.b[text].x] {
                let failure = try #require(thrown(ParseFailure.self) { try place.int })
                #expect(failure.found.unicodeScalars.count < 500)
            }
        }
    }

    private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: "\u{202E}\u{202D}\u{2066}\u{2067}\u{2068}".unicodeScalars.contains(scalar)
        }
    }
}
