import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// Multipart bodies whose bytes somebody else has put together, without their secrets.
struct RedactionMultipartTests {
    private static let type: MediaType = "multipart/form-data; boundary=B"

    private static func redacted(_ text: String, _ type: MediaType? = type) -> String {
        String(decoding: Redaction.standard.redacted(content: Data(text.utf8), of: type), as: UTF8.self)
    }

    private static func part(_ disposition: String, _ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }

    private static func field(_ name: String, _ content: String) -> String { part("name=\"\(name)\"", content) }

    @Test func `the value of a secret name is replaced, in whatever part it stands`() {
        let cases: [(String, String)] = [
            (Self.field("password", "hunter2"), Self.field("password", "[redacted]")),
            (Self.field("user[password]", "a\r\n\r\nb"), Self.field("user[password]", "[redacted]")),
            (Self.field("q", "a"), Self.field("q", "a")),
            (Self.field("password", ""), Self.field("password", "[redacted]")),
            (Self.field("q", #"{"token":"a","n":1}"#), Self.field("q", #"{"token":"[redacted]","n":1}"#)),
            (Self.field("q", "token=a&b"), Self.field("q", "token=***&b")),
            (Self.part("name=password", "a"), Self.part("name=password", "[redacted]")),
            (Self.part(#"name="q"; name="password""#, "a"), Self.part(#"name="q"; name="password""#, "[redacted]")),
            (Self.part(#"name*=UTF-8''password"#, "a"), Self.part(#"name*=UTF-8''password"#, "[redacted]")),
            (Self.part(#"filename="a.txt""#, "a"), Self.part(#"filename="a.txt""#, "[redacted]")),
            (Self.part(#"name="f"; filename="a.txt""#, "a"), Self.part(#"name="f"; filename="a.txt""#, "a")),
            (
                "--B\r\nContent-Disposition: form-data; name=\"q\"\r\nContent-Type: application/json\r\n"
                    + "X-Api-Key: a\r\n\r\n{}\r\n",
                "--B\r\nContent-Disposition: form-data; name=\"q\"\r\nContent-Type: application/json\r\n"
                    + "X-Api-Key: [redacted]\r\n\r\n{}\r\n"
            ),
        ]
        for (parts, redacted) in cases {
            for (before, after) in [("", ""), (Self.field("a", "b"), Self.field("c", "d"))] {
                let (body, expected) = ("\(before)\(parts)\(after)--B--\r\n", "\(before)\(redacted)\(after)--B--\r\n")
                #expect(Self.redacted(body) == expected, "\(parts)")
                #expect(Self.redacted(expected) == expected, "\(parts): it is changed by being done again")
                // What is said of it may be missing or wrong.
                for type in [nil, "application/octet-stream", "multipart/form-data"] as [MediaType?] {
                    #expect(Self.redacted(body, type) == expected, "\(parts)")
                }
            }
        }
    }

    @Test func `a form whose parts can't be told apart is hidden, other multiparts are text`() {
        for body in [
            Self.field("password", "a"), "a", Self.field("password", "a").replacing("\r\n\r\n", with: "\r\n"),
            Self.field("q", "a\r--B\rContent-Disposition: form-data; name=password\r\rb") + "--B--\r\n",
            Self.field("q", "a\n--B--\nb") + "--B--\r\n", Self.field("password", "a").replacing("B", with: "C"),
        ] { #expect(Self.redacted(body) == "[redacted]", "\(body)") }
        #expect(Self.redacted("--C\r\n\r\ntoken=a\r\n", "multipart/mixed; boundary=B") == "--C\r\n\r\ntoken=***\r\n")
        #expect(Self.redacted("-- a list\ntoken=a", nil) == "-- a list\ntoken=***")
        let nameless = "--B\r\nContent-Type: application/json\r\n\r\n{\"token\":1}\r\n--B--\r\n"
        #expect(Self.redacted(nameless, "multipart/mixed; boundary=B") == nameless.replacing("1", with: "0"))
    }

    @Test func `a body in a body is looked at, and one that is too deep is hidden`() {
        func nested(_ depth: Int, _ content: String) -> String {
            (0..<depth).reduce(
                "--B\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(content)\r\n--B--\r\n"
            ) {
                "--C\($1)\r\nContent-Type: multipart/mixed; boundary=\($1 == 0 ? "B" : "C\($1 - 1)")\r\n\r\n"
                    + "\($0)\r\n--C\($1)--\r\n"
            }
        }
        for depth in [1, 2, 3, 4, 100] {
            let redacted = Self.redacted(nested(depth, "hunter2"), MediaType("multipart/mixed; boundary=C\(depth - 1)"))
            #expect(!redacted.contains("hunter2"))
            #expect(redacted.contains("name=\"password\"") == (depth < 4))
        }
    }

    @Test func `however it is put together, no secret is left`() {
        checkEach(0..<UInt64(8)) { seed in
            var random = SplitMix64(seed: seed)
            func one(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
            for _ in 0..<Effort.rounds(1_000) {
                var body = one(["", "", "", "\r\n", "preamble\r\n", "--C\r\n"])
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let end = one(["\r\n", "\r\n", "\r\n", "\n", "\r"])
                    let name = one(["\"password\"", "password", "\"api_key\"", "\"token\"; filename=\"a\""])
                    body += "--\(one(["B", "B", "B", "B ", "C", "b", "B--"]))\(end)"
                    body += one(["Content-Disposition", "content-disposition", "X-A: b\(end)Content-Disposition"])
                    body += "\(one([":", ": ", " : "]))form-data; name=\(name)\(end)"
                    body += one([end, end, end, "", "\n", "\r\n"])
                    body += one(["hunter2", "a: hunter2", "\(end)hunter2", "--hunter2", "=hunter2\(end)hunter2"]) + end
                }
                body += one(["--B--\r\n", "--B--\r\n", "--B--", "", "--B"])
                let types = body.hasPrefix("--") ? [Self.type, "multipart/form-data", nil] : [Self.type]
                let mediaType = types.randomElement(using: &random) ?? nil
                let redacted = Self.redacted(body, mediaType)
                #expect(
                    !redacted.contains("hunter2"), "\(seed): \(body.debugDescription)\n\(redacted.debugDescription)")
                let request = Request(
                    url: URL(string: "https://example.org")!, method: .post,
                    body: .data(Data(body.utf8), mediaType: mediaType))
                let message = try request.httpMessage
                #expect(!message.contains("hunter2"), "\(seed): \(body.debugDescription)\n\(message.debugDescription)")
            }
        }
    }

    @Test func `a printed request keeps its length, and its secrets to itself`() throws {
        let body = Self.field("password", "hunter2") + Self.field("q", "kept") + "--B--\r\n"
        let url = try #require(URL(string: "https://example.org"))
        let file = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))")
        try Data(body.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let fields: HeaderFields = ["Content-Type": Self.type.rawValue]
        for request in [
            Request(url: url, method: .post, body: .data(Data(body.utf8), mediaType: Self.type)),
            Request(url: url, method: .post, headerFields: fields, body: .data(Data(body.utf8))),
            Request(url: url, method: .post, headerFields: fields, body: .file(file)),
        ] {
            let message = try request.httpMessage
            #expect(message.contains("Content-Length: \(body.utf8.count)\r\n"))
            #expect(message.hasSuffix(body.replacing("hunter2", with: "*******")))
            #expect(try request.httpMessage(revealingSecrets: true).hasSuffix(body))
            #expect(try !request.curlCommand.contains("hunter2"))
        }
    }

    @Test(arguments: [20, 120, 1_000]) func `a trace has no secret of it, be it cut or in Base64`(limit: Int) throws {
        let body = Data("\(Self.field("password", "hunter2"))--B--\r\n".utf8)
        let binary =
            Data("--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n\u{0}".utf8)
            + [0xFF, 0x0D, 0x0A] + body
        let url = try #require(URL(string: "https://example.org"))
        for content in [body, binary, Data([1]) + Data("password=hunter2".utf8)] {
            let request = Request(
                url: url, method: .post, body: .data(content, mediaType: content.first == 1 ? nil : Self.type))
            let answer = Response(headerFields: ["Content-Type": Self.type.rawValue], body: content)
            let event = LoadEvent(
                load: 1, date: Date(timeIntervalSince1970: 0),
                kind: .received(answer, for: request, attempt: 1, after: .milliseconds(1)))
            let entry = LoadTrace([event]).har(maximumBodySize: limit)["log"].entries[0]
            for (text, encoding) in [
                (entry.request.postData.text, entry.request.postData["_encoding"]),
                (entry.response.content.text, entry.response.content.encoding),
            ] {
                let data = encoding.exists ? Data(base64Encoded: try text.string) : Data(try text.string.utf8)
                #expect(!String(decoding: try #require(data), as: UTF8.self).contains("hunter2"))
                #expect(try #require(data).count <= max(limit, 200))
            }
        }
    }
}
