import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Failures find what they say when somebody looks: they say the right thing, and cost little when nobody does.
struct LazyFailureTests {
    struct Row: Decodable { let runningTime: Int }
    enum Media: Decodable { case audio(seconds: Int), video(String) }

    private func failure<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> ParseFailure {
        try #require(throws: ParseFailure.self) {
            try JSON(parsing: Data(text.utf8)).decode(type, decoder: decoder)
        }
    }

    @Test func `with renamed keys the path, the place and the value are those of the document`() throws {
        let text = "[{\"running_time\": 1},\n {\"running_time\": \"long\"}]"
        let snake = try failure([Row].self, text, JSON.Decoder(keys: .convertFromSnakeCase))
        #expect(snake.path == [1, "running_time"] && snake.found == #"the string "long""#)
        #expect(snake.position == TextPosition(line: 2, column: 19))

        struct Upper: Decodable { let RUNNING_TIME: Int }
        let custom = JSON.Decoder(keys: .custom { JSONKeyName(stringValue: $0[$0.count - 1].stringValue.uppercased()) })
        #expect(try failure([Upper].self, text, custom) == snake)

        let missing = try failure([Row].self, #"[{"running_time": 1}, {}]"#, JSON.Decoder(keys: .convertFromSnakeCase))
        #expect(missing.path == [1, "runningTime"] && missing.found == "nothing (the object is empty)")
    }

    struct JSONKeyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func `what a type says of a mismatch is not lost`() throws {
        let several = try failure(Media.self, #"{"audio": {"seconds": 3}, "video": {"_0": "a"}}"#)
        #expect(several.found.hasPrefix("an object (") && several.found.contains("number of keys"), "\(several.found)")
        let keys = try failure([Int: String].self, #"{"one": "a"}"#)
        #expect(keys.found.contains("key"), "\(keys.found)")
    }

    @Test func `an error of the decoder has the line and the column`() throws {
        let text = Data("{\n  \"runningTime\": \"x\"\n}".utf8)
        let error = try #require(throws: DecodingError.self) { try JSON.Decoder().decode(Row.self, from: text) }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record(error)
            return
        }
        let failure = try #require(context.underlyingError as? ParseFailure)
        #expect(failure.position == TextPosition(line: 2, column: 18) && failure.path == ["runningTime"])
        #expect(context.codingPath.map(\.stringValue) == ["runningTime"])
    }

    private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
            return bigEndian ? [high, low] : [low, high]
        }
    }

    /// Bytes that are no JSON in UTF-8, and what they are called.
    static let forms: [(bytes: [UInt8], name: String)] = [
        (utf16("\u{FEFF}[1]", bigEndian: false), "text in UTF-16 (JSON is in UTF-8)"),
        (utf16("[1]", bigEndian: true), "text in UTF-16 (JSON is in UTF-8)"),
        (utf16("[1]", bigEndian: false), "text in UTF-16 (JSON is in UTF-8)"),
        ([0, 0, 0, 0x5B], "text in UTF-32 (JSON is in UTF-8)"), ([0x1F, 0x8B, 8, 0], "data compressed by gzip"),
        ([0x28, 0xB5, 0x2F, 0xFD], "data compressed by zstd"),
    ]

    @Test func `data in another format is named`() {
        checkEach(Self.forms) { bytes, name in
            let failure = try #require(throws: ParseFailure.self, "\(bytes)") { try JSON(parsing: Data(bytes)) }
            #expect(failure.found == name, "\(bytes)")
        }
    }

    @Test func `the path of every place leads back to it, however large its container`() {
        checkEach([0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 100, 1_000]) { count in
            let rows = (0..<count).map { #"{"a": [\#($0), {"b": \#($0)}]}"# }.joined(separator: ",")
            let members = (0..<count).map { #""k\#($0)": [\#($0)]"# }.joined(separator: ",")
            let scalars = (0..<count).map { "\($0)" }.joined(separator: ",")
            let json = try JSON(
                parsing: Data(#"{"rows": [\#(rows)], "wide": {\#(members)}, "plain": [\#(scalars)]}"#.utf8))
            for index in 0..<count {
                #expect(json.rows[index].path == ["rows", .index(index)], "\(count)")
                #expect(json.rows[index].a[1].b.path == ["rows", .index(index), "a", 1, "b"], "\(count)")
                #expect(json.wide["k\(index)"][0].path == ["wide", .key("k\(index)"), 0], "\(count)")
                #expect(json.plain[index].path == ["plain", .index(index)], "\(count)")
            }
        }
    }
}
