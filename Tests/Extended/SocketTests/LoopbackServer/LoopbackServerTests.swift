import Dispatch
import ResourcefulLoading
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The server as its clients see it. All of it on real sockets; `serialized`, for the threads are many.
@Suite(.permit, .serialized) struct LoopbackServerTests {
    @Test func `a request is answered with what the function returns`() throws {
        let server = try LoopbackServer { request in
            Response(status: 203, headerFields: ["X-Path": request.url.path], body: Data("Hello".utf8))
        }
        let client = try LoopbackServerClient(server)
        client.get("/a/b")
        let answer = try client.readAnswer()
        #expect(
            answer.head
                == "HTTP/1.1 203 Non-Authoritative Information\r\nX-Path: /a/b\r\nContent-Length: 5\r\n\r\n")
        #expect(answer.body == "Hello")
    }

    @Test func `the base URL takes relative URLs`() throws {
        let server = try LoopbackServer { _ in Response() }
        let port = try #require(server.baseURL.port)
        let url = URL(string: "episodes.json", relativeTo: server.baseURL)
        #expect(url?.absoluteString == "http://127.0.0.1:\(port)/episodes.json")
    }

    @Test func `requests are kept as they came, in their order`() throws {
        let server = try LoopbackServer { _ in Response() }
        let client = try LoopbackServerClient(server)
        client.get("/a?b=%20c", "X-B: 1", "x-a: 2", "X-B: 3")
        client.send("POST /b HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi")
        client.send("PUT /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
        for _ in 1...3 { #expect(try client.readAnswer().head.hasPrefix("HTTP/1.1 200 OK\r\n")) }
        #expect(server.connectionCount == 1)
        let root = server.baseURL.absoluteString
        let requests = server.requests
        #expect(requests.map(\.url.absoluteString) == [root + "a?b=%20c", root + "b", root + "c"])
        #expect(requests.map(\.method) == [.get, .post, .put])
        #expect(requests[0].headerFields == ["Host": "here", "X-B": "1", "x-a": "2", "X-B": "3"])
        #expect(
            requests.map(\.body) == [
                nil, .data(Data("hi".utf8), mediaType: "text/plain"), .data(Data("hi".utf8), mediaType: nil),
            ])
    }

    @Test func `what the function throws is a 500 that says it, and the connection continues`() throws {
        struct Broken: Error, CustomStringConvertible { let description = "The fixture is missing." }
        let server = try LoopbackServer { _ in throw Broken() }
        let client = try LoopbackServerClient(server)
        for _ in 1...2 {
            client.get()
            let answer = try client.readAnswer()
            #expect(answer.head.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
            #expect(answer.body == "The fixture is missing.\n")
        }
    }

    @Test func `the connection is closed after the answer when the client asks for it, and with HTTP 1_0`() throws {
        let server = try LoopbackServer { _ in Response() }
        for text in ["GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"] {
            let client = try LoopbackServerClient(server)
            client.send(text)
            #expect(
                client.readToEnd() == ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", .closed))
        }
    }

    @Test func `a client that waits for it is asked to continue`() throws {
        let server = try LoopbackServer { request in Response(body: request.body?.data ?? Data()) }
        let client = try LoopbackServerClient(server)
        client.send("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        #expect(try client.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("abc")
        #expect(try client.readAnswer().body == "abc")
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
    ])
    func `bytes that are not a request are a 400 and the end`(text: String) throws {
        let server = try LoopbackServer { _ in Response() }
        let client = try LoopbackServerClient(server)
        // More follows than the server reads: closing at once would reset the connection and lose the answer.
        client.send(text + String(repeating: "x", count: 300_000))
        client.endOutput()
        let (answer, end) = client.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(end == .closed)
        #expect(server.requests.isEmpty)
    }

    @Test func `a head over 64 KB is a 431`() throws {
        let server = try LoopbackServer { _ in Response() }
        let client = try LoopbackServerClient(server)
        client.get("/", "X: " + String(repeating: "x", count: 70_000))
        client.endOutput()
        #expect(client.readToEnd().text.hasPrefix("HTTP/1.1 431 "))
    }

    @Test func `a hundred requests in one go are answered in their order`() throws {
        let server = try LoopbackServer { request in Response(body: Data(request.url.path.utf8)) }
        let client = try LoopbackServerClient(server)
        for number in 1...100 { client.get("/\(number)") }
        for number in 1...100 { #expect(try client.readAnswer().body == "/\(number)") }
    }

    @Test func `hundreds of megabytes go up and down`() throws {
        let server = try LoopbackServer { request in Response(body: request.body?.data ?? Data()) }
        let client = try LoopbackServerClient(server)
        let body = Data(repeating: 7, count: 200 << 20)
        client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
        client.send(body)
        _ = try client.readHead()
        #expect(try client.readBytes(body.count) == body)
    }

    @Test func `two hundred connections are served at once, each function call on a thread of its own`() throws {
        let count = 200
        let barrier = Barrier(count: count)
        let server = try LoopbackServer { request in
            #expect(barrier.wait())
            return Response(body: Data(request.url.path.utf8))
        }
        let clients = try (0..<count).map { _ in try LoopbackServerClient(server) }
        for (number, client) in clients.enumerated() { client.get("/\(number)") }
        for (number, client) in clients.enumerated() { #expect(try client.readAnswer().body == "/\(number)") }
        #expect(server.connectionCount == count)
        #expect(server.requests.count == count)
    }

    @Test func `no two servers have the same port, one after the other either`() throws {
        let ports = try (0..<400).map { _ in
            let server = try LoopbackServer { _ in Response() }
            defer { server.stop() }
            return server.baseURL.port
        }
        #expect(Set(ports).count == 400)
    }

    @Test func `a server comes back at the port it had`() throws {
        let first = try LoopbackServer { _ in Response() }
        let port = try #require(first.baseURL.port.flatMap { UInt16(exactly: $0) })
        #expect(throws: (any Error).self) { try LoopbackServer(port: port) { _ in .raw(Data()) } }
        first.stop()
        #expect(throws: LoopbackServerClient.Refused.self) { try LoopbackServerClient(first) }
        let second = try LoopbackServer(port: port) { _ in .response(Response()) }
        let client = try LoopbackServerClient(second)
        client.get()
        #expect(try client.readHead().hasPrefix("HTTP/1.1 200 OK"))
    }
}

/// Lets its callers go when all of them have come.
private final class Barrier: Sendable {
    private let count: Int
    private let arrived = Locked(0)
    private let opening = DispatchSemaphore(value: 0)

    init(count: Int) { self.count = count }

    /// Waits for the others; false when they do not come.
    func wait() -> Bool {
        let isLast = arrived.withLock { [count] arrived in
            arrived += 1
            return arrived == count
        }
        if isLast { for _ in 0..<count { opening.signal() } }
        return opening.wait(timeout: .now() + .seconds(30)) == .success
    }
}
