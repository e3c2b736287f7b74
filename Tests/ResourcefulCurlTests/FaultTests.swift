import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server that answers wrongly gets an error of the transport stage: never a hang, a crash or half a value.
struct FaultTests {
    private static let body = Data(String(repeating: "0123456789", count: 2_000).utf8)

    static let faults: [(LoopbackServer.Fault, Set<TransportError.Kind>)] = [
        (.silence, [.timedOut]),
        (.closeBeforeAnswer, [.connectionLost]),
        (.cutShortInHead(after: 20), [.connectionLost, .malformedResponse]),
        (.cutShort(after: 0), [.connectionLost]),
        (.cutShort(after: 10_000), [.connectionLost]),
        (.cutShort(after: 19_999), [.connectionLost]),
        (.cutShortInChunks(of: 1_000, after: 5_500), [.connectionLost]),
        (.stallInHead(after: 20), [.timedOut]),
        (.stall(after: 0), [.timedOut]),
        (.stall(after: 10_000), [.timedOut]),
        (.reset(after: 0), [.connectionLost]),
        (.reset(after: 10_000), [.connectionLost]),
        (.wrongLength(30_000), [.connectionLost]),
        (.malformedChunk(after: 5_000), [.malformedResponse, .connectionLost]),
        (.malformedHead("HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"), [.malformedResponse]),
        (.malformedHead("HTTP/1.1 2xx OK\r\n\r\n"), [.malformedResponse]),
        (.malformedHead("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n"), [.malformedResponse]),
        (.malformedHead("SSH-2.0-OpenSSH_9.2\r\n"), [.malformedResponse]),
        (.malformedHead("\u{16}\u{3}\u{1}"), [.malformedResponse]),
    ]

    @Test(arguments: faults.indices) func `every fault is an error of the transport stage`(index: Int) async throws {
        let (fault, kinds) = Self.faults[index]
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), fault) })
        let error = await #expect(throws: LoadError.self, "\(fault)") {
            try await server.webservice().load(echo(timeout: .milliseconds(1_500)))
        }
        #expect(error?.stage == .transport)
        let cause = try #require(error?.underlyingError as? TransportError)
        #expect(kinds.contains(cause.kind), "\(fault): \(cause.kind): \(cause)")
    }

    @Test(arguments: [Request.Method.post, .patch], [Body.data(Data("order".utf8)), nil])
    func `a request that may not be repeated is sent once, even when its connection was used before`(
        method: Request.Method, body: Body?
    ) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "order"
                ? .faulty(Response(), .closeBeforeAnswer) : .response(Response(body: Self.body))
        })
        let webservice = server.webservice(CurlTransport())
        _ = try await webservice.load(echo("good"))
        let error = await #expect(throws: LoadError.self) {
            try await webservice.load(echo("order", method: method, body: body))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
        #expect(server.requests.count == 2)
    }

    @Test func `a connection after a fault is a good one`() async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "bad"
                ? .faulty(Response(body: Self.body), .cutShort(after: 5)) : .response(Response(body: Self.body))
        })
        for _ in 0..<20 {
            await #expect(throws: LoadError.self) { try await server.webservice().load(echo("bad")) }
            #expect(try await server.webservice().load(echo("good")).body == Self.body)
        }
    }

    @Test func `what is sent beyond the declared length is not taken for the next response`() async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "bad"
                ? .faulty(Response(body: Data("12345HTTP/1.1 200 OK\r\n\r\n".utf8)), .wrongLength(5))
                : .response(Response(body: Self.body))
        })
        for _ in 0..<20 {
            #expect(try await server.webservice().load(echo("bad")).body == Data("12345".utf8))
            #expect(try await server.webservice().load(echo("good")).body == Self.body)
        }
    }

    @Test func `a slow response is whole`() async throws {
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Data("0123456789".utf8)), .drip(bytes: 1, every: .milliseconds(5)))
        })
        #expect(try await server.webservice().load(echo()).body == Data("0123456789".utf8))
    }

    @Test func `a load that takes too long ends at its time-out`() async throws {
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Self.body), .drip(bytes: 1, every: .milliseconds(20)))
        })
        let clock = ContinuousClock()
        let taken = await clock.measure {
            await #expect(throws: LoadError.self) {
                try await server.webservice().load(echo(timeout: .milliseconds(300)))
            }
        }
        #expect(taken >= .milliseconds(300) && taken < .seconds(10))
    }

    @Test(arguments: ["http://a%20b/", "http://127.0.0.1:99999/"])
    func `a URL that libcurl can't read is an error of the request stage`(url: String) async throws {
        let resource = Resource(url: try #require(URL(string: url))) { $0 }
        let error = await #expect(throws: LoadError.self) {
            try await Webservice(transport: Shared.transport).load(resource)
        }
        #expect(error?.stage == .request)
    }

    @Test(arguments: [
        "Unsupported proxy scheme for 'foo://user:secret@host:1'", "Unsupported proxy syntax in 'u@x:secret@ho st:1'",
    ]) func `the password of a proxy is in no error`(text: String) {
        let error = TransportError(curlCode: 5, text: text, received: 0)
        #expect(!"\(error)".contains("secret") && "\(error)".contains("@ho"), "\(error)")
    }

    @Test(arguments: [Int.min, 0, .max]) func `any number of transfers may be allowed`(limit: Int) async throws {
        let server = try LoopbackServer { _ in Response(body: Self.body) }
        let transport = CurlTransport(maximumTransfersPerOrigin: limit)
        #expect(try await server.webservice(transport).load(echo()).body == Self.body)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [LoopbackServer.Fault.silence, .stall(after: 10)])
    func `a transfer that stands still ends at the idle time-out`(fault: LoopbackServer.Fault) async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), fault) })
        let transport = CurlTransport(idleTimeout: .seconds(1))
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice(transport).load(echo(timeout: nil))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .timedOut)
    }

    @Test func `nobody listening, no such host and a huge time-out are clear errors`() async throws {
        let server = try LoopbackServer { _ in Response() }
        let gone = server.baseURL
        server.stop()
        let webservice = Webservice(transport: Shared.transport)
        let refused = await #expect(throws: LoadError.self) {
            try await webservice.load(Resource(url: gone) { $0 })
        }
        #expect((refused?.underlyingError as? TransportError)?.kind == .cannotConnect)
        let unknown = await #expect(throws: LoadError.self) {
            try await webservice.load(Resource(url: URL(string: "http://no-such-host.invalid/")!) { $0 })
        }
        #expect((unknown?.underlyingError as? TransportError)?.kind == .cannotResolveHost)
    }
}
