import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Every fault, as it is seen on the wire.
@Suite(.alone, .serialized) struct LoopbackServerFaultTests {
    private static let response = Response(body: Data("0123456789".utf8))
    private let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    private let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// A client that has asked a server that spoils every response.
    private func asked(
        _ fault: LoopbackServer.Fault, _ response: Response = response
    ) throws -> LoopbackServerClient {
        try asked(for: .faulty(response, fault))
    }

    private func asked(for answer: LoopbackServer.Answer) throws -> LoopbackServerClient {
        let client = try LoopbackServerClient(holding: LoopbackServer(answering: { _ in answer }))
        client.get()
        return client
    }

    @Test func `a body cut short is announced in full`() throws {
        let client = try asked(.cutShort(after: 4))
        #expect(client.readToEnd() == (head + "0123", .closed))
    }

    @Test func `a head is cut short`() throws {
        let client = try asked(.cutShortInHead(after: 12))
        #expect(client.readToEnd() == ("HTTP/1.1 200", .closed))
    }

    @Test func `chunks are cut short`() throws {
        let client = try asked(.cutShortInChunks(of: 8, after: 9))
        #expect(client.readToEnd() == (chunkedHead + "8\r\n01234567\r\n2\r\n8", .closed))
    }

    @Test func `a chunk has no size`() throws {
        let client = try asked(.malformedChunk(after: 2))
        #expect(client.readToEnd() == (chunkedHead + "2\r\n01\r\nno size\r\n", .closed))
    }

    @Test(
        arguments: [
            (.silence, ""), (.stallInHead(after: 4), "HTTP"),
            (.stall(after: 1), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0"),
        ] as [(LoopbackServer.Fault, String)])
    func `a stalled connection says no more and stays open`(fault: LoopbackServer.Fault, text: String) throws {
        let client = try asked(fault)
        #expect(try client.readBytes(text.utf8.count) == Data(text.utf8))
        client.setTimeout(.milliseconds(100))
        #expect(client.readToEnd() == ("", .timedOut))
    }

    @Test(arguments: [0, 4, 10])
    func `a connection is reset after a number of bytes`(count: Int) throws {
        let client = try asked(.reset(after: count))
        #expect(client.readToEnd() == (head + "0123456789".prefix(count), .reset))
    }

    @Test func `a connection is reset after many bytes, without losing one`() throws {
        let client = try asked(.reset(after: 8 << 20), Response(body: Data(repeating: 65, count: 9 << 20)))
        let head = try client.readHead()
        let (text, end) = client.readToEnd()
        #expect(head.contains("Content-Length: \(9 << 20)\r\n"))
        #expect(text.utf8.count == 8 << 20)
        #expect(end == .reset)
    }

    @Test func `a length too great ends with the connection`() throws {
        let client = try asked(.wrongLength(12))
        #expect(client.readToEnd() == ("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n0123456789", .closed))
    }

    @Test func `a length too small leaves the rest of the body before the next response`() throws {
        let client = try asked(.wrongLength(4))
        #expect(try client.readAnswer().body == "0123")
        client.get()
        #expect(try client.readHead() == "456789HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
    }

    @Test func `a malformed head is sent as it is, the body after it`() throws {
        let client = try asked(.malformedHead("HTTP/1.1 abc\nX\r\n\r\n"))
        #expect(client.readToEnd() == ("HTTP/1.1 abc\nX\r\n\r\n0123456789", .closed))
    }

    @Test func `a drip comes a little at a time and leaves the connection open`() throws {
        let start = ContinuousClock.now
        let client = try asked(.drip(bytes: 4, every: .milliseconds(50)))
        #expect(try client.readHead() == head)
        #expect(try client.readBytes(4) == Data("0123".utf8))
        #expect(try client.readBytes(6) == Data("456789".utf8))
        #expect(start.duration(to: .now) >= .milliseconds(90))
        client.get()
        #expect(try client.readAnswer().body == "0123456789")
    }

    @Test func `the connection is closed before an answer`() throws {
        let client = try asked(.closeBeforeAnswer)
        #expect(client.readToEnd() == ("", .closed))
    }

    @Test func `the connection is closed after an answer that did not announce it`() throws {
        let client = try asked(.closeAfterAnswer)
        #expect(client.readToEnd() == (head + "0123456789", .closed))
    }

    @Test func `raw bytes are sent as they are`() throws {
        let client = try asked(for: .raw(Data("SSH-2.0\r\n".utf8)))
        #expect(client.readToEnd() == ("SSH-2.0\r\n", .closed))
    }

    @Test func `chunks and trailers leave the connection open`() throws {
        let client = try asked(for: .chunked(Self.response, chunkSize: 6, trailers: ["X-Sum": "45"]))
        let text = chunkedHead + "6\r\n012345\r\n4\r\n6789\r\n0\r\nX-Sum: 45\r\n\r\n"
        for _ in 1...2 {
            #expect(try client.readBytes(text.utf8.count) == Data(text.utf8))
            client.get()
        }
    }

    @Test func `a body without a length ends with the connection`() throws {
        let client = try asked(for: .untilClose(Self.response))
        #expect(client.readToEnd() == ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n0123456789", .closed))
    }

    @Test func `interim responses and a delay come before the final response`() throws {
        let hints = Response(status: 103, headerFields: ["Link": "</a>"])
        let final = LoopbackServer.Answer.delayed(.response(Self.response), by: .milliseconds(50))
        let start = ContinuousClock.now
        let client = try asked(for: .informational(hints, then: final))
        #expect(try client.readHead() == "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        #expect(try client.readHead() == head)
        #expect(start.duration(to: .now) >= .milliseconds(50))
    }

    @Test func `an upload over the limit is refused before it is read`() throws {
        let server = try LoopbackServer(bodyLimit: 0) { _ in .response(Response(status: 413)) }
        let client = try LoopbackServerClient(server)
        client.send("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n")
        let text = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        #expect(client.readToEnd() == (text, .closed))
        #expect(server.requests.map(\.body) == [nil])
    }
}
