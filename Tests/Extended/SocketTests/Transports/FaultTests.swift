import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server that answers wrongly gets an error of the transport stage: never a hang, a crash or half a value.
@Suite(.permit, .knownDifferences) struct FaultTests {
    private static let body = Data(String(repeating: "0123456789", count: 2_000).utf8)

    static let faults: [(fault: LoopbackServer.Fault, kinds: Set<TransportError.Kind>)] = [
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
        (.malformedHead("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n"), [.malformedResponse]),
    ]

    @Test(arguments: Subject.overSockets, faults.indices) func `every fault is an error of the transport stage`(
        subject: Subject, index: Int
    ) async throws {
        let (fault, kinds) = Self.faults[index]
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), fault) })
        try await subject.check(Self.knownOnURLSession(fault)) {
            let kind = await server.webservice(subject).kindOfFailure(echo(timeout: .milliseconds(2_500)), "\(fault)")
            #expect(kind.map(kinds.contains) == true, "\(fault): \(String(describing: kind))")
        }
    }

    static func knownOnURLSession(_ fault: LoopbackServer.Fault) -> URLSessionOnLinux? {
        switch fault {
        // What is no head now and then ends the process as half a head does: "there's no response".
        case .cutShortInHead, .stallInHead, .malformedHead: .headsCutShort
        default: nil
        }
    }

    @Test(arguments: Subject.allCases) func `what a transport throws is an error of its stage`(
        subject: Subject
    ) async throws {
        struct Broken: Error {}
        let server = try LoopbackServer(answering: { _ in .faulty(Response(), .closeBeforeAnswer) })
        let webservice = server.webservice(subject.shared { _ in throw Broken() })
        let error = await #expect(throws: LoadError.self) { try await webservice.load(echo()) }
        #expect(error?.stage == .transport && error?.response == nil)
        #expect(error?.request.url.lastPathComponent == "x")
    }

    @Test(arguments: Subject.overSockets) func `a connection after a fault is a good one`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "bad"
                ? .faulty(Response(body: Self.body), .cutShort(after: 5)) : .response(Response(body: Self.body))
        })
        let webservice = server.webservice(subject)
        for _ in 0..<20 {
            #expect(await webservice.kindOfFailure(echo("bad")) == .connectionLost)
            #expect(try await isSame(webservice.load(echo("good")).body, Self.body))
        }
    }

    @Test(arguments: Subject.overSockets)
    func `what is sent beyond the declared length is not taken for the next response`(subject: Subject) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "bad"
                ? .faulty(Response(body: Data("12345HTTP/1.1 200 OK\r\n\r\n".utf8)), .wrongLength(5))
                : .response(Response(body: Self.body))
        })
        let webservice = server.webservice(subject)
        for _ in 0..<20 {
            #expect(try await webservice.load(echo("bad")).text == "12345")
            #expect(try await isSame(webservice.load(echo("good")).body, Self.body))
        }
    }

    @Test(arguments: Subject.overSockets) func `a slow response is whole`(subject: Subject) async throws {
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Data("0123456789".utf8)), .drip(bytes: 1, every: .milliseconds(5)))
        })
        #expect(try await server.webservice(subject).load(echo()).text == "0123456789")
    }

    @Test(arguments: Subject.overSockets) func `a closed port and an unknown host are clear errors`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let gone = server.baseURL.absoluteString
        server.stop()
        let webservice = Webservice(transport: subject.shared())
        #expect(await webservice.kindOfFailure(echo(gone)) == .cannotConnect)
        #expect(await webservice.kindOfFailure(echo("http://no-such-host.invalid/")) == .cannotResolveHost)
    }

    @Test(arguments: Subject.overSockets) func `a server that speaks no TLS is not spoken to`(
        subject: Subject
    ) async throws {
        // As web servers do: whatever the bytes are, they are no request.
        let server = try RawServer { connection in
            _ = connection.receive()
            _ = connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let url = "https://127.0.0.1:\(try #require(server.baseURL.port))/"
        let request = echo(url, timeout: .seconds(10))
        let kind = await Webservice(transport: subject.shared()).kindOfFailure(request)
        #expect(kind == .insecure || kind == .connectionLost)
    }
}
