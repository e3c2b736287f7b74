import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Broken documents: every one is refused with the exact path and place, and the caret stands under it.
struct BrokenDocumentTests {
    struct Episode: Decodable, Sendable {
        struct Media: Decodable, Sendable {
            enum Kind: String, Decodable, Sendable { case audio, video }
            let kind: Kind
            let address: URL?
            let bytes: UInt8?
        }
        enum CodingKeys: String, CodingKey {
            case id, title, media
            case published = "published at"
        }
        let id: Int
        let title: String
        var published: Date?
        var media: [Media]?
    }

    /// A document with a `▸` before the place of the failure, its path, and what is expected there.
    typealias Broken = (text: String, path: JSONPath, expected: String, found: String)

    /// Texts that are no JSON.
    static let malformed: [Broken] = [
        ("▸<html>", [], "a value", "an HTML page"),
        ("[{\"id\": 1}▸", [], "a comma or ]", "the end of the text"),
        ("[{\"id\": 1, \"title\": \"a▸", [0, "title"], "the closing quote of a string", "the end of the text"),
        ("[{\"id\": 1, ▸}]", [0], "a key in quotes", "the character }"),
        ("[{\"id\": ▸}]", [0, "id"], "a value", "the character }"),
        ("[{\"id\" ▸1}]", [0, "id"], "a colon", "the character 1"),
        ("[{\"id\": 1▸ \"title\": 2}]", [0], "a comma or }", "the character \""),
        ("[{\"id\": 0▸1}]", [0], "a comma or }", "the character 1"),
        ("[{\"id\": ▸+1}]", [0, "id"], "a value", "the character +"),
        ("[{\"id\": ▸NaN}]", [0, "id"], "a value", "the character N"),
        ("[{\"id\": 1.▸}]", [0, "id"], "a digit", "the character }"),
        ("[{\"id\": 1e▸}]", [0, "id"], "a digit", "the character }"),
        ("[{\"id\": -▸}]", [0, "id"], "a digit", "the character }"),
        ("[{\"id\": ▸tru}]", [0, "id"], "a value", "the character t"),
        ("[{\"title\": \"a▸\tb\"}]", [0, "title"], "an escape for a control character", "the byte 0x09"),
        ("[1, 2▸; 3]", [], "a comma or ]", "the character ;"),
        ("[1, 2, ▸]", [2], "a value", "the character ]"),
        ("[[1], [2, [▸x]]]", [1, 1, 0], "a value", "the character x"),
        ("{\"a\\u0062\": [▸'c']}", ["ab", 0], "a value", "the character '"),
        ("{\"a b.c\": {\"d\": ▸}}", ["a b.c", "d"], "a value", "the character }"),
        ("[]▸ []", [], "the end of the document", "the character ["),
        ("{\"a\": 1, \"a\": ▸?}", ["a"], "a value", "the character ?"),
        ("[▸é]", [0], "a value", "the character é"),
        ("[▸\u{FEFF}1]", [0], "a value", "the byte 0xef"),
        ("[\"\\ud83▸\"]", [0], "four hexadecimal digits", "the character \""),
        ("[\"\\u00▸zz\"]", [0], "four hexadecimal digits", "the character z"),
        ("[\"a▸\\udc00\"]", [0], "the first half of a surrogate pair before the second", "the escape \\udc00"),
        ("[\"\\ud83d▸x\"]", [0], "the second half of a surrogate pair", "the character x"),
        ("[\"\\ud83d▸\\u0041\"]", [0], "the second half of a surrogate pair", "the escape \\u0041"),
        ("▸<!DOCTYPE html><title>Sign in</title>", [], "a value", "an HTML page"),
        ("▸<?xml version=\"1.0\"?><a/>", [], "a value", "an XML document"),
    ]

