import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Bodies that are read while they come.
@Suite(.permit) struct StreamTests {
    private static let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    private let transport = CurlTransport()

    private func request(_ server: LoopbackServer, _ path: String = "x") -> Request {
        Request(url: server.baseURL.appending(path: path), timeout: .seconds(120))
    }

    private func whole(_ stream: ResponseStream) async throws -> Data {
        var whole = Data()
        for try await piece in stream.body {
            #expect(!piece.isEmpty)
            whole += piece
        }
        return whole
    }

    @Test func `a body comes piece by piece and whole, however it is framed`() async throws {
        let server = try LoopbackServer(answering: { request in
            switch request.url.lastPathComponent {
            case "chunked": .chunked(Response(body: Self.body), chunkSize: 70_000)
            case "close": .untilClose(Response(body: Self.body))
            case "empty": .response(Response(status: 204))
            default: .response(Response(headerFields: ["X-A": "b"], body: Self.body))
            }
        })
        defer { server.stop() }
        for path in ["x", "chunked", "close", "empty"] {
            let stream = try await transport.stream(request(server, path))
            #expect(stream.response.body.isEmpty && stream.response.url == request(server, path).url)
            #expect(try await isSame(whole(stream), path == "empty" ? Data() : Self.body))
        }
        let head = try await transport.stream(request(server)).response
        #expect(head.status == 200 && head.headerFields["X-A"] == "b")
    }

    @Test func `the head is there before the body is`() async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), .stall(after: 1_000)) })
        defer { server.stop() }
        let stream = try await transport.stream(request(server))
        #expect(stream.response.headerFields["Content-Length"] == "3000000")
        var iterator = stream.body.makeAsyncIterator()
        var count = 0
        while count < 1_000, let piece = try await iterator.next() { count += piece.count }
        #expect(count == 1_000)
    }

    @Test(arguments: CodingSample.all) func `codings are undone, and one cut short is an error`(
        sample: CodingSample
    ) async throws {
        let server = try LoopbackServer(answering: { request in
            let cut = Int(request.url.lastPathComponent) ?? 0
            let fields: HeaderFields = ["Content-Encoding": "\(sample.coding)"]
            return .untilClose(Response(headerFields: fields, body: sample.bytes.prefix(cut)))
        })
        defer { server.stop() }
        let stream = try await transport.stream(request(server, "1000"))
        #expect(String(decoding: try await whole(stream), as: UTF8.self) == CodingSample.plain)
        // Nothing at all is read as nothing, as curl and browsers do.
        #expect(try await whole(transport.stream(request(server, "0"))).isEmpty)
        for cut in [1, sample.bytes.count / 2, sample.bytes.count - 1] {
            let stream = try await transport.stream(request(server, "\(cut)"))
            await #expect(throws: TransportError.self, "\(cut)") { try await whole(stream) }
        }
    }

    @Test func `a slow reader slows the server down`() async throws {
        let flood = try Flood()
        defer { flood.server.stop() }
        let stream = try await CurlTransport().stream(Request(url: flood.server.baseURL))
        var iterator = stream.body.makeAsyncIterator()
        _ = try await iterator.next()
        // The server sends without end, as fast as it can; what it gets rid of is what the sockets and we keep.
        let sent = await flood.countAtRest()
        #expect(sent < 20_000_000, "\(sent)")
        // It goes on as soon as somebody reads.
        var count = 0
        while count < 50_000_000, let piece = try await iterator.next() { count += piece.count }
        #expect(count >= 50_000_000)
    }

    @Test func `releasing the body ends the transfer`() async throws {
        let flood = try Flood()
        defer { flood.server.stop() }
        let transport = CurlTransport()
        _ = try await transport.stream(Request(url: flood.server.baseURL))
        #expect(await eventually { flood.hasEnded })
        _ = transport
    }

    @Test func `canceling ends a stream at once, before the head and after it`() async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "silent"
                ? .faulty(Response(body: Self.body), .silence) : .faulty(Response(body: Self.body), .stall(after: 10))
        })
        defer { server.stop() }
        for path in ["silent", "stalled"] {
            let request = request(server, path)
            let before = server.requests.count
            let task = Task { try await whole(transport.stream(request)) }
            #expect(await eventually { server.requests.count == before + 1 })
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `a body cut short is an error after its pieces`() async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), .cutShort(after: 400_000))
        })
        defer { server.stop() }
        let stream = try await transport.stream(request(server))
        var count = 0
        let error = await #expect(throws: TransportError.self) {
            for try await piece in stream.body { count += piece.count }
        }
        #expect(count == 400_000 && error?.kind == .connectionLost)
    }

    @Test func `a stream outlives the last mention of its transport`() async throws {
        let server = try LoopbackServer { _ in Response(body: Self.body) }
        defer { server.stop() }
        let stream = try await CurlTransport().stream(request(server))
        #expect(try await isSame(whole(stream), Self.body))
    }

    @Test func `a transport without streams of its own gives its body in one piece`() async throws {
        let transport = StubTransport { _ in Response(status: 201, body: Self.body) }
        let stream = try await transport.stream(Request(url: URL(filePath: "/")))
        #expect(stream.response == Response(status: 201))
        #expect(try await isSame(whole(stream), Self.body))
    }
}

/// A server that sends a response without end to whoever connects, as fast as it is taken.
private struct Flood {
    let server: RawServer
    private let sent = Locked(0)
    private let isOver = Locked(false)

    init() throws {
        server = try RawServer { [sent, isOver] connection in
            _ = connection.receive()
            _ = connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            let piece = [UInt8](repeating: 7, count: 65_536)
            while connection.send(piece) { sent.withLock { $0 += piece.count } }
            isOver.withLock { $0 = true }
        }
    }

    /// Whether the client has gone.
    var hasEnded: Bool { isOver.withLock { $0 } }

    /// Waits until nothing more is taken, and says how much was.
    func countAtRest() async -> Int {
        var last = -1
        while sent.withLock({ $0 }) != last {
            last = sent.withLock { $0 }
            try? await Task.sleep(for: .milliseconds(300))
        }
        return last
    }
}
