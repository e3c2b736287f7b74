import ResourcefulLab
import Testing

@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.alone) struct FailingServerTests {
    private let ok = "HTTP/1.1 200 OK\r\n"

    /// What a client sees of the second of three requests, each on a connection of its own.
    private func second(failing failure: ExchangeFailure) throws -> (text: String, end: LoopbackServerClient.End) {
        let answered = Locked(0)
        let server = try LoopbackServer(failing: 2, by: failure) { _ in
            answered.withLock { $0 += 1 }
            return Response(body: Data("[1, 2]".utf8))
        }
        var ends: [(text: String, end: LoopbackServerClient.End)] = []
        for number in 1...3 {
            let client = try LoopbackServerClient(server)
            // Only where nothing comes is it enough to wait for little.
            let isSilent = number == 2 && failure == .timedOut
            if isSilent { client.setTimeout(.milliseconds(50)) }
            client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            ends.append(client.readToEnd())
            // The third must not come before the second.
            while isSilent, answered.withLock({ $0 }) < number { _ = client.readToEnd() }
        }
        let whole = ok + "Content-Length: 6\r\nConnection: close\r\n\r\n[1, 2]"
        #expect(ends[0] == (whole, .closed))
        #expect(ends[2] == (whole, .closed))
        return ends[1]
    }

    @Test func `one request fails on the wire in each way`() throws {
        #expect(try second(failing: .refused) == (ok, .closed))
        #expect(try second(failing: .timedOut) == ("", .timedOut))
        let head = ok + "Content-Length: 6\r\nConnection: close\r\n\r\n"
        #expect(try second(failing: .reset) == (head + "[1,", .reset))
        #expect(
            try second(failing: .status(429)) == (
                "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                .closed
            ))
        #expect(try second(failing: .empty) == (ok + "Content-Length: 0\r\nConnection: close\r\n\r\n", .closed))
        #expect(try second(failing: .truncated) == (ok + "Connection: close\r\n\r\n[1,", .closed))
        let wrong = #"{"not":"what was asked for"}"#
        #expect(
            try second(failing: .wrongJSON)
                == (ok + "Content-Length: \(wrong.utf8.count)\r\nConnection: close\r\n\r\n" + wrong, .closed))
    }

    private func moves(_ answer: LoopbackServer.Answer) throws -> [LoopbackServer.Script.Move] {
        let head = try LoopbackServer.RequestHead(parsing: Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)[...])
        return LoopbackServer.Script(answer, to: head).moves
    }

    @Test func `a throttled answer is sent in pieces, a hundred a second where that can be`() throws {
        let data = Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
        let answer = LoopbackServer.Answer.response(Response())
        #expect(
            try moves(.throttled(answer, bytesPerSecond: 1_000)) == [.drip(data, bytes: 10, every: .milliseconds(10))])
        #expect(
            try moves(.throttled(answer, bytesPerSecond: 20)) == [.drip(data, bytes: 1, every: .milliseconds(50))])
        #expect(try moves(.throttled(answer, bytesPerSecond: 0)) == [.drip(data, bytes: 1, every: .seconds(1))])
        #expect(
            try moves(.delayed(.throttled(answer, bytesPerSecond: 100), by: .seconds(2)))
                == [.pause(.seconds(2)), .drip(data, bytes: 1, every: .milliseconds(10))])
    }

    @Test func `a throttled answer takes its time`() throws {
        let server = try LoopbackServer(answering: { _ in
            .throttled(.response(Response(body: Data(repeating: 65, count: 961))), bytesPerSecond: 20_000)
        })
        let client = try LoopbackServerClient(server)
        let start = ContinuousClock.now
        client.get()
        #expect(try client.readAnswer().body.count == 961)
        // 1,000 bytes in pieces of 200: four waits.
        #expect(start.duration(to: .now) >= .milliseconds(40))
    }
}
