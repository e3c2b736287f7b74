import Testing

@testable import ResourcefulTesting

@Suite(.permit) struct LoopbackServerRequestHeadTests {
    private typealias Head = LoopbackServer.RequestHead

    private func head(_ text: String) throws -> LoopbackServer.RequestHead {
        try Head(parsing: Array(text.utf8)[...])
    }

    private func status(_ text: String) -> Response.Status? {
        do {
            _ = try head(text).framing()
            return nil
        } catch {
            return (error as? LoopbackServer.MalformedRequest)?.status
        }
    }

    @Test(arguments: [
        ("/a%2Fb?x[]=1%2F2", "/a%2Fb?x%5B%5D=1%2F2"), ("/{a}|%2F", "/%7Ba%7D%7C%2F"), ("/a%2Fb", "/a%2Fb"),
    ])
    func `a target is encoded only where it is invalid`(target: String, path: String) throws {
        let base = URL(string: "http://127.0.0.1:80/")!
        let request = try head("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n").request(under: base, body: Data())
        #expect(request.url.absoluteString == "http://127.0.0.1:80\(path)")
    }

    @Test func `a head has a method, a target, a version and fields in their order`() throws {
        let head = try head("PUT /a?b=c HTTP/1.1\r\nHost: h\r\nX-Two:  2 \r\nx-one:1\r\nX-Two: 3\r\n\r\n")
        #expect(head.method == .put)
        #expect(head.target == "/a?b=c")
        #expect(head.version == .http11)
        #expect(head.headerFields == ["Host": "h", "X-Two": "2", "x-one": "1", "X-Two": "3"])
        #expect(head.headerFields.map(\.name.rawName) == ["Host", "X-Two", "x-one", "X-Two"])
    }

    @Test func `a head ends after its first empty line`() {
        let bytes = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\nGET".utf8)
        #expect(Head.end(in: bytes[...]) == bytes.count - 3)
        #expect(Head.end(in: bytes[4...]) == bytes.count - 3)
        #expect(Head.end(in: bytes[..<(bytes.count - 4)]) == nil)
        #expect(Head.end(in: Array("GET / HTTP/1.1\n\n".utf8)[...]) == 16)
    }

    @Test(arguments: [
        "GET /", "GET / HTTP/1.1 ", "GET  / HTTP/1.1", "G(T / HTTP/1.1", " / HTTP/1.1", "GET /é HTTP/1.1",
        "GET / HTTP/1", "GET / HTTP/1.", "GET / http/1.1", "GET / HTTP/1.11", "GET / HTTP/a.b", "GET / HTTP/1.é",
    ])
    func `a request line that is not one is a bad request`(line: String) {
        #expect(status("\(line)\r\nHost: h\r\n\r\n") == 400)
    }

    @Test(arguments: ["X", "X : 1", ": 1", " X: 1", "X(: 1", "X: a\rb", "X: a\0b", "A: b\r\n folded"])
    func `a field that is not one is a bad request`(line: String) {
        #expect(status("GET / HTTP/1.1\r\nHost: h\r\n\(line)\r\n\r\n") == 400)
    }

    @Test func `a line that ends with LF alone is a bad request`() {
        #expect(status("GET / HTTP/1.1\nHost: h\r\n\r\n") == 400)
        #expect(status("GET / HTTP/1.1\r\nHost: h\n\n") == 400)
    }

    @Test func `another version than 1 is not supported`() {
        #expect(status("GET / HTTP/2.0\r\nHost: h\r\n\r\n") == 505)
        #expect(status("GET / HTTP/1.9\r\nHost: h\r\n\r\n") == nil)
    }

    @Test func `there is one Host, and only HTTP 1_0 goes without`() {
        #expect(status("GET / HTTP/1.1\r\n\r\n") == 400)
        #expect(status("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n") == 400)
        #expect(status("GET / HTTP/1.0\r\n\r\n") == nil)
    }

    @Test func `a value that is not UTF-8 is read as Latin-1`() throws {
        let bytes = Array("GET / HTTP/1.0\r\nX: ".utf8) + [0xE9] + Array("\r\nY: é\r\n\r\n".utf8)
        #expect(try Head(parsing: bytes[...]).headerFields == ["X": "é", "Y": "é"])
    }

    @Test(
        arguments: [
            ("", .length(0)), ("Content-Length: 0\r\n", .length(0)), ("Content-Length: 12\r\n", .length(12)),
            ("Content-Length: 12\r\ncontent-length: 12\r\n", .length(12)), ("Content-Length: 12, 12\r\n", .length(12)),
            ("Transfer-Encoding: chunked\r\n", .chunked), ("transfer-encoding: Chunked\r\n", .chunked),
        ] as [(String, LoopbackServer.RequestHead.Framing)])
    func `the fields say how long the body is`(fields: String, framing: LoopbackServer.RequestHead.Framing) throws {
        #expect(try head("PUT / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n").framing() == framing)
    }

    @Test(
        arguments: [
            ("Content-Length: 1\r\nContent-Length: 2\r\n", 400), ("Content-Length: 1, 2\r\n", 400),
            ("Content-Length: x\r\n", 400), ("Content-Length: +1\r\n", 400), ("Content-Length: -1\r\n", 400),
            ("Content-Length:\r\n", 400), ("Content-Length: 99999999999999999999\r\n", 400),
            ("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400), ("Transfer-Encoding: gzip\r\n", 400),
            ("Transfer-Encoding: chunked, gzip\r\n", 400), ("Transfer-Encoding: gzip, chunked\r\n", 501),
            ("Transfer-Encoding:\r\n", 400),
        ] as [(String, Response.Status)])
    func `fields that disagree about the body are refused`(fields: String, expected: Response.Status) {
        #expect(status("PUT / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n") == expected)
    }

    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false), ("HTTP/1.0", "", false),
        ("HTTP/1.1", "Connection: x, Close\r\n", false), ("HTTP/1.0", "Connection: keep-alive\r\n", true),
        ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
    ])
    func `version and Connection say whether the client continues`(
        version: String, field: String, isPersistent: Bool
    ) throws {
        #expect(try head("GET / \(version)\r\nHost: h\r\n\(field)\r\n").isPersistent == isPersistent)
    }
}
