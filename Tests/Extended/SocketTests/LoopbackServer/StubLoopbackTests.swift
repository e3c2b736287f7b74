import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.alone) struct StubLoopbackTests {
    private static let stubs: StubServer = [
        Stub("/episodes/{id}.json").answers { .json(["id": $0["id"]]) },
        Stub("/turns").answers(.text("1", mediaType: "text/plain"), .status(503)),
        Stub("/lost").answers(.failure(.connectionLost)), Stub("/gone").answers(.failure(.cannotConnect)),
        Stub("/silent").answers(.failure(.timedOut)), Stub("/odd").answers(.failure(.malformedResponse)),
        Stub("/late").answers(.text("late").after(.milliseconds(30))),
        Stub(.post, "/post", body: .json(["a": 1, "b": 2])),
    ]

    /// A request, its body JSON.
    private func exchange(
        _ method: String, _ path: String, body: String = "", _ server: LoopbackServer,
        waiting limit: Duration = .seconds(10)
    ) throws -> (text: String, end: LoopbackServerClient.End) {
        let client = try LoopbackServerClient(server)
        client.setTimeout(limit)
        client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n")
        client.send("Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return client.readToEnd()
    }

    @Test func `a stubbed server answers on the wire`() throws {
        let server = try LoopbackServer(Self.stubs)
        let episode = try exchange("GET", "/episodes/7.json", server)
        #expect(episode.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(episode.text.hasSuffix("\r\n\r\n{\"id\":\"7\"}"))
        #expect(try exchange("GET", "/turns", server).text.hasSuffix("\r\n\r\n1"))
        #expect(try exchange("GET", "/turns", server).text.hasPrefix("HTTP/1.1 503 "))
        #expect(try exchange("POST", "/post", body: #"{"b":2,"a":1}"#, server).text.hasPrefix("HTTP/1.1 200 "))
        let other = try exchange("POST", "/post", body: #"{"b":3,"a":1}"#, server)
        #expect(other.text.hasPrefix("HTTP/1.1 501 "))
        #expect(other.text.contains("in the body b is 3, not 2"))
    }

    @Test(arguments: [("/lost", LoopbackServerClient.End.reset), ("/gone", .closed), ("/silent", .timedOut)])
    func `a failure is one on the wire`(path: String, end: LoopbackServerClient.End) throws {
        let server = try LoopbackServer(Self.stubs)
        // Only where nothing comes is it enough to wait for little.
        let limit: Duration = end == .timedOut ? .milliseconds(50) : .seconds(10)
        let answer = try exchange("GET", path, server, waiting: limit)
        #expect(answer.end == end)
        #expect(answer.text.isEmpty || answer.text.hasSuffix("Content-Length: 1\r\nConnection: close\r\n\r\n"))
    }

    @Test func `bytes that aren't HTTP are sent as they are`() throws {
        let server = try LoopbackServer(Self.stubs)
        #expect(try exchange("GET", "/odd", server).text.hasPrefix("this is not HTTP\r\n\r\n"))
    }

    @Test func `delays are real when they are asked for`() throws {
        let server = try LoopbackServer(Self.stubs, sleeping: true)
        let duration = try ContinuousClock().measure {
            let text = try exchange("GET", "/late", server).text
            #expect(text.hasSuffix("late"))
        }
        #expect(duration >= .milliseconds(30))
    }
}
