import ResourcefulFormats
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

private typealias Field = StructuredField

/// What is no structured field, and where; what has no text.
struct StructuredFieldGrammarTests {
    @Test func `a malformed item is refused at its place`() {
        let cases: [(String, Int)] = [
            ("", 0), ("-", 1), ("--1", 1), ("-a", 1), ("1.", 2), ("1..4", 2), ("1.2345", 6), ("1.5.4", 3), (".1", 0),
            ("1000000000000000", 16), ("1000000000000.0", 13), ("+1", 0), ("0x1", 1), ("1 2", 2), ("1,2", 1), ("\"", 1),
            ("\"a", 2), ("'a'", 0), ("\"\\a\"", 2), ("\"\\", 2), ("\"é\"", 1), ("\"\t\"", 1), ("\"\u{7F}\"", 1),
            ("a\"", 1),
            ("a(", 1), ("é", 0), (":a", 0), (":=AAA:", 0), (":AA=A:", 0), (":A:", 0), (":AAA==:", 0), (":_-Ah:", 0),
            (": :", 0), (":AAAA:=", 6), ("?", 1), ("?2", 1), ("?true", 1), ("@", 1), ("@1.5", 4), ("@a", 1), ("@-", 2),
            ("%", 1), ("%a", 1), ("%\"", 2), ("%\"a", 3), ("%\"%C3%BC\"", 3), ("%\"%c3\"", 2), ("%\"%\"", 3),
            ("%\"%zz\"", 3), ("%\"é\"", 2), ("%\"%ed%a0%80\"", 2), ("%\"%c0%80\"", 2), ("1;", 2), ("1;=", 2),
            ("1;A", 2),
            ("1;a=", 4), ("1 ;a", 2), ("1;a =1", 4), ("1;a= 1", 4), ("1;a=()", 4), ("\t1", 0), ("1\t", 1), ("1;\ta", 2),
            ("(1)", 0), ("1\u{0}", 1), ("[", 0),
        ]
        for (text, offset) in cases {
            let error = #expect(throws: InvalidStructuredField.self) { try Field.Item(parsing: text) }
            #expect(error?.offset == offset, "\(text.debugDescription): \(error?.description ?? "")")
        }
    }

    @Test func `a value that isn't a list is refused at its place`() {
        let cases: [(String, Int)] = [
            (",", 0), ("1,", 2), ("1, ", 3), ("1,,2", 2), ("1 2", 2), ("(", 1), ("(1", 2), ("(1 ", 3), ("(1,2)", 2),
            ("((1))", 1), ("(\t1)", 1), ("(1\t2)", 2), ("(1)2", 3), ("()a", 2), ("1;a,", 4), ("1\u{A0},2", 1),
        ]
        for (text, offset) in cases {
            let error = #expect(throws: InvalidStructuredField.self, "\(text)") { try Field.List(parsing: text) }
            #expect(error?.offset == offset, "\(text.debugDescription): \(error?.description ?? "")")
        }
    }

    @Test func `a value that isn't a dictionary is refused at its place`() {
        let cases: [(String, Int)] = [
            ("A=1", 0), ("=1", 0), ("1=1", 0), ("a=", 2), ("a= 1", 2), ("a =1", 2), ("a=1,", 4), ("a=1 b=2", 4),
            ("a,,b", 2), ("a=(1", 4), ("é=1", 0), ("a.é", 2), ("\"a\"=1", 0), ("-a=1", 0),
        ]
        for (text, offset) in cases {
            let error = #expect(throws: InvalidStructuredField.self, "\(text)") { try Field.Dictionary(parsing: text) }
            #expect(error?.offset == offset, "\(text.debugDescription): \(error?.description ?? "")")
        }
    }

