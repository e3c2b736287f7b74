import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Inputs that users of other decoders reported, because the error did not help or a number changed.
struct ReportedErrorTests {
    private func failure<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> ParseFailure {
        try #require(throws: ParseFailure.self) {
            try JSON(parsing: Data(text.utf8)).decode(type, decoder: decoder)
        }
    }

    private func mistake(_ text: String) throws -> ParseFailure {
        try #require(throws: ParseFailure.self) { try JSON(parsing: Data(text.utf8)) }
    }

    // serde-rs/json 1048
    @Test func `the caret stands under the value, whatever characters come before it`() throws {
        struct Row: Decodable { let my_int: UInt32 }
        let text = #"{"my_ascii_chars": "asdf", "my_utf8_chars": "/ˈa.ʎo/", "my_int": "not a number"}"#
        let failure = try failure(Row.self, text)
        #expect(failure.path == ["my_int"] && failure.found == #"the string "not a number""#)
        let (excerpt, caret) = (try #require(failure.excerpt), try #require(failure.caret))
        #expect(String(excerpt.unicodeScalars.dropFirst(caret)).hasPrefix(#""not a number""#))
        #expect(caret == 65 && failure.position?.column == 68, "a column counts bytes")
    }

    // swiftlang/swift 24904
    @Test func `an error about an acronym has the name that the decoder makes`() throws {
        struct Row: Decodable { let myURLProperty: String }
        let failure = try failure(
            Row.self, #"{"my_url_property":"x"}"#, JSON.Decoder(keys: .convertFromSnakeCase))
        #expect(failure.found.contains("renames my_url_property to myUrlProperty; the type asks for myURLProperty"))
    }

    // ikesyo/Himotoki 120
    @Test func `an error about a value deep inside has its path and its text`() throws {
        struct Reply: Decodable {
            struct Failure: Decodable { let code: Int, data: Content? }
            struct Content: Decodable { let dialog: Dialog? }
            struct Dialog: Decodable { let title: String?, displayType: Int? }
            let error: Failure
        }
        let text = #"{"error":{"code":110,"data":{"dialog":{"title":"","displayType":""},"url":null}},"id":"1"}"#
        let failure = try failure(Reply.self, text)
        #expect(failure.description.hasPrefix(#"error.data.dialog.displayType: expected Int, found the string """#))
    }

    // JohnSundell/Unbox 165, apollographql/apollo-ios 20, circe/circe 1081, plokhotnyuk/jsoniter-scala 1129
    @Test func `an error about a missing key has the path of its object`() throws {
        struct Outer: Decodable {
            struct Root: Decodable { let foo: [Foo], fish: String }
            struct Foo: Decodable { let bar: Int }
            let root: Root
        }
        let failure = try failure(Outer.self, #"{"root":{"foo":[{"bar":2},{"ImABadKey":2}],"fish":"yum"}}"#)
        #expect(failure.path == ["root", "foo", 1, "bar"] && failure.kind == .missing)
        #expect(failure.found == "nothing (the object has the key ImABadKey)")
    }

    // mlms13/bs-decode 135, gleam-lang/stdlib 806
    @Test func `an optional member of a value that is no object is not blamed`() throws {
        struct Row: Decodable { let field: String? }
        let whole = try failure(Row.self, #""string""#)
        #expect(whole.path.isEmpty && whole.expected == "an object" && whole.found == #"the string "string""#)
        let member = try failure([Row].self, #"[{"field":"a"},{"field":{}}]"#)
        #expect(member.path == [1, "field"] && member.found == "an empty object")
    }

    // stephenberry/glaze 365, open-source-parsers/jsoncpp 1545, Tornhoof/SpanJson 83, ultrajson/ultrajson 440
    @Test func `a number that does not fit is an error with the number and the type`() throws {
        func check<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, _ number: String) throws {
            let failure = try failure([Number].self, "[0,\(number)]")
            let shown = number.count > 60 ? "\(number.prefix(57))…" : number
            #expect(failure.path == [1] && failure.found == "\(shown) (The number does not fit \(Number.self))")
        }
        try check(UInt.self, "-100")
        try check(Int8.self, "200")
        try check(Int8.self, "-200")
        try check(UInt16.self, "717036")
        for number in [
            "18446744073709551616", "18446744073709551617", "18446744073709553663", "33333333303333333333",
            "1606938044258990275541962092341162602522202993782792835301376", "-1",
        ] { try check(UInt64.self, number) }
        for number in ["9223372036854775808", "-9223372036854775809", "-80888888888888888888"] {
            try check(Int64.self, number)
        }
    }

    // serde-rs/serde 773 and 3083
    @Test func `an error of a type that tries several forms has the value`() throws {
        enum Setting: Decodable {
            case on(Bool), level(Int)
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let on = try? container.decode(Bool.self) {
                    self = .on(on)
                } else if let level = try? container.decode(Int.self) {
                    self = .level(level)
                } else {
                    throw DecodingError.typeMismatch(
                        Setting.self, .init(codingPath: decoder.codingPath, debugDescription: "Not a flag or a level."))
                }
            }
        }
        let failure = try failure([String: [Setting]].self, #"{"a":[true,3,"high"]}"#)
        #expect(
            failure.description.hasPrefix(
                #"a[2]: expected Setting, found the string "high" (Not a flag or a level) (line 1, column 14)"#))
    }

    // JuliaIO/JSON.jl 351, rlidwka/jju 15, php/php-src 22514, jeroen/jsonlite 146, ioccc-src/mkiocccentry 597
    @Test func `a mistake is where it was made`() {
        let cases: [(String, String, Int, Int)] = [
            (#"{"a":"0⊆⊆0"      "b":5}"#, "a comma or }", 1, 22),
            ("{\"a\":1,\n\"b\":{\"ba\":\"foo\"\n}", "a comma or }", 3, 2),
            ("{\n    \"a\": \"b\",\n    \"c\": 5,\n}", "a key in quotes", 4, 1), ("\n{\"\\u00FF\"_", "a colon", 2, 10),
            (#"{"info":""hello world" by: somebody important"}"#, "a comma or }", 1, 11),
            ("{\"test\":false,\n\"foo\":\"bar\"},\n", "the end of the document", 2, 13),
        ]
        checkEach(cases) { text, expected, line, column in
            let failure = try mistake(text)
            #expect(
                failure.expected == expected && failure.position == TextPosition(line: line, column: column), "\(text)")
        }
    }

    // softwaremill/tapir 1530, sksamuel/centurion 51
    @Test func `an error about an unknown case has the type and the value`() throws {
        enum Currency: String, Decodable { case usd, eur }
        let failure = try failure([Currency].self, #"["usd","gbp"]"#)
        #expect(failure.path == [1] && failure.found.hasPrefix(#"the string "gbp" ("#))
        #expect(failure.found.contains("Currency"))
    }

    // AvdLee/appstoreconnect-swift-sdk 43 and 124
    @Test(arguments: ["2019-08-14T10:02:14-07:00", "2020-11-05T13:28:41-08:00", "2019-07-16T09:31:04.677Z"])
    func `dates with an offset and with fractions are read by one decoder`(text: String) throws {
        let date = try JSON.Decoder(dates: .iso8601).decode([Date].self, from: Data("[\"\(text)\"]".utf8))[0]
        let seconds = try JSONDecoder.iso8601.decode([Date].self, from: Data("[\"\(text)\"]".utf8))[0]
        #expect(date == seconds)
    }

    // SwiftyJSON/SwiftyJSON 500
    @Test func `the escapes of a signed URL stay`() throws {
        let text = "https://b.example/i/49.png?Key=AK&Expires=1461286792&Signature=SzwKiGj1iX54fQ6%2FWcKFeOsEh20%3D"
        #expect(try JSON.Decoder().decode([URL].self, from: Data("[\"\(text)\"]".utf8))[0].absoluteString == text)
    }
}

extension JSONDecoder {
    fileprivate static var iso8601: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
