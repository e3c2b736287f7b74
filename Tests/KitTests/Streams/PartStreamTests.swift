import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// RFC 2046, section 5.1.1: its grammar and its examples.
struct PartStreamTests {
    private let url: URL

    init() throws { url = try #require(URL(string: "https://example.org/parts")) }

    /// The parts of a text whose lines end with CRLF, as "fields|content".
    private func parts(_ text: String, type: String = "multipart/mixed; boundary=b") -> StreamOutcome {
        var response = Response(body: Data(text.unicodeScalars.map { $0 == "\n" ? "\r\n" : "\($0)" }.joined().utf8))
        response.headerFields["Content-Type"] = type
        let stream = StreamResource<BodyPart>(parts: url).map { part in
            let fields = part.headerFields.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
            return fields + "|" + String(decoding: part.body, as: UTF8.self)
        }
        return StreamOutcome(of: stream, in: [response.body], of: response)
    }

    @Test func `the example of the RFC: preamble, a part without fields, one with, epilogue`() {
        let text = """
            This is the preamble.  It is to be ignored, though it
            is a handy place for composition agents to include an
            explanatory note to non-MIME conformant readers.

            --simple boundary

            This is implicitly typed plain US-ASCII text.
            It does NOT end with a linebreak.
            --simple boundary
            Content-type: text/plain; charset=us-ascii

            This is explicitly typed plain US-ASCII text.
            It DOES end with a linebreak.

            --simple boundary--

            This is the epilogue.  It is also to be ignored.
            """
        #expect(
            parts(text, type: "multipart/mixed; boundary=\"simple boundary\"")
                == StreamOutcome([
                    "|This is implicitly typed plain US-ASCII text.\r\nIt does NOT end with a linebreak.",
                    "Content-type=text/plain; charset=us-ascii|This is explicitly typed plain US-ASCII text.\r\n"
                        + "It DOES end with a linebreak.\r\n",
                ]))
    }

    @Test func `parts are what stands between the delimiters`() {
        let cases: [(String, [String])] = [
            ("--b\n\nx\n--b--", ["|x"]), ("--b\n\nx\n--b--\n", ["|x"]),
            ("--b \t \n\nx\n--b\t--  \n\n--b--", ["|x\r\n--b\t--  \r\n"]),
            ("--b\n\n\n--b\n\n\n\n--b--", ["|", "|\r\n"]), ("--b\nA: 1\n--b--", ["A=1|"]),
            ("--b\nA: 1\n\n--b--", ["A=1|"]),
            ("--b\n--b\n--b--", ["|", "|"]), ("--b--", []), ("\n--b\n\nx\n--b-- \t", ["|x"]),
            ("--b\nA: 1\n  2\n\t3\nB:  \nA:4 \n\nx\n--b--", ["A=1 2 3,B=,A=4|x"]),
            (
                "--b\n\n--bx\n --b\n-- b\n--B\nx--b\n--b -\n--b-\n--b--x\n--b--",
                ["|--bx\r\n --b\r\n-- b\r\n--B\r\nx--b\r\n--b -\r\n--b-\r\n--b--x"]
            ),
            ("x--b\n--b\n\ny\n--b--\n--b\n\nz\n--b--", ["|y"]), ("--b\n\nx\ry\r\r\n--b--", ["|x\ry\r\r"]),
        ]
        for (text, expected) in cases { #expect(parts(text) == StreamOutcome(expected), "\(text)") }
    }

    @Test func `in a body with CRLF an LF alone ends no line, unless the first delimiter ends with one`() throws {
        let mixed = Data("--b\r\n\r\nx\n--b--\r\n--b\n\r\n--b--".utf8)
        let stream = StreamResource<BodyPart>(parts: url, boundary: "b")
        #expect(try stream.elements(in: mixed).map(\.body) == [Data("x\n--b--\r\n--b\n".utf8)])
        #expect(
            try stream.elements(in: Data("--b\nA: 1\n\nx\r\n--b--\n".utf8)) == [
                BodyPart(headerFields: ["A": "1"], body: Data("x\r".utf8))
            ])
    }

