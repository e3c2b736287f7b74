import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONStreamTests {
    private struct Point: Decodable, Sendable, CustomStringConvertible {
        var x: Int
        var name: String?
        var description: String { "\(x)\(name ?? "")" }
    }

    private let url: URL

    init() throws { url = try #require(URL(string: "https://example.org/points")) }

    @Test func `every line is an element`() throws {
        let points = StreamResource<Point>(jsonLines: url)
        let body = "\u{FEFF}{\"x\":1}\r\n\n \t\n  {\"x\":2,\"name\":\"é\"}\n{\"x\":3} "
        #expect(StreamOutcome(of: points, in: Data(body.utf8)) == StreamOutcome(["1", "2é", "3"]))
        #expect(points.request.headerFields.accept.isEmpty)
    }

    @Test func `a line that can't be read says its number, its place and what stands there`() throws {
        let points = StreamResource<Point>(jsonLines: url)
        let body = Data("{\"x\":1}\n\n  {\"x\":\"two\"}\n{\"x\":3}".utf8)
        let error = try #require(throws: LoadError.self) { try points.elements(in: body) }
        let failure = try #require(error.parseFailure)
        #expect(failure.path == [1, "x"])
        #expect(failure.position == TextPosition(line: 3, column: 8))
        #expect(failure.excerpt == #"{"x":"two"}"#)
        #expect(StreamOutcome(of: points, in: body).elements == ["1"])
    }

    @Test func `the elements of an array come one by one, also from deep inside`() throws {
        let body = #"{"a":{"b":"[\"]"},"data":[0,{"items":[{"x":1},{"x":2}],"more":"]}"},{}],"end":[{}]} "#
        let points = StreamResource<Point>(jsonArray: url, at: "data.1.items")
        #expect(StreamOutcome(of: points, in: Data(body.utf8)) == StreamOutcome(["1", "2"]))
        let indexed = StreamResource<Point>(jsonArray: url, at: ["data", 1, "items"])
        #expect(StreamOutcome(of: indexed, in: Data(body.utf8)) == StreamOutcome(["1", "2"]))
        let printed = StreamResource<Point>(jsonArray: url, at: "data[1].items")
        #expect(StreamOutcome(of: printed, in: Data(body.utf8)) == StreamOutcome(["1", "2"]))
        let failure = parseFailure(of: points, in: body.replacing("{\"x\":2}", with: "{\"x\":nul}"))
        #expect(failure?.path == ["data", "1", "items", 1, "x"])
        #expect(failure?.position == TextPosition(line: 1, column: 52))
    }

    private func parseFailure(of stream: StreamResource<some Any>, in body: String) -> ParseFailure? {
        do {
            _ = try stream.elements(in: Data(body.utf8))
            return nil
        } catch {
            return (error as? LoadError)?.parseFailure
        }
    }

    @Test func `a document without the array says what is missing`() {
        let cases: [(String, String)] = [
            (#"{"data":{}}"#, "data: expected [, found the character { (line 1, column 9)"),
            (#"{"data":[]"#, "expected the end of an object or array, found the end of the document"),
            (
                #"{"date":[]}"#,
                "data: expected an array, found nothing (the object has no such key) (line 1, column 11)"
            ),
            (#"{}"#, "data: expected an array, found nothing (the object is empty) (line 1, column 2)"),
            (#"[]"#, "expected {, found the character [ (line 1, column 1)"),
            ("", "expected a value, found the end of the document"),
            (#"{"data":[1,2]}]"#, "[2]: expected the end of the document, found the character ] (line 1, column 15)"),
            (#"{"data":[1,2}]"#, "[1]: expected a comma or ], found the character }"),
            (#"{"data" 1}"#, "expected a colon, found the character 1"),
            (#"{data:1}"#, "expected a key in quotes, found the character d"),
            (#"{"\u00":1}"#, "expected a key in quotes"),
        ]
        checkEach(cases) { document, message in
            let stream = StreamResource<Int>(jsonArray: url, at: "data")
            let failure = try #require(parseFailure(of: stream, in: document), "\(document)")
            #expect("\(failure)".contains(message), "\(document): \(failure)")
        }
    }

    @Test func `a key that is spelled with escapes is the same key`() throws {
        let stream = StreamResource<Int>(jsonArray: url, at: ["a\"b"])
        #expect(try stream.elements(in: Data(#"{"a":[3],"a\"b":[1],"\u0061\"b":[2]}"#.utf8)) == [1])
        #expect(try stream.elements(in: Data(#"{"a":[3],"\u0061\"b":[2]}"#.utf8)) == [2])
    }

    @Test func `an element that is too large is refused, however it comes`() {
        var random = SplitMix64(seed: 8)
        for body in [#"["1234567", "12345678", 1]"#, #"["1234567","123456789"#, #"[123456789}]"#, "[[[[[[[[[[[["] {
            let stream = StreamResource<JSON>(jsonArray: url, maximumSize: 9)
            expectSameOutcome(of: stream, in: Data(body.utf8), using: &random)
            let outcome = StreamOutcome(of: stream, in: Data(body.utf8))
            #expect(outcome.failure?.contains(body == "[123456789}]" ? "comma" : "at most 9 bytes") == true)
        }
        let lines = StreamResource<Int>(jsonLines: url, maximumSize: 3)
        let outcome = StreamOutcome(of: lines, in: Data("123\n    12\n1234".utf8))
        #expect(outcome.elements == ["123", "12"])
        #expect(outcome.failure?.contains("[2]: expected an element of at most 3 bytes") == true)
    }

    @Test func `brackets without an end are no danger`() {
        let depth = 100_000
        let stream = StreamResource<JSON>(jsonArray: url, at: "a")
        let open = String(repeating: "[", count: depth)
        let close = String(repeating: "]", count: depth)
        #expect(StreamOutcome(of: stream, in: Data("{\"a\":\(open)".utf8)).failure != nil)
        #expect(StreamOutcome(of: stream, in: Data("{\"a\":[\(open)\(close)]}".utf8)).failure != nil)
        #expect(StreamOutcome(of: stream, in: Data("{\"b\":\(open)\(close),\"a\":[1]}".utf8)) == StreamOutcome(["1"]))
    }

    /// An element that keeps a place in its document.
    private struct Kept: Decodable, Sendable {
        var payload: JSON
    }
}
