import Testing

@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.permit) struct LoopbackServerReaderTests {
    /// All requests in a text that comes in pieces of a size, and how often the client was invited to go on.
    private func incoming(
        _ text: String, by size: Int = .max, bodyLimit: Int = .max
    ) throws -> (requests: [LoopbackServer.RequestReader.Incoming], invitations: Int) {
        var rest = Array(text.utf8)[...]
        var reader = LoopbackServer.RequestReader(bodyLimit: bodyLimit) { count in
            defer { rest = rest.dropFirst(min(size, count)) }
            return Array(rest.prefix(min(size, count)))
        }
        var (requests, invitations) = ([LoopbackServer.RequestReader.Incoming](), 0)
        while let request = try reader.next(inviting: { invitations += 1 }) {
            requests.append(request)
            if !request.isWhole { break }
        }
        return (requests, invitations)
    }

    private let head = "PUT / HTTP/1.1\r\nHost: h\r\n"

    @Test(arguments: [Int.max, 1, 2, 7, 50])
    func `requests that were sent in one go are read one by one whatever pieces they come in`(size: Int) throws {
        let text =
            "\r\n\(head)Content-Length: 4\r\n\r\nabcd" + "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n"
            + "\r\n\(head)Transfer-Encoding: chunked\r\n\r\n2\r\nxy\r\n1\r\nz\r\n0\r\nT: 1\r\n\r\n"
            + "GET /4 HTTP/1.0\r\n\r\n"
        let requests = try incoming(text, by: size).requests
        #expect(requests.map(\.head.target) == ["/", "/2", "/", "/4"])
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["abcd", "", "xyz", ""])
        #expect(requests.allSatisfy { $0.isWhole })
    }

    @Test(arguments: ["\u{16}\u{3}\u{1}", "\r\n\u{16}", "GET / HTTP/1.1\r\nHost: h\r\n\r\n\u{16}"])
    func `a handshake of TLS is a bad request, at its first byte`(text: String) throws {
        let error = #expect(throws: LoopbackServer.MalformedRequest.self) { _ = try incoming(text, by: 1) }
        #expect(error?.reason == "This server speaks http, not https.")
    }

    @Test func `no bytes are no request`() throws {
        #expect(try incoming("").requests.isEmpty)
        #expect(try incoming("\r\n\r\n").requests.isEmpty)
    }

    @Test(arguments: ["GET / HT", "PUT / HTTP/1.0\r\nContent-Length: 3\r\n\r\nab"])
    func `a request that ends too early is a bad one`(text: String) {
        #expect(throws: LoopbackServer.MalformedRequest.self) { try incoming(text) }
    }

    @Test(arguments: [Int.max, 1000])
    func `a head over 64 KB is too large, with or without an end`(size: Int) {
        let long = head + "X: " + String(repeating: "x", count: 64 * 1024)
        for text in [long, long + "\r\n\r\n"] {
            do {
                _ = try incoming(text, by: size)
                Issue.record("It was read.")
            } catch {
                #expect((error as? LoopbackServer.MalformedRequest)?.status == 431)
            }
        }
    }

    @Test func `a client that waits for it is invited to send the body`() throws {
        let waiting = "\(head)Expect: 100-continue\r\nContent-Length: 1\r\n\r\n"
        #expect(try incoming(waiting + "a", by: waiting.utf8.count).invitations == 1)
        #expect(try incoming(waiting + "a").invitations == 0, "the body is there already")
        #expect(try incoming("\(head)Expect: 100-continue\r\n\r\n").invitations == 0, "there is no body")
    }

    @Test(arguments: ["Content-Length: 4\r\n\r\nabcd", "Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n"])
    func `a body over the limit is read so far and no further`(text: String) throws {
        for (limit, body) in [(0, ""), (1, "a"), (3, "abc"), (4, "abcd"), (5, "abcd")] {
            let request = try #require(try incoming(head + text, bodyLimit: limit).requests.first)
            #expect(request.body == Data(body.utf8))
            #expect(request.isWhole == (limit >= 4))
        }
        #expect(try incoming("\(head)Expect: 100-continue\r\n\(text)", by: 80, bodyLimit: 0).invitations == 0)
    }

    @Test(arguments: [
        ("/", "http://127.0.0.1:1/"), ("/a/b?c=d", "http://127.0.0.1:1/a/b?c=d"), ("//a", "http://127.0.0.1:1//a"),
        ("*", "http://127.0.0.1:1/*"), ("http://there/a", "http://there/a"),
    ])
    func `a target becomes an absolute URL`(target: String, url: String) throws {
        let head = try #require(try incoming("GET \(target) HTTP/1.0\r\n\r\n").requests.first).head
        let baseURL = try #require(URL(string: "http://127.0.0.1:1/"))
        #expect(try head.request(under: baseURL, body: Data()).url.absoluteString == url)
    }

    @Test func `a target that is neither a path nor a URL is a bad request`() throws {
        let head = try #require(try incoming("GET here HTTP/1.0\r\n\r\n").requests.first).head
        let baseURL = try #require(URL(string: "http://127.0.0.1:1/"))
        #expect(throws: LoopbackServer.MalformedRequest.self) { try head.request(under: baseURL, body: Data()) }
    }
}