    @Test func `an item is written in one way`() {
        let cases: [(String, String)] = [
            ("  1  ", "1"), ("-0", "0"), ("00042", "42"), ("-0.0", "0.0"), ("01.50", "1.5"), ("1.0", "1.0"),
            ("999999999999999", "999999999999999"), ("-999999999999999", "-999999999999999"),
            ("999999999999.999", "999999999999.999"), ("1;a=?1;b;a=2", "1;a=2;b"), ("a:b/c", "a:b/c"), ("*a", "*a"),
            (":aGVsbG8:", ":aGVsbG8=:"), (":iZ==:", ":iQ==:"), ("::", "::"), ("\"\\\"\\\\\"", "\"\\\"\\\\\""),
            ("@-1", "@-1"),
            ("%\"%25%22\\ a\"", "%\"%25%22\\ a\""), ("1;  a", "1;a"), ("1;*a_-.*9=b", "1;*a_-.*9=b"),
        ]
        checkEach(cases) { text, canonical throws in
            #expect(try Field.Item(parsing: text).serialized() == canonical, "\(text)")
        }
    }

    @Test(arguments: [
        ("a \t,\t b", "a, b"), ("(  1   2  )", "(1 2)"), ("(a;x  b);y", "(a;x b);y"), ("();a", "();a"),
    ])
    func `a list is written in one way`(text: String, canonical: String) throws {
        #expect(try Field.List(parsing: text).serialized() == canonical)
    }

    @Test func `of a key that occurs twice the last value counts, at the place of the first`() throws {
        #expect(try Field.Dictionary(parsing: "a=1, b;x, a=(2);y, c=?1").serialized() == "a=(2);y, b;x, c")
        var parameters: Field.Parameters = ["a": 1, "b": 2, "a": 3]
        #expect(parameters.keys == ["a", "b"] && parameters["a"] == 3)
        parameters["a"] = nil
        parameters["c"] = true
        #expect(parameters == ["b": 2, "c": true] && parameters != ["c": true, "b": 2])
        #expect(parameters["b"] == 2 && parameters["a"] == nil && parameters.count == 2)
    }

    @Test func `a decimal is rounded to three digits, a half to the even one`() {
        let cases: [(Double, String)] = [
            (0.0015, "0.002"), (0.0025, "0.002"), (-0.0015, "-0.002"), (-0.0025, "-0.002"), (9.9995, "10.0"),
            (0.1, "0.1"), (1.0005, "1.0"), (1.00050001, "1.001"), (0.0005, "0.0"), (0.00051, "0.001"), (1e-7, "0.0"),
            (-1e-7, "0.0"), (0.0004, "0.0"), (100, "100.0"), (999_999_999_999.999, "999999999999.999"),
            (123456.789, "123456.789"),
        ]
        checkEach(cases) { number, text throws in
            #expect(try Field.Item(.decimal(number)).serialized() == text, "\(number)")
        }
    }

    @Test func `what has no text is refused and its value not shown`() {
        let values: [Field.BareItem] = [
            .integer(1_000_000_000_000_000), .integer(-1_000_000_000_000_000), .integer(.min), .decimal(1e12),
            .decimal(-1e12), .decimal(.nan), .decimal(.infinity), .decimal(999_999_999_999.9995), .string("é"),
            .string("\n"), .string("\u{7F}"), .token(""), .token("1a"), .token("a b"), .token("é"), .token("a\0"),
            .date(Date(timeIntervalSince1970: 0.5)), .date(Date(timeIntervalSince1970: 1e15)),
            .date(Date(timeIntervalSince1970: .nan)),
        ]
        for value in values {
            for item in [Field.Item(value), Field.Item(1, parameters: ["a": value])] {
                let error = #expect(throws: InvalidStructuredField.self, "\(value)") { try item.serialized() }
                #expect(error?.offset == nil)
            }
        }
        for key in ["", "A", "1", "a b", "é", "a=", "-a"] {
            #expect(throws: InvalidStructuredField.self) { try ([key: 1] as Field.Dictionary).serialized() }
            #expect(throws: InvalidStructuredField.self) { try Field.Item(1, parameters: [key: 1]).serialized() }
        }
    }
}
