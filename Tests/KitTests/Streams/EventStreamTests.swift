import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The HTML Living Standard, section 9.2.5 and 9.2.6: its grammar, its algorithm and its examples.
struct EventStreamTests {
    private let stream: StreamResource<ServerSentEvent>

    init() throws { stream = StreamResource(events: try #require(URL(string: "https://example.org/events"))) }

    private func events(_ body: String) throws -> [ServerSentEvent] { try stream.elements(in: Data(body.utf8)) }

    /// The data of the events.
    private func data(_ body: String) throws -> [String] { try events(body).map(\.data) }

    @Test func `the stock ticker of the standard: lines of data are joined`() throws {
        #expect(try data("data: YHOO\ndata: +2\ndata: 10\n\n") == ["YHOO\n+2\n10"])
    }

    @Test func `four blocks of the standard: a comment, two events with IDs, one that is incomplete`() throws {
        let body = """
            : test stream

            data: first event
            id: 1

            data:second event
            id

            data:  third event
            """
        #expect(
            try events(body + "\n\n") == [
                ServerSentEvent(id: "1", data: "first event"), ServerSentEvent(data: "second event"),
                ServerSentEvent(data: " third event"),
            ])
        #expect(try events(body + "\n").count == 2)
        #expect(try events(body).count == 2)
    }

    @Test func `two events of the standard: empty data, one line break, and no end`() throws {
        #expect(try data("data\n\ndata\ndata\n\ndata:") == ["", "\n"])
    }

    @Test func `two identical events of the standard: one space behind the colon does not count`() throws {
        #expect(try data("data:test\n\ndata: test\n\n") == ["test", "test"])
        #expect(try data("data:  test \n\n") == [" test "])
    }

    @Test func `lines end with LF, CRLF or CR`() throws {
        for end in ["\n", "\r\n", "\r"] {
            #expect(try data("data: a\(end)data: b\(end)\(end)data: c\(end)\(end)") == ["a\nb", "c"])
        }
        #expect(try data("data: a\rdata: b\r\n\ndata:c\n\r\n") == ["a\nb", "c"])
        #expect(try data("data: a\n\rdata: b\r\r") == ["a", "b"])
    }

    @Test func `other characters that end lines elsewhere do not end them here`() throws {
        #expect(try data("data: a\u{85}b\u{2028}c\u{B}d\u{C}e\n\n") == ["a\u{85}b\u{2028}c\u{B}d\u{C}e"])
    }

    @Test func `one byte order mark at the beginning is dropped`() throws {
        #expect(try data("\u{FEFF}data: a\n\ndata: b\n\n") == ["a", "b"])
        // The second one is part of the field's name.
        #expect(try data("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n") == ["b"])
        #expect(try data("data: a\n\n\u{FEFF}data: b\n\n") == ["a"])
        #expect(try data("\u{FEFF}\n\u{FEFF}data: b\n\n") == [])
    }

    @Test func `names are compared exactly, and unknown fields ignored`() throws {
        #expect(try data("Data: a\nDATA: b\n data: c\ndata : d\nfoo: e\n: data: f\ndata: g\nbar\n\n") == ["g"])
        #expect(try data(":\n::\n:data\n\n") == [])
    }

    @Test func `the value begins behind the first colon`() throws {
        #expect(try data("data: a: b\ndata::c\ndata: :d\n\n") == ["a: b\n:c\n:d"])
    }

    @Test func `the type is that of the last field, for one event`() throws {
        let events = try events("event: a\nevent: b\ndata: 1\n\ndata: 2\n\nevent\ndata: 3\n\nevent: c\n\ndata: 4\n\n")
        #expect(events.map(\.type) == ["b", "message", "message", "message"])
        #expect(events.map(\.data) == ["1", "2", "3", "4"])
    }

    @Test func `the last event ID stays, also when it came without data`() throws {
        let events = try events(
            "id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\nid:\ndata: d\n\nid: x y \ndata: e\n\n")
        #expect(events.map(\.id) == ["1", "1", "2", "", "x y "])
    }

    @Test func `an ID with NUL in it is ignored`() throws {
        let events = try events("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\nid: \0\ndata: c\n\n")
        #expect(events.map(\.id) == ["1", "1", "1"])
        #expect(try data("data: a\0b\n\n") == ["a\0b"])
    }

    @Test func `retry is digits alone`() {
        let cases: [(String, Int?)] = [
            ("5", 5), ("0", 0), ("0010", 10), ("86400000", 86_400_000), ("99999999999999999999999", 86_400_000),
            ("", nil), ("5 ", nil), (" 5", nil), ("5s", nil), ("-5", nil), ("+5", nil), ("5.0", nil), ("٥", nil),
            ("1e3", nil),
        ]
        checkEach(cases) { text, milliseconds in
            let event = try #require(try events("retry: \(text)\ndata\n\ndata\n\n").first, "\(text)")
            #expect(event.retry == milliseconds.map { .milliseconds($0) }, "\(text)")
            #expect(try events("retry:7\n\ndata\n\n").map(\.retry) == [nil], "\(text)")
        }
    }

    @Test func `bytes that are no UTF-8 become U+FFFD, each maximal part one`() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xE2, 0x82, 0x63, 0xF0, 0x80, 0x80, 0x64, 0xED, 0xA0, 0x80, 0x65, 0xC3]
        let body = Data("data: ".utf8) + bytes + Data("\ndata: é\n\n".utf8)
        let expected = "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}d\u{FFFD}\u{FFFD}\u{FFFD}e\u{FFFD}\né"
        #expect(try stream.elements(in: body).map(\.data) == [expected])
    }

    @Test func `an event that is too large ends the stream`() {
        let small = StreamResource<ServerSentEvent>(events: stream.request, maximumSize: 20)
        var random = SplitMix64(seed: 2)
        for body in ["data: 1\n\ndata: 123456789012345\n\n", "data: 12345678\ndata:90123456789\n\ndata:1\n\n"] {
            let body = Data(body.utf8)
            expectSameOutcome(of: small, in: body, using: &random)
            #expect(StreamOutcome(of: small, in: body).failure?.contains("of at most 20 bytes") == true)
        }
        #expect(StreamOutcome(of: small, in: Data(": 78901234567890\ndata: 345678901234\n\n".utf8)).failure == nil)
    }

    @Test func `data can be decoded`() throws {
        let numbers = stream.filter { $0.type == "message" }.decoded(as: [Int].self)
        #expect(try numbers.elements(in: Data("data: [1,\ndata: 2]\n\nevent: ping\ndata: x\n\n".utf8)) == [[1, 2]])
        let error = try #require(throws: LoadError.self) { try numbers.elements(in: Data("data: [1,x]\n\n".utf8)) }
        #expect(error.parseFailure?.path == [1])
    }
}
