import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Servers that are asked whether they want a body (RFC 9110, section 10.1.1).
@Suite(.alone, .knownDifferences) struct ExpectTests {
    private static let body = Body.data(Data(repeating: 7, count: 300_000))

    private func upload(_ body: Body? = ExpectTests.body) -> Resource<Response> {
        echo(method: .post, body: body).expectingContinue()
    }

    @Test(arguments: Subject.overSockets) func `a server that wants the body gets it`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        let file = try TemporaryFile(Data(repeating: 7, count: 300_000))
        for body in [Self.body, .file(file.url)] {
            #expect(try await server.webservice(subject).load(upload(body)).status == 200)
        }
        #expect(server.requests.allSatisfy { $0.headerFields["Expect"] == "100-continue" })
        #expect(server.requests.map { $0.body?.data?.count } == [300_000, 300_000])
    }

    @Test(arguments: Subject.overSockets, [401, 413, 417, 503])
    func `a refusal comes before any of the body was sent`(subject: Subject, status: Int) async throws {
        let received = Locked(0)
        let server = try RawServer { connection in
            guard let text = connection.receive().map({ String(decoding: $0, as: UTF8.self) }) else { return }
            guard text.contains("100-continue") else {
                // What was refused is asked for again, without the question.
                _ = connection.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
                while connection.receive() != nil {}
                return
            }
            _ = connection.send("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
            let begun = text.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first?.utf8.count ?? 0
            received.withLock { $0 += begun }
            while let bytes = connection.receive() { received.withLock { $0 += bytes.count } }
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        let response = try await webservice.load(upload())
        #expect(response.status == (status == 417 ? 204 : Response.Status(status)))
        if status != 417 { #expect(response.text == "no") }
        #expect(received.withLock { $0 } == 0)
    }

    @Test(arguments: Subject.overSockets)
    func `a server that doesn't answer the expectation receives the body after a second`(
        subject: Subject
    ) async throws {
        let server = try RawServer { connection in
            guard connection.drain() == 300_000 else { return }
            _ = connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        let start = ContinuousClock.now
        #expect(try await webservice.load(upload()).status == 204)
        #expect(start.duration(to: .now) >= .milliseconds(900))
    }

    @Test(arguments: Subject.overSockets) func `what has no body asks nothing`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        _ = try await server.webservice(subject).load(echo().expectingContinue())
        _ = try await server.webservice(subject).load(echo(method: .put, body: Self.body))
        #expect(server.requests.allSatisfy { !$0.headerFields.contains("Expect") })
    }

    @Test(arguments: Subject.overSockets, [200, 201, 204, 302, 401, 413])
    func `a connection on which a promised body was not sent is not used again`(
        subject: Subject, status: Int
    ) async throws {
        // As the server was promised content, it takes for that what comes next on the connection.
        let swallowed = Locked(0)
        let server = try RawServer { connection in
            while let head = connection.head() {
                guard head.contains("100-continue") else {
                    guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood") else { return }
                    continue
                }
                let content = status == 204 ? "" : "Content-Length: 2\r\n"
                guard connection.send("HTTP/1.1 \(status) Early\r\n\(content)\r\n\(status == 204 ? "" : "no")")
                else { return }
                while let bytes = connection.receive() { swallowed.withLock { $0 += bytes.count } }
            }
        }
        defer { server.stop() }
        let webservice = Webservice(
            baseURL: server.baseURL, policies: [.followingRedirects(.none)], transport: subject.own())
        try await subject.check(status < 300 ? .promisedContent : nil) {
            for _ in 0..<3 {
                let early = try await webservice.load(upload())
                #expect(early.status == Response.Status(status))
                let next = try await webservice.load(echo(timeout: .seconds(5)))
                #expect(next.text == "good")
            }
            #expect(swallowed.withLock { $0 } == 0)
        }
    }
}
