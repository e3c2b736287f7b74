import Testing

@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.permit) struct LoopbackServerScriptTests {
    private typealias Script = LoopbackServer.Script

    private let abc = Response(body: Data("abc".utf8))

    /// What is done for an answer to a request, given its first line and fields.
    private func script(
        _ answer: LoopbackServer.Answer, to request: String = "GET / HTTP/1.1", canPersist: Bool = true
    ) throws -> LoopbackServer.Script {
        let text = "\(request)\r\n" + (request.contains("1.1") ? "Host: h\r\n\r\n" : "\r\n")
        let head = try LoopbackServer.RequestHead(parsing: Array(text.utf8)[...])
        return Script(answer, to: head, canPersist: canPersist)
    }

    private func sending(_ text: String, _ end: LoopbackServer.Script.End = .persist) -> LoopbackServer.Script {
        Script(sending: Data(text.utf8), then: end)
    }

    @Test func `a response is its status line, its fields, its length and its body, in one piece`() throws {
        let response = Response(status: 201, headerFields: ["X-B": "2", "X-A": "1"], body: Data("abc".utf8))
        let text = "HTTP/1.1 201 Created\r\nX-B: 2\r\nX-A: 1\r\nContent-Length: 3\r\n\r\nabc"
        #expect(try script(.response(response)) == sending(text))
        #expect(try script(.response(Response(status: 599))) == sending("HTTP/1.1 599 \r\nContent-Length: 0\r\n\r\n"))
    }

    @Test func `a great body is not copied to stand behind its head`() throws {
        let body = Data(repeating: 1, count: 100_000)
        let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8)
        #expect(try script(.response(Response(body: body))).moves == [.send(head), .send(body)])
    }

    @Test func `fields about framing that are not true are replaced`() throws {
        let response = Response(
            headerFields: ["Content-Length": "7", "X": "1", "content-length": "8", "Transfer-Encoding": "gzip"],
            body: Data("abc".utf8))
        #expect(
            try script(.response(response))
                == sending("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX: 1\r\n\r\nabc"))
    }

    @Test func `HEAD is answered with the fields alone`() throws {
        let head = "HEAD / HTTP/1.1"
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"
        #expect(try script(.response(abc), to: head) == sending(text))
        let declared = Response(headerFields: ["Content-Length": "3"])
        #expect(try script(.response(declared), to: head) == sending(text))
        #expect(
            try script(.chunked(abc, chunkSize: 1), to: head)
                == sending("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))
    }

    @Test(arguments: [101, 204, 304] as [Response.Status])
    func `a status without content has none`(status: Response.Status) throws {
        let text = "HTTP/1.1 \(status)\r\n\r\n"
        #expect(try script(.response(Response(status: status))) == sending(text))
        #expect(try script(.chunked(Response(status: status), chunkSize: 1)) == sending(text))
    }

    @Test func `a 304 may say how long the body would be`() throws {
        let text = "HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\n"
        #expect(try script(.response(Response(status: 304, headerFields: ["Content-Length": "3"]))) == sending(text))
        #expect(try script(.response(Response(status: 304, body: abc.body))) == sending(text))
        let noContent = Response(status: 204, headerFields: ["Content-Length": "3"])
        #expect(try script(.response(noContent)) == sending("HTTP/1.1 204 No Content\r\n\r\n"))
    }

    @Test func `the connection is closed when either side says so, and the response tells`() throws {
        let closing = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc"
        #expect(try script(.response(abc), to: "GET / HTTP/1.1\r\nConnection: close") == sending(closing, .close))
        #expect(try script(.response(abc), to: "GET / HTTP/1.0") == sending(closing, .close))
        #expect(try script(.response(abc), canPersist: false) == sending(closing, .close))
        var response = abc
        response.headerFields["Connection"] = "X, Close"
        #expect(
            try script(.response(response))
                == sending("HTTP/1.1 200 OK\r\nConnection: X, Close\r\nContent-Length: 3\r\n\r\nabc", .close))
        response.headerFields["Connection"] = "X"
        #expect(
            try script(.response(response), canPersist: false)
                == sending("HTTP/1.1 200 OK\r\nConnection: X, close\r\nContent-Length: 3\r\n\r\nabc", .close))
        #expect(
            try script(.response(abc), to: "GET / HTTP/1.0\r\nConnection: keep-alive")
                == sending("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nabc"))
    }

    @Test func `chunks have trailers, and HTTP 1_0 gets neither`() throws {
        let answer = LoopbackServer.Answer.chunked(abc, chunkSize: 2, trailers: ["X": "1"])
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try script(answer) == sending(head + "2\r\nab\r\n1\r\nc\r\n0\r\nX: 1\r\n\r\n"))
        let untilClose = sending("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc", .close)
        #expect(try script(answer, to: "GET / HTTP/1.0") == untilClose)
        #expect(try script(.untilClose(abc)) == untilClose)
        let own = Response(headerFields: ["Transfer-Encoding": "chunked"], body: Data("abc".utf8))
        #expect(try script(.response(own)) == sending(head + "3\r\nabc\r\n0\r\n\r\n"))
    }

    @Test func `an interim response and a delay come before the answer`() throws {
        let hints = Response(status: 103, headerFields: ["Link": "</a>"])
        let final = LoopbackServer.Answer.delayed(.raw(Data("abc".utf8)), by: .seconds(3))
        let interim = Data("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)
        let rest: [LoopbackServer.Script.Move] = [.pause(.seconds(3)), .send(Data("abc".utf8))]
        #expect(try script(.informational(hints, then: final)) == Script([.send(interim)] + rest, .close))
        #expect(try script(.informational(hints, then: final), to: "GET / HTTP/1.0") == Script(rest, .close))
    }

    @Test func `a response with a field that can't be sent becomes a 500 that says so`() throws {
        var response = abc
        response.headerFields["X"] = "a\r\nb"
        guard case .send(let data)? = try script(.response(response)).moves.first else { return #expect(Bool(false)) }
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 500 "))
        #expect(text.contains("the value of the field X contains CR, LF or NUL"))
    }

    @Test(
        arguments: [
            (.silence, "", .stall), (.closeBeforeAnswer, "", .close), (.closeAfterAnswer, length("3") + "abc", .close),
            (.cutShortInHead(after: 4), "HTTP", .close), (.stallInHead(after: 4), "HTTP", .stall),
            (.cutShort(after: 2), length("3") + "ab", .close), (.cutShort(after: 9), length("3") + "abc", .close),
            (.cutShort(after: -1), length("3"), .close), (.stall(after: 1), length("3") + "a", .stall),
            (.reset(after: 1), length("3") + "a", .reset), (.wrongLength(9), length("9") + "abc", .close),
            (.wrongLength(1), length("1") + "abc", .persist), (.malformedHead("what\n"), "what\nabc", .close),
            (.cutShortInChunks(of: 2, after: 2), chunked + "2\r\nab\r\n1\r\n", .close),
            (.malformedChunk(after: 1), chunked + "1\r\na\r\nno size\r\n", .close),
        ] as [(LoopbackServer.Fault, String, LoopbackServer.Script.End)])
    func `a fault spoils the response in its way`(
        fault: LoopbackServer.Fault, text: String, end: LoopbackServer.Script.End
    ) throws {
        #expect(try script(.faulty(abc, fault)) == sending(text, end))
    }

    private static func length(_ length: String) -> String { "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" }
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func `a drip sends the head at once and the body a little at a time`() throws {
        let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8)
        let drip = LoopbackServer.Script.Move.drip(abc.body, bytes: 1, every: .seconds(1))
        let script = try script(.faulty(abc, .drip(bytes: 0, every: .seconds(1))))
        #expect(script == Script([.send(head), drip], .persist))
    }

    @Test func `bytes that are not a request are refused with the reason, and the connection is closed`() {
        #expect(
            Script(refusing: .init("No.", status: 431))
                == sending(
                    "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        + "Content-Length: 4\r\nConnection: close\r\n\r\nNo.\n", .close))
    }
}
