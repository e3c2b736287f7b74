import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// RFC 8259, sections 2 to 8, read sentence by sentence.
struct JSONGrammarTests {
    private static let accepted = [
        // Section 2: any value is a document; white space around the six structural characters.
        "null", "true", "false", "0", "\"\"", "[]", "{}", " null ", "\n\t\r null\r\n\t ", "[ ]", "{ }", "[ 1 , 2 ]",
        "{ \"a\" : 1 , \"b\" : 2 }", "\t[\n[\r\n] ]", "[null,true,false]",
        // Section 4: names need not be unique, and may be empty.
        "{\"a\":1,\"a\":2}", "{\"\":0}", "{\"\\u0000\":0}", "{\"a\":{\"a\":{\"a\":{}}}}",
        // Section 5: values of different types.
        "[1,\"a\",null,{},[]]", "[[[[[[]]]]]]", "[0]",
        // Section 6.
        "-0", "-1", "10", "0.0", "-0.0", "0e0", "0E0", "1e1", "1E+1", "1e-1", "1.5e10", "-1.5E-10",
        "123456789012345678901",
        "1e400", "-1e-400", "0.00000000000000000000000000000001", "1e00", "1e0009", "0e99999999999999999999", "1.10",
        // Section 7.
        #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\uFFFD\uffff""#, #""\ud83d\ude00\uD83D\uDE00""#, "\"é😀\u{7F}\u{80}\"",
        "\"\u{2028}\u{2029}\u{FEFF}\u{10FFFF}\"", #""\u0000""#, #""/""#, #""\\u""#, "\"'\"",
    ]

    private static let refused = [
        // Section 2.
        "", " ", "\u{C}null", "\u{B}1", "\u{A0}1", "1\u{A0}", "nul", "nulll", "NULL", "Null", "True", "tru",
        "truefalse",
        "undefined", "NaN", "Infinity", "-Infinity", "null null", "1 2", "// a\n1", "/* a */ 1", "1 # a", ",", ":", "}",
        "]",
        "'a'", "a", "\\u0041", "null,", "\u{2060}null", "\0", "null\0", "﻿﻿null",
        // Section 4.
        "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}", "{\"a\" 1}", "{\"a\"::1}",
        "{\"a\",1}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{\"a\":}",
        "{:1}",
        "{\"a\"}", "{[]:1}", "{\"a\":1]", "{}}", "{\"a\":1;\"b\":2}", "{\"a\"=1}", "{\"a\":1,2}",
        // Section 5.
        "[", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1}", "[]]", "[1:2]", "[1;2]", "[[]", "[\"a\":1]",
        // Section 6.
        "-", "+1", "--1", "-+1", "01", "-01", "00", "1.", ".1", "-.1", "1.e1", "1e", "1e+", "1E-", "1e1.0", "1e1e1",
        "0x1",
        "1_000", "1,000", "1.2.3", "- 1", "1 .0", "0b1", "1f", "１", "1e１", "∞", "0e", "2.", "-a", "0.e1", "1e 1",
        // Section 7.
        "\"", "\"a", "\"\\\"", "\"\\", "\"\\a\"", #""\'""#, #""\x41""#, #""\U0041""#, #""\u""#, #""\u004""#,
        #""\u004g""#,
        #""\u 041""#, #""\u{41}""#, #""\u+041""#, "\"a\nb\"", "\"a\tb\"", "\"a\rb\"", "\"\0\"", "\"\u{1F}\"",
        "\"a\"b\"",
        #""\ud83d""#, #""\ud83d\u0041""#, #""\ud83dx""#, #""\ude00""#, #""\ude00\ud83d""#, #""\ud83d\ud83d""#,
        #""\ud83d\""#, #""\ud83d\n""#, #""\ud83d\ude0""#, "\"\\\u{0}\"",
    ]

    @Test func `what the grammar allows is read`() throws {
        for text in Self.accepted {
            let json = try JSON(parsing: Data(text.utf8))
            #expect(json.exists)
            #expect(json.path.isEmpty)
        }
    }

    @Test func `what the grammar does not allow is refused`() {
        for text in Self.refused {
            let failure = #expect(throws: ParseFailure.self) { try JSON(parsing: Data(text.utf8)) }
            if text.contains(where: { !" \n".contains($0) }) { #expect(failure?.position != nil) }
        }
    }

    @Test func `every control character must be escaped, and every other byte below 0x80 need not be`() {
        for byte in UInt8.min..<0x80 where byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
            let json = try? JSON(parsing: Data([0x22, byte, 0x22]))
            #expect((json != nil) == (byte >= 0x20), "byte \(byte)")
        }
    }

    @Test func `of all bytes behind a backslash exactly the RFC's eight and u are escapes`() {
        let escapes: [UInt8: String] = [
            0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r", 0x74: "\t",
        ]
        for byte in UInt8.min...UInt8.max {
            let string = try? JSON(parsing: Data([0x22, 0x5C, byte, 0x22])).string
            #expect(string == escapes[byte], "byte \(byte)")
        }
    }

    @Test func `a byte order mark may stand before the document, once`() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try JSON(parsing: Data(mark + Array("[1]".utf8)))[0].int == 1)
        #expect(try Resource<[Int]>(json: Sample.url).parse(Data(mark + Array("[1]".utf8))) == [1])
        #expect(throws: ParseFailure.self) { try JSON(parsing: Data(mark + mark + Array("[1]".utf8))) }
        #expect(throws: ParseFailure.self) { try JSON(parsing: Data(Array("[1]".utf8) + mark)) }
        #expect(throws: ParseFailure.self) { try JSON(parsing: Data(mark)) }
    }

    @Test func `bytes that are not UTF-8 are refused, in values and in keys`() {
        let cases: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xC3],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x28],
        ]
        for bytes in cases {
            for text in [[0x22] + bytes + [0x22], [0x7B, 0x22] + bytes + Array("\":1}".utf8), [0x22] + bytes] {
                let failure = #expect(throws: ParseFailure.self, "\(bytes)") { try JSON(parsing: Data(text)) }
                #expect(failure?.expected == "UTF-8", "\(bytes)")
            }
        }
    }

    @Test(
        arguments: [
            [0x5B, 0, 0x5D, 0], [0, 0x5B, 0, 0x5D], [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], [0xFF, 0xFE, 0x5B, 0, 0x5D, 0],
        ] as [[UInt8]])
    func `text in UTF-16 is refused`(bytes: [UInt8]) {
        #expect(throws: ParseFailure.self) { try JSON(parsing: Data(bytes)) }
    }
}