    /// JSON that is no list of episodes.
    static let unexpected: [Broken] = [
        ("▸{}", [], "an array", "an empty object"),
        ("▸null", [], "an array", "null"),
        ("[▸1]", [0], "an object", "1"),
        ("[{\"id\": 1, \"title\": \"a\"}, ▸[]]", [1], "an object", "an empty array"),
        ("[▸{\"title\": \"a\"}]", [0, "id"], "a value", "nothing (the object has the key title)"),
        ("[▸{}]", [0, "id"], "a value", "nothing (the object is empty)"),
        ("[{\"id\": ▸\"1\", \"title\": \"a\"}]", [0, "id"], "Int", "the string \"1\""),
        ("[{\"id\": ▸null, \"title\": \"a\"}]", [0, "id"], "Int", "null"),
        ("[{\"id\": ▸1.5, \"title\": \"a\"}]", [0, "id"], "a valid value", "1.5"),
        ("[{\"id\": ▸1e400, \"title\": \"a\"}]", [0, "id"], "a valid value", "1e400"),
        ("[{\"id\": ▸9223372036854775808, \"title\": \"a\"}]", [0, "id"], "a valid value", "9223372036854775808"),
        ("[{\"id\": 1, \"title\": ▸true}]", [0, "title"], "String", "true"),
        ("[{\"id\": 1, \"title\": ▸[\"a\"]}]", [0, "title"], "String", "an array"),
        ("[{\"id\": 1, \"title\": ▸{\"en\": \"a\"}}]", [0, "title"], "String", "an object"),
        (
            "[{\"id\": 1, \"title\": \"a\", \"published at\": ▸\"now\"}]", [0, "published at"], "Double",
            "the string \"now\""
        ),
        ("[{\"id\": 1, \"title\": \"a\", \"media\": ▸{}}]", [0, "media"], "an array", "an empty object"),
        (
            "[{\"id\": 1, \"title\": \"a\", \"media\": [▸{}]}]", [0, "media", 0, "kind"], "a value",
            "nothing (the object is empty)"
        ),
        (
            "[{\"id\": 1, \"title\": \"a\", \"media\": [{\"kind\": \"audio\"}, {\"kind\": ▸\"smell\"}]}]",
            [0, "media", 1, "kind"], "a valid value", "the string \"smell\""
        ),
        (
            "[{\"id\": 1, \"title\": \"a\", \"media\": [{\"kind\": \"audio\", \"bytes\": ▸256}]}]",
            [0, "media", 0, "bytes"], "a valid value", "256"
        ),
        (
            "[{\"id\": 1, \"title\": \"a\", \"media\": [{\"kind\": \"audio\", \"bytes\": ▸-1}]}]",
            [0, "media", 0, "bytes"], "a valid value", "-1"
        ),
        (
            "[{\"id\": 1, \"title\": \"a\", \"media\": [{\"kind\": \"audio\", \"address\": ▸7}]}]",
            [0, "media", 0, "address"], "String", "7"
        ),
        (
            "[{\"id\": 1, \"title\": \"a\", \"media\": [{\"kind\": \"audio\", \"address\": ▸\"\"}]}]",
            [0, "media", 0, "address"], "a valid value", "the string \"\""
        ),
        ("[{\"id\": 1, \"title\": \"a\", \"id\": 2}, ▸3]", [1], "an object", "3"),
        ("[{\"\\u0069d\": ▸false, \"title\": \"\\ud83d\\ude00\"}]", [0, "id"], "Int", "false"),
    ]

    @Test func `it is refused with its path and its place`() throws {
        for broken in Self.malformed + Self.unexpected {
            let parts = broken.text.components(separatedBy: "▸")
            let body = Data(parts.joined().utf8)
            let error = try #require(throws: LoadError.self) { try Resource<[Episode]>(json: Sample.url).parse(body) }
            let failure = try #require(error.parseFailure, "\(error)")
            #expect(failure.path == broken.path, "\(broken.text)")
            #expect(failure.expected == broken.expected, "\(broken.text)")
            #expect(failure.found.hasPrefix(broken.found), "\(failure.found)")
            let before = Array(parts[0].utf8)
            // A scanner has gone past white space.
            let space = parts[1].utf8.prefix { $0 == 0x20 }.count
            #expect(failure.position == TextPosition(line: 1, column: before.count + 1 + space), "\(broken.text)")
            let excerpt = try #require(failure.excerpt)
            let caret = try #require(failure.caret)
            let found = String(String.UnicodeScalarView(excerpt.unicodeScalars.dropFirst(caret)))
            let expected = String(parts[1].dropFirst(space).prefix(8).prefix { $0 != "\t" })
            #expect(found.hasPrefix(expected), "\(broken.text)")
        }
    }

