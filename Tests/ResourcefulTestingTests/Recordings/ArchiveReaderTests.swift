import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// HTTP archives as other programs write them, with all that these leave out or add.
struct ArchiveReaderTests {
    /// The recording of entries, each as JSON.
    private static func recording(_ entries: String...) throws -> Recording {
        try Recording(parsing: Data(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8))
    }

    private static func entry(_ response: String, url: String = "https://example.org/", more: String = "") -> String {
        #"{"request":{"method":"GET","url":"\#(url)"},"response":\#(response)\#(more)}"#
    }

    @Test func `the least there can be is a method, a URL and a status`() throws {
        let exchange = try #require(try Self.recording(Self.entry(#"{"status":200}"#)).exchanges.first)
        #expect(exchange.request == Request(url: URL(string: "https://example.org/")!))
        #expect(exchange.outcome == .response(Response()))
        #expect(exchange.duration == .zero)
    }

    @Test func `what is read and written again is the same file, however often`() throws {
        for time in ["11.5", "0.001", "79.512", "86400000.125"] {
            let read = try Self.recording(Self.entry(#"{"status":200}"#, more: #","time":\#(time)"#))
            #expect(String(decoding: read.har, as: UTF8.self).contains(#""time": \#(time),"#))
            #expect(try Recording(parsing: read.har).har == read.har)
        }
    }

    @Test func `one of Chrome is read: pseudo-fields, fields of its own, form and cookies`() throws {
        let entry = """
            {"_initiator":{"type":"script"},"_priority":"High","_resourceType":"fetch","cache":{},"connection":"443",
             "pageref":"page_1","request":{"method":"POST","url":"https://example.org/login?x=1#top",
             "httpVersion":"http/2.0","headers":[{"name":":authority","value":"example.org"},{"name":":method",
             "value":"POST"},{"name":"content-type","value":"application/x-www-form-urlencoded"},{"name":"accept",
             "value":"*/*"}],"queryString":[{"name":"x","value":"1"}],"cookies":[],"headersSize":-1,"bodySize":11,
             "postData":{"mimeType":"application/x-www-form-urlencoded","text":"a=b+c&d=%26","params":[{"name":"a",
             "value":"b+c"},{"name":"d","value":"%26"}]}},"response":{"status":200,"statusText":"",
             "httpVersion":"http/2.0","headers":[{"name":"content-encoding","value":"br"},{"name":"content-length",
             "value":"29"},{"name":"set-cookie","value":"a=1\\nb=2; Path=/"},{"name":"content-type",
             "value":"application/json"}],"cookies":[],"content":{"size":13,"mimeType":"application/json",
             "text":"{\\"token\\": 1}"},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":204,
             "_error":null,"_fetchedViaServiceWorker":false},"serverIPAddress":"93.184.216.34",
             "startedDateTime":"2026-03-14T09:26:53.589Z","time":79.5,"timings":{"blocked":1.1,"dns":-1,"ssl":-1,
             "connect":-1,"send":0.1,"wait":77,"receive":1,"_blocked_queueing":0.4}}
            """
        let exchange = try #require(try Self.recording(entry).exchanges.first)
        #expect(exchange.request.headerFields.map(\.name) == ["Content-Type", "Accept"])
        #expect(exchange.request.body == .data(Data("a=b+c&d=%26".utf8), mediaType: .form))
        let response = try #require(exchange.response)
        #expect(response.headerFields.values(of: "Set-Cookie") == ["a=1", "b=2; Path=/"])
        #expect(response.headerFields.map(\.name) == ["Set-Cookie", "Set-Cookie", "Content-Type"])
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"token": 1}"#)
        #expect(exchange.duration == .milliseconds(79.5))
        #expect(exchange.date.timeIntervalSince1970.rounded() == 1_773_480_414)
        let asked = Request(
            url: URL(string: "https://example.org/login?x=1")!, method: .post, body: .form(["d": "&", "a": "b c"]))
        #expect(try Replay(Recording([exchange])).response(to: asked).status == 200)
    }

    @Test func `what was blocked, given up or lost is a failure`() {
        let cases: [(String, TransportError.Kind)] = [
            (#"{"status":0,"_error":"net::ERR_CONNECTION_REFUSED"}"#, TransportError.Kind.cannotConnect),
            (#"{"status":0,"_error":"net::ERR_NAME_NOT_RESOLVED"}"#, .cannotResolveHost),
            (#"{"status":0,"_error":"net::ERR_TIMED_OUT"}"#, .timedOut),
            (#"{"status":0,"_error":"net::ERR_CERT_DATE_INVALID"}"#, .insecure),
            (#"{"status":0,"statusText":"","_error":"net::ERR_BLOCKED_BY_CLIENT"}"#, .other),
            (#"{"status":0,"statusText":"","headers":[],"content":{"size":0}}"#, .other), (#"{}"#, .other),
            ("null", .other),
            (#"{"status":-1}"#, .other), (#"{"status":0,"_error":"no","_errorKind":"tooLarge"}"#, .tooLarge),
        ]
        checkEach(cases) { response, kind in
            let exchange = try #require(try Self.recording(Self.entry(response)).exchanges.first, "\(response)")
            guard case .failure(let error) = exchange.outcome else {
                Issue.record("\(exchange)")
                return
            }
            #expect(error.kind == kind && !error.message.isEmpty, "\(response)")
        }
    }

    @Test func `content is text or Base64`() {
        let cases: [(String, [UInt8])] = [
            (#"{"size":3,"text":"/wCA","encoding":"base64"}"#, [0xFF, 0, 0x80]),
            (#"{"size":3,"text":"/wCA\r\n","encoding":"Base64"}"#, [0xFF, 0, 0x80]), (#"{"text":"ü"}"#, [0xC3, 0xBC]),
            (#"{"text":"ü","mimeType":"text/plain; charset=ISO-8859-1"}"#, [0xFC]),
            (#"{"text":"→","mimeType":"text/plain; charset=ISO-8859-1"}"#, [0xE2, 0x86, 0x92]), (#"{"size":0}"#, []),
            (#"{"size":-1,"mimeType":"x-unknown"}"#, []),
        ]
        checkEach(cases) { content, bytes in
            let entry = Self.entry(#"{"status":200,"content":\#(content)}"#)
            let response = try #require(try Self.recording(entry).exchanges.first?.response, "\(content)")
            #expect(Array(response.body) == bytes, "\(content)")
        }
    }

    @Test func `content that was left out is distinguished from content that is empty`() throws {
        let recording = try Self.recording(Self.entry(#"{"status":200,"content":{"size":5120,"mimeType":"a/b"}}"#))
        #expect(
            recording.exchanges[0].outcome
                == .withoutContent(
                    Response(headerFields: ["Content-Type": "a/b"]), size: 5_120))
        let error = #expect(throws: LoadError.self) {
            try Replay(recording).response(to: Request(url: URL(string: "https://example.org")!))
        }
        #expect(error?.description.contains("200 OK, but the 5120 bytes of the content were left out") == true)
        // It stays so when it is written again.
        #expect(try Recording(parsing: recording.har).exchanges == recording.exchanges)
    }

    @Test func `a 304 with the content that the browser had is replayed as a whole response`() throws {
        let recording = try Self.recording(
            Self.entry(#"{"status":304,"content":{"text":"[]"}}"#), Self.entry(#"{"status":304,"content":{}}"#))
        #expect(recording.exchanges.map(\.response?.status) == [200, 304])
    }

    @Test func `what was posted as parameters, in parts or in Base64 is a body`() throws {
        func body(_ posted: String) throws -> Body? {
            try Self.recording(
                #"{"request":{"method":"POST","url":"http://a/","postData":\#(posted)},"response":{"status":200}}"#
            ).exchanges.first?.request.body
        }
        #expect(
            try body(#"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"b c"}]}"#)
                == .form(["a": "b c"]))
        #expect(
            try body(
                """
                {"mimeType":"multipart/form-data","params":[{"name":"a","value":"b","contentType":"text/plain"},
                 {"name":"f","fileName":"x.png","contentType":"image/png"}]}
                """)
                == .multipart([
                    .text("b", name: "a", mediaType: .plainText),
                    .data(Data(), name: "f", fileName: "x.png", mediaType: "image/png"),
                ]))
        #expect(try body(#"{"mimeType":"a/b","text":"/wA=","_encoding":"base64"}"#)?.data == Data([0xFF, 0]))
        #expect(try body("null") == nil && body(#"{"mimeType":""}"#) == nil)
    }

    @Test func `what can't be sent is skipped, and counted in what is said`() throws {
        let recording = try Self.recording(
            Self.entry("{}", url: "data:text/plain,a"), Self.entry("{}", url: "wss://example.org/"), "{}", "1",
            Self.entry("{}", url: ""), #"{"request":{"url":"http://a/","method":"a b"}}"#,
            Self.entry(#"{"status":200}"#, url: "https://example.org/a"))
        #expect(recording.skipped.map { $0.prefix(8) } == (0..<6).map { "entry \($0):" })
        #expect(recording.skipped[0] == "entry 0: the scheme is data")
        let error = #expect(throws: LoadError.self) {
            try Replay(recording).response(to: Request(url: URL(string: "https://example.org/b")!))
        }
        #expect(error?.description.contains("6 entries of the archive couldn't be used") == true)
    }

    @Test func `a byte order mark is no part of the archive, and what is none is refused`() throws {
        #expect(
            try Recording(parsing: Data([0xEF, 0xBB, 0xBF]) + Data(#"{"log":{"entries":[]}}"#.utf8)).exchanges == [])
        for text in ["", "[]", "{}", #"{"log":{}}"#, #"{"log":{"entries":{}}}"#, "<har/>"] {
            #expect(throws: ParseFailure.self) { try Recording(parsing: Data(text.utf8)) }
        }
    }
}
