import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// Archives that other programs were reported to write, or to fail to read or to replay.
struct ReportedArchiveTests {
    /// An entry, what is asked of it, and what is answered: a body, or a part of the error.
    struct Report: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entry: String
        let asked: Request
        let answer: String
        let isRefused: Bool

        init(
            _ description: String, _ members: String = "", response: String = #""content":{"text":"yes"}"#,
            asking asked: Request = get(), answer: String = "yes", isRefused: Bool = false
        ) {
            testDescription = description
            let url = isRefused && answer.hasPrefix("query") ? "https://example.org/a?q=1" : "\(asked.url)"
            let members = members.isEmpty ? "" : ",\(members)"
            entry = """
                {"request":{"method":"\(asked.method)","url":"\(url)"\(members)},"response":{"status":200,\(response)}}
                """
            (self.asked, self.answer, self.isRefused) = (asked, answer, isRefused)
        }
    }

    private static func get(_ query: String = "") -> Request {
        Request(url: URL(string: "https://example.org/a\(query)")!)
    }

    private static func post(_ body: Body?, _ method: Request.Method = .post) -> Request {
        Request(url: URL(string: "https://example.org/a")!, method: method, body: body)
    }

    /// A body that was posted.
    private static func posted(_ type: String, _ members: String) -> String {
        #""postData":{"mimeType":"\#(type)",\#(members)}"#
    }

    private static let (form, gzipped) = (
        "application/x-www-form-urlencoded", #"{"name":"Content-Encoding","value":"gzip"}"#
    )
    private static let text = Body.data(Data("t".utf8), mediaType: .plainText)
    private static let pdf = Body.data(Data("%PDF".utf8) + [0xFF], mediaType: "application/pdf")
    /// `yes`, compressed.
    private static let coded = (try? Body.data(Data("yes".utf8)).gzipped().encoded().base64EncodedString()) ?? ""
    private static let webKit = #"""
        "text":"------WebKit7\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n------WebKit7--\r\n"
        """#

    static let requests = [
        Report("harviewer 21: an empty body with GET", posted("", #""params":[],"text":"""#)),
        Report("har-to-k6 112: names that are null", #""queryString":[{"name":null,"value":"q"}]"#, asking: get("?q")),
        Report("har-to-k6 112: a body with GET", posted("text/plain", #""text":"t""#), asking: post(text, .get)),
        Report(
            "har-to-k6 14: parameters and text", posted(form, #""text":"a=b&c=d","params":[{"name":"a","value":"b"}]"#),
            asking: post(.form(["c": "d", "a": "b"]))),
        Report(
            "har-to-k6 50: parameters and text that differ",
            posted(form, #""params":[{"name":"a","value":"b+c"}],"text":"a=b%20c""#),
            asking: post(.form(["a": "b c"]))),
        Report(
            "har-to-k6 28: a parameter without a value", posted(form, #""params":[{"name":"a","value":""}]"#),
            asking: post(.form(["a": ""]))),
        Report(
            "browsermob-proxy 770: parameters without text",
            posted(form, #""comment":"","params":[{"name":"user","value":"a b","comment":""}]"#),
            asking: post(.form(["user": "a b"]))),
        Report("har-to-k6 87: no media type", posted("", #""text":"t""#), asking: post(text)),
        Report("har-to-k6 22: a charset", posted("text/plain;charset=UTF-8", #""text":"t""#), asking: post(text)),
        Report(
            "flutter/devtools 9680: bytes in Base64",
            posted("application/pdf", #""text":"JVBERv8=","encoding":"base64""#), asking: post(pdf)),
        Report(
            "httptoolkit-ui 37: bytes as characters",
            #""bodySize":5,\#(posted("application/pdf", #""text":"%PDF\u00ff""#))"#, asking: post(pdf)),
        Report(
            "playwright 31495: another boundary", posted("multipart/form-data; boundary=----WebKit7", webKit),
            asking: post(.multipart([.text("b", name: "a")], boundary: "another"))),
        Report(
            "playwright 19948: a body that wasn't recorded", #""bodySize":-1"#, asking: post(.json(["query": "a"])),
            answer: "body: recorded no body, asked for JSON", isRefused: true),
        Report(
            "keploy 4498: the same names in a query", asking: get("?q=2"),
            answer: #"query item q: recorded "1", asked for "2""#, isRefused: true),
        Report("harproxyserver 12: a query after a path", asking: get("?date=2024-04-14")),
        Report("httptoolkit 880: an invalid version", #""httpVersion":"HTTP/Q}T3X\f\u000b0Q}T3""#),
    ]

    static let responses = [
        Report("zap-extensions 5726: no Base64", response: #""content":{"size":3,"encoding":"base64","text":"yes"}"#),
        Report(
            "pollyjs 420: an array of coded pieces",
            response: #""headers":[\#(gzipped)],"content":{"encoding":"base64","text":"[\"\#(coded)\"]"}"#),
        Report(
            "betamax 172: content that is still compressed",
            response: #""headers":[\#(gzipped)],"content":{"text":"\#(coded)","encoding":"base64"}"#),
        Report(
            "nock 2807: content that isn't compressed any more",
            response: #""headers":[\#(gzipped)],"content":{"text":"yes"}"#),
        Report("selenium-wire 686: the size is the compressed one", response: #""content":{"size":2,"text":"yes"}"#),
        Report(
            "pollyjs 346: an image with lost bytes",
            response: #""content":{"size":100,"mimeType":"image/gif","text":"GIF89a\ufffd"}"#,
            answer: "the 100 bytes of the content were left out", isRefused: true),
        Report(
            "playwright 40682: an attempt without its content",
            response: #""headers":[\#(gzipped)],"bodySize":-1,"content":{"size":-1}"#,
            answer: "the content was left out", isRefused: true),
        Report(
            "agent-browser 1259: content without text", response: #""content":{"size":3,"mimeType":"text/plain"}"#,
            answer: "the 3 bytes of the content were left out", isRefused: true),
    ]

    @Test func `what was reported is answered, or refused with a reason`() async {
        await checkEach(Self.requests + Self.responses) { report in
            // deviantintegral/har 18 and mitmproxy 6897: a byte order mark.
            let text = "\u{FEFF}{\"log\":{\"entries\":[\(report.entry)]}}"
            let recording = try Recording(parsing: Data(text.utf8))
            #expect(recording.skipped.isEmpty && recording.exchanges.count == 1, "\(report.testDescription)")
            for recording in [recording, try Recording(parsing: recording.har)] {
                do {
                    let answer = try await StubTransport(replaying: recording).send(report.asked)
                    #expect(
                        String(decoding: answer.body, as: UTF8.self) == report.answer && !report.isRefused,
                        "\(report.testDescription)")
                } catch {
                    #expect(
                        report.isRefused && "\(error)".contains(report.answer), "\(report.testDescription): \(error)")
                }
            }
        }
    }

    /// The recording of entries.
    private static func recording(_ entries: [String]) throws -> Recording {
        try Recording(parsing: Data(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8))
    }

    @Test func `Slack writes fields as arrays, and chrome-har 121 the lines of a field as one`() throws {
        let fields =
            #"["content-type","text/css"],{"name":"set-cookie","value":"a=1; Path=/\nb=2"},[],["x-b"],["x-a","1"]"#
        let entry = Report("", response: #""headers":[\#(fields)]"#).entry
        let response = try #require(try Self.recording([entry]).exchanges.first?.response)
        #expect(response.headerFields.contentType == "text/css" && response.headerFields["X-A"] == "1")
        #expect(response.headerFields.values(of: "Set-Cookie") == ["a=1; Path=/", "b=2"])
    }

    @Test func `LoggerPlusPlus 138: a date is written in many ways, and none refuses an archive`() {
        let cases: [(String, Double)] = [
            ("2026-11-21T16:04:52.172080+00:00", 1_795_277_092.172),
            ("2026-11-21T17:04:52.172+01:00", 1_795_277_092.172),
            ("2026-11-21T16:04:52Z", 1_795_277_092), ("2026-11-21T17:04:52.172+0100", 1_795_277_092.172),
            ("yesterday", 0), ("", 0),
        ]
        checkEach(cases) { text, seconds in
            let entry = #"{"startedDateTime":"\#(text)",\#(Report("").entry.dropFirst())"#
            let exchange = try #require(try Self.recording([entry]).exchanges.first, "\(text)")
            #expect(abs(exchange.date.timeIntervalSince1970 - seconds) < 0.001, "\(text)")
        }
    }

    @Test func `playwright 32272 and 18288: the same request has its answers in their order`() throws {
        let entries = ["1", "2"].map { Report("", response: #""content":{"text":"\#($0)"}"#).entry }
        let replay = try Replay(Self.recording(entries))
        let bodies = try (0..<2).map { _ in try replay.response(to: Self.get()).body }
        #expect(bodies == [Data("1".utf8), Data("2".utf8)])
    }

    @Test func `mitmproxy 7377: an exchange that was given up has an empty object as its content`() throws {
        let response = #""status":0,"httpVersion":"","headers":[],"content":{},"bodySize":-1,"_error":"disconnected""#
        let entry = Report("").entry.replacing(#""status":200,"content":{"text":"yes"}"#, with: response)
        let replay = try Replay(Self.recording([entry]))
        #expect(throws: TransportError(.other, "disconnected")) { try replay.response(to: Self.get()) }
    }
}
