import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// Traces as text and as HTTP archives.
struct TraceTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let request = Request(
        url: URL(string: "https://example.org/a?q=1&token=hunter2")!, method: .post,
        headerFields: ["Authorization": "Bearer hunter2", "X-A": "b"], body: .json(["password": "hunter2", "b": "c"]))

    private static func event(_ kind: LoadEvent.Kind, at time: Double, load: Int = 1) -> LoadEvent {
        LoadEvent(load: load, date: start.addingTimeInterval(time), kind: kind)
    }

    private static let answer: Response = {
        var answer = Response(
            status: 302,
            headerFields: [
                "Content-Type": "text/plain; charset=utf-8", "Set-Cookie": "hunter2", "Location": "/b?key=hunter2",
            ], body: Data("ein Töpfchen".utf8))
        var metrics = ExchangeMetrics()
        metrics.resolved = .milliseconds(1)
        metrics.connected = .milliseconds(3)
        metrics.secured = .milliseconds(7)
        metrics.firstByte = .milliseconds(10)
        metrics.total = .milliseconds(12)
        metrics.receivedBytes = 13
        metrics.httpVersion = "HTTP/2"
        answer.metrics = metrics
        return answer
    }()

    private static let trace = LoadTrace([
        event(.planned("POST https://example.org/a → …"), at: 0),
        event(.sent(request, attempt: 1), at: 0.001),
        event(.failed(request, "the connection was lost", attempt: 1, after: .milliseconds(5)), at: 0.006),
        event(.decided(LoadDecision(.retry, "the connection was lost, retrying in 0.1 s")), at: 0.006),
        event(.waited(.milliseconds(100)), at: 0.106),
        event(.sent(request, attempt: 2), at: 0.107),
        event(.received(answer, for: request, attempt: 2, after: .microseconds(12_345)), at: 0.12),
        event(.finished(LoadEnd()), at: 0.1201),
    ])

    @Test func `as text it has a line for each event, with the time since the first`() {
        let line = "POST https://example.org/a?q=1&token=redacted"
        #expect(
            Self.trace.text.split(separator: "\n") == [
                "+0 s      planned POST https://example.org/a → …", "+1 ms     → \(line)",
                "+6 ms     ✗ the connection was lost, after 5 ms",
                "+6 ms     retry: the connection was lost, retrying in 0.1 s", "+106 ms   waited 100 ms",
                "+107 ms   → \(line) (request 2 of the load)",
                "+120 ms   ← 302 Found, 13 bytes, after 12.3 ms, from \(line)", "+120 ms   finished",
            ])
        #expect(LoadTrace().text == "")
        let end = LoadEvent.Kind.finished(LoadEnd(error: RequestError("no")))
        let two = LoadTrace(Self.trace.events + [Self.event(end, at: 1.5, load: 2)])
        #expect(two.text.hasSuffix("\n+1.5 s    #2 failed: no"))
        #expect(two.load(1) == Self.trace)
    }

    @Test func `as an archive it has a page for each load, and an entry for each exchange`() throws {
        let other = [
            Self.event(.planned("x"), at: 2, load: 7), Self.event(.sent(Self.request, attempt: 1), at: 2, load: 7),
        ]
        let log = LoadTrace(Self.trace.events + other).har()["log"]
        #expect(try log.version.string == "1.2")
        #expect(try log.pages.array { try $0.id.string } == ["load-1", "load-7"])
        #expect(try log.pages[0].title.string == "POST https://example.org/a → …")
        #expect(try log.pages[0].startedDateTime.string == "2023-11-14T22:13:20.000Z")
        #expect(try log.entries.array { try $0.pageref.string } == ["load-1", "load-1"])
        #expect(try log.entries[0].response.status.int == 0)
        #expect(try log.entries[0].comment.string == "the connection was lost")
        let entry = log.entries[1]
        #expect(try entry.comment.string == "retry: the connection was lost, retrying in 0.1 s")
        #expect(try entry.startedDateTime.string == "2023-11-14T22:13:20.107Z")
        #expect(try entry.time.double == 12.345)
        #expect(try entry.request.method.string == "POST")
        #expect(try entry.request.queryString.array { try $0.name.string } == ["q", "token"])
        #expect(try entry.request.postData.text.string == #"{"b":"c","password":"[redacted]"}"#)
        #expect(try entry.response.status.int == 302)
        #expect(try entry.response.content.text.string == "ein Töpfchen")
        #expect(try entry.response.content.size.int == 13)
        #expect(try entry.response.httpVersion.string == "HTTP/2")
        let timings = try ["dns", "connect", "ssl", "send", "wait", "receive"].map { try entry.timings[$0].double }
        #expect(timings == [1, 6, 4, 0, 3, 2])
    }

    @Test func `an archive has all that the format asks for`() throws {
        let required = [
            "request": [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize",
            ],
            "response": [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ], "timings": ["send", "wait", "receive"], "cache": [],
        ]
        let log = Self.trace.har()["log"]
        #expect(try log.creator.name.string == "Resourceful" && log.creator.version.exists)
        for entry in try log.entries.array {
            for name in ["startedDateTime", "time"] { #expect(entry[name].exists) }
            for (object, names) in required {
                #expect((try? entry[object].keys) != nil)
                for name in names { #expect(entry[object][name].exists, "\(object).\(name)") }
            }
        }
    }

    @Test func `no secret is in either`() throws {
        let bytes = try JSON.Encoder().encode(Self.trace.har())
        for text in [Self.trace.text, String(decoding: bytes, as: UTF8.self)] {
            #expect(!text.contains("hunter2") && text.contains("redacted"))
        }
    }

    @Test func `a body that is no text is in Base64, and of a long one the beginning`() throws {
        func content(_ body: Data, limit: Int = 1 << 20) throws -> JSON {
            let received = LoadEvent.Kind.received(
                Response(body: body), for: Self.request, attempt: 1, after: .milliseconds(1))
            return LoadTrace([Self.event(received, at: 0)]).har(maximumBodySize: limit)["log"].entries[0].response
                .content
        }
        let bytes = Data([0xFF, 0x00, 0x80])
        #expect(try content(bytes).text.string == bytes.base64EncodedString())
        #expect(try content(bytes).encoding.string == "base64")
        let long = try content(Data(String(repeating: "ü", count: 100).utf8), limit: 51)
        #expect(try long.text.string.hasPrefix("üüü"))
        #expect(try long.text.string.utf8.count <= 53)
        #expect(try long.comment.string == "the first 51 bytes")
        #expect(try long.size.int == 200)
        let lines = try content(Data("a\r\n\tb, and more".utf8), limit: 5)
        #expect(try lines.text.string == "a\r\n\tb" && !lines.encoding.exists)
        for byte in [0x00, 0x08, 0x0B, 0x1F] as [UInt8] {
            let binary = try content(Data([0x61, byte, 0x62, 0x63]), limit: 3)
            #expect(try binary.text.string == Data([0x61, byte, 0x62]).base64EncodedString(), "\(byte)")
            #expect(try binary.encoding.string == "base64", "\(byte)")
        }
    }

    @Test func `a duration is said in three digits, or in two units`() {
        let cases: [(Duration, String)] = [
            (Duration.zero, "0 s"), (.nanoseconds(1_500), "1.5 µs"), (.microseconds(840), "840 µs"),
            (.microseconds(12_345), "12.3 ms"), (.milliseconds(999), "999 ms"), (.seconds(1), "1 s"),
            (.milliseconds(1_250), "1.25 s"), (.seconds(119), "119 s"), (.seconds(120), "2 min"),
            (.seconds(150), "2 min 30 s"), (.seconds(3_600), "1 h"), (.seconds(85_199), "23 h 39 min"),
            (.seconds(86_400), "1 d"), (.seconds(100_000), "1 d 3 h"), (.seconds(-7_261), "-2 h 1 min"),
        ]
        for (duration, words) in cases { #expect(duration.inWords == words, "\(duration)") }
    }
}
