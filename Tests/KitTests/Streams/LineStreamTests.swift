import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct LineStreamTests {
    private let request: Request

    init() throws { request = Request(url: try #require(URL(string: "https://example.org/text"))) }

    private func outcome(_ bytes: [UInt8], charset: String? = nil, charsets: [Charset] = []) -> StreamOutcome {
        let response = Response(headerFields: charset.map { ["Content-Type": "text/plain; charset=\($0)"] } ?? [:])
        let lines = StreamResource<String>(lines: request, charsets: charsets)
        return StreamOutcome(of: lines, in: [Data(bytes)], of: response)
    }

    private func lines(_ text: String) -> [String] { outcome(Array(text.utf8)).elements }

    @Test func `lines end with LF, CRLF or CR, and the last one needs no end`() {
        #expect(lines("a\nb\r\nc\rd") == ["a", "b", "c", "d"])
        #expect(lines("a\n\r\n\r\rb\n") == ["a", "", "", "", "b"])
        #expect(lines("\n") == [""])
        #expect(lines("") == [])
        #expect(lines("a\u{85}b\u{2028}c\u{B}d") == ["a\u{85}b\u{2028}c\u{B}d"])
    }

    @Test func `one byte order mark at the beginning is dropped`() {
        #expect(lines("\u{FEFF}a\n\u{FEFF}b") == ["a", "\u{FEFF}b"])
        #expect(lines("\u{FEFF}\u{FEFF}a") == ["\u{FEFF}a"])
        #expect(lines("\u{FEFF}") == [""])
        #expect(outcome([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], charset: "iso-8859-1").elements == ["é"])
    }

    @Test func `a line comes as soon as its CR does`() throws {
        var run = StreamRun(StreamResource<String>(lines: request))
        var found: [String] = []
        try run.begin(Response())
        try run.take(Data("a\r".utf8), into: &found)
        #expect(found == ["a"])
        try run.take(Data("\nb\n".utf8), into: &found)
        #expect(found == ["a", "b"])
    }

    @Test func `the text is read in the character set that is declared`() {
        #expect(outcome([0x80, 0x0A, 0xE9], charset: "iso-8859-1").elements == ["€", "é"])
        #expect(outcome([0xFF, 0x0A, 0xC3, 0xA9], charset: "UTF-8").elements == ["\u{FFFD}", "é"])
        #expect(outcome([0xFF, 0x0A, 0xC3, 0xA9]).elements == ["\u{FFFD}", "é"])
        let shout = Charset("shout") { bytes in
            bytes.contains(0x3F) ? nil : String(decoding: bytes, as: UTF8.self).uppercased()
        }
        #expect(outcome(Array("a\nb".utf8), charset: "shout", charsets: [shout]).elements == ["A", "B"])
        let broken = outcome(Array("a\nb?".utf8), charset: "shout", charsets: [shout])
        #expect(broken.elements == ["A"])
        #expect(
            broken.failure?.contains("[1]: expected text in the character set shout") == true
                && broken.failure?.contains("line 2") == true)
    }

    @Test func `what can't be read line by line is refused`() {
        for charset in ["utf-16", "UTF-16BE", "x-unknown"] {
            #expect(outcome([0x61, 0], charset: charset).failure?.contains("read line by line") == true)
        }
        #expect(outcome([0xFF, 0xFE, 0x61, 0, 0x0A, 0]).failure?.contains("UTF-16") == true)
    }

    @Test func `a line that is too long ends the stream`() {
        let lines = StreamResource<String>(lines: request, maximumLength: 4)
        let outcome = StreamOutcome(of: lines, in: Data("1234\r\n12345".utf8))
        #expect(outcome.elements == ["1234"])
        #expect(
            outcome.failure
                == "parse: [1]: expected a line of at most 4 bytes, found a longer one (line 2, column 1)")
    }

    @Test func `lines are the same however they come`() {
        var random = SplitMix64(seed: 12)
        let stream = StreamResource<String>(lines: request, maximumLength: 30)
        for round in 0..<Effort.rounds(250, full: 10_000) {
            var bytes: [UInt8] = round % 9 == 0 ? [0xEF, 0xBB, 0xBF] : []
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                bytes += Array(random.arbitraryText(upTo: 5).utf8)
                if Bool.random(using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
            }
            expectSameOutcome(of: stream, in: Data(bytes), using: &random)
        }
    }

    @Test func `the pieces of a body are all of its bytes`() throws {
        let stream = StreamResource<Data>(bytes: request)
        #expect(try stream.elements(in: [Data([1, 2]), Data(), Data([3])]) == [Data([1, 2]), Data([3])])
    }
}