    @Test func `bytes that are no UTF-8 are refused where they stand`() {
        let cases: [([UInt8], Int)] = [
            ([0xFF] as [UInt8], 0), ([0xC0, 0x80], 0), ([0xE2, 0x82], 0), ([0xED, 0xA0, 0x80], 0), ([0xF5, 0x80], 0),
            ([0x61, 0x80], 1), ([0xC3, 0xA9, 0xC3], 2),
        ]
        checkEach(cases) { bytes, valid in
            let body = Data("[{\"id\": 1, \"title\": \"".utf8) + bytes + Data("\"}]".utf8)
            let error = try #require(throws: LoadError.self, "\(bytes)") {
                try Resource<[Episode]>(json: Sample.url).parse(body)
            }
            #expect(error.parseFailure?.path == [0, "title"], "\(bytes)")
            #expect(error.parseFailure?.position == TextPosition(line: 1, column: 22 + valid), "\(bytes)")
            #expect(error.parseFailure?.excerpt?.contains("\u{FFFD}") == true, "\(bytes)")
        }
    }

    @Test func `a text that is cut anywhere ends there, to every reader`() throws {
        let names = #"[{"é€𝄞":"\u00e9\ud83d\ude00 \"ü漢😀"},"#
        for literal in ["true", "false", "null", "-1.5e+3"] {
            let whole = Array("\(names)\(literal)]".utf8)
            for length in 1..<whole.count {
                let (cut, end) = (Data(whole[..<length]), TextPosition(line: 1, column: length + 1))
                for failure in [
                    thrown(ParseFailure.self) { try JSON(parsing: cut) },
                    Self.failure { try JSON.Decoder().decode([JSON].self, from: cut) },
                    thrown(LoadError.self) { try Resource<[JSON]>(json: Sample.url).parse(cut) }?.parseFailure,
                ] {
                    #expect(failure?.found == "the end of the text", "\(length) bytes of \(literal)")
                    #expect(failure?.position == end, "\(length) bytes of \(literal)")
                }
            }
        }
    }

    /// The reason of a decoder's failure.
    private static func failure(_ decode: () throws -> [JSON]) -> ParseFailure? {
        guard case .dataCorrupted(let context) = thrown(DecodingError.self, by: decode) else { return nil }
        return context.underlyingError as? ParseFailure
    }

    @Test func `another word is refused from its beginning`() {
        checkEach(["tx", "trua", "truf", "fx", "fals ", "nul]", "nux", "nulk", "ture"]) { word in
            let failure = try #require(
                thrown(ParseFailure.self) { try JSON(parsing: Data("[\(word)".utf8)) }, "\(word)")
            #expect(failure.found == "the character \(word.prefix(1))", "\(word)")
            #expect(failure.position == TextPosition(line: 1, column: 2), "\(word)")
        }
    }

    @Test func `bytes that no scalar begins with are refused where they stand, also at the end`() {
        let cases: [([UInt8], Int)] = [
            ([0xE2, 0x28], 0), ([0xE0, 0x80], 0), ([0xF0, 0x9F, 0x28], 0), ([0xF4, 0x90], 0),
            ([0xC3, 0xA9, 0xED, 0xA0], 2),
        ]
        checkEach(cases) { bytes, valid in
            let failure = try #require(
                thrown(ParseFailure.self) { try JSON(parsing: Data([0x22] + bytes)) }, "\(bytes)")
            #expect(
                failure.expected == "UTF-8" && failure.position == TextPosition(line: 1, column: 2 + valid), "\(bytes)")
        }
    }

    @Test func `what is huge is refused in a few words`() throws {
        let many = Effort.size(reduced: 700, usual: 10_000, full: 10_000)
        let texts = [
            String(repeating: "[", count: many), String(repeating: "{\"a\":", count: many),
            String(repeating: "[", count: many) + String(repeating: "]", count: many),
            "[{\"id\": \(String(repeating: "9", count: 2 * many))}]",
            "[{\"id\": 0.\(String(repeating: "1", count: 2 * many))}]",
            "[{\"id\": \"\(String(repeating: "x", count: 10 * many))\"}]",
            "[\(String(repeating: " ", count: 10 * many))", "[{\(String(repeating: "\"k\": 1, ", count: many))",
        ]
        for text in texts {
            let error = try #require(throws: LoadError.self) {
                try Resource<[Episode]>(json: Sample.url).parse(Data(text.utf8))
            }
            #expect(error.parseFailure?.position != nil)
            #expect(error.description.count < 1_200)
            #expect(error.debugDescription.count < 1_200)
        }
    }

    @Test func `there are more than forty of them`() {
        #expect(Self.malformed.count + Self.unexpected.count > 40)
    }
}