    @Test func `what is missing or malformed ends the stream`() {
        let cases: [(String, String)] = [
            ("", "the delimiter after the last part"), ("--b\n\nx", "the delimiter after the last part"),
            ("--b\n\nx\n--b", "the delimiter after the last part"),
            ("--b\n\nx\n--b\n", "the delimiter after the last part"),
            ("--b\nA b\n\nx\n--b--", "a field of a part"), ("--b\n: b\n\nx\n--b--", "a field of a part"),
            ("--b\n A: b\n\nx\n--b--", "a field of a part"), ("--b\nA: \0\n\nx\n--b--", "a field of a part"),
        ]
        for (text, expected) in cases {
            #expect(parts(text).failure?.contains("expected \(expected)") == true, "\(text): \(parts(text))")
        }
    }

    @Test func `the boundary comes from the media type, which must be one of multiparts`() {
        let text = "--a;b\n\nx\n--a;b--"
        #expect(parts(text, type: "Multipart/X-Any; a=b; Boundary=\"a;b\"") == StreamOutcome(["|x"]))
        #expect(parts(text, type: "multipart/mixed").failure?.contains("the boundary of the parts") == true)
        #expect(parts(text, type: "text/plain; boundary=b").failure?.contains("multipart/…") == true)
        let stream = StreamResource<BodyPart>(parts: url)
        #expect(StreamOutcome(of: stream, in: Data(text.utf8)).failure?.contains("no Content-Type") == true)
        #expect(stream.request.headerFields["Accept"] == "multipart/mixed, multipart/*;q=0.9")
    }

    @Test func `several ranges of a resource are parts, too`() throws {
        let stream = StreamResource<BodyPart>(parts: Request(url: url).header("Range", "bytes=0-1,4-5"))
        #expect(!stream.request.headerFields.contains("Accept"))
        let body =
            "--X\r\nContent-Range: bytes 0-1/9\r\n\r\nab\r\n--X\r\nContent-Range: bytes 4-5/9\r\n\r\nef\r\n--X--\r\n"
        let response = Response(
            status: 206, headerFields: ["Content-Type": "multipart/byteranges; boundary=X"], body: Data(body.utf8))
        var run = DryRun { _ in response.inPieces(of: 7) }
        let parts = try run.elements(of: stream)
        #expect(parts.map { $0.headerFields["Content-Range"] } == ["bytes 0-1/9", "bytes 4-5/9"])
        #expect(parts.map { String(decoding: $0.body, as: UTF8.self) } == ["ab", "ef"])
        #expect(try stream.elements(in: response) == parts)
        #expect(throws: LoadError.self) { try stream.elements(in: Response(status: 404)) }
    }

    @Test func `a part of parts is one part, which can be read in its turn`() throws {
        let inner = "--b-in\r\n\r\n1\r\n--b-in\r\n\r\n2\r\n--b-in--"
        let outer = "--b\r\nContent-Type: multipart/mixed; boundary=b-in\r\n\r\n\(inner)\r\n--b--"
        let stream = StreamResource<BodyPart>(parts: url, boundary: "b")
        let parts = try stream.elements(in: Data(outer.utf8)).flatMap { part in
            try stream.elements(in: Response(headerFields: part.headerFields, body: part.body))
        }
        #expect(parts.map(\.body) == [Data("1".utf8), Data("2".utf8)])
    }

    @Test func `what is sent as a form comes back as parts`() throws {
        let content = Data((0...255).map { UInt8($0) } + Array("\r\n--bound\r\n--".utf8))
        let form = Body.multipart([.data(content, name: "a"), .text("é", name: "b")], boundary: "boundary")
        let stream = StreamResource<BodyPart>(parts: url, boundary: "boundary")
        let parts = try stream.elements(in: try form.encoded())
        #expect(parts.map(\.body) == [content, Data("é".utf8)])
        #expect(parts.first?.headerFields["Content-Type"] == "application/octet-stream")
    }
}
