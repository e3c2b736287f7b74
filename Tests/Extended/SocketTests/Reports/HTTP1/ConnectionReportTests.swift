import Foundation
import ResourcefulTesting
import Testing

/// Connections of HTTP/1 as servers really keep and end them (RFC 9112, sections 6.3 and 9).
@Suite(.permit, .knownDifferences) struct ConnectionReportTests {
    private static let poison = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
    private static let good = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood"

    /// Heads that end their answer, whatever they say about a body.
    private static let bodiless: [(method: Request.Method, head: String)] = [
        (.head, "200 OK\r\nTransfer-Encoding: chunked"), (.head, "200 OK\r\nContent-Length: 100"),
        (.head, "301 Moved Permanently\r\nTransfer-Encoding: chunked"), (.head, "200 OK\r\nContent-Encoding: gzip"),
        (.get, "304 Not Modified\r\nTransfer-Encoding: chunked"), (.get, "304 Not Modified\r\nContent-Length: 100"),
        (.get, "304 Not Modified\r\nContent-Encoding: gzip\r\nContent-Length: 20"), (.get, "204 No Content"),
        (.delete, "204 No Content\r\nContent-Length: 0"), (.get, "204 No Content\r\nTransfer-Encoding: chunked"),
    ]

    @Test(arguments: Subject.overSockets, bodiless.indices)
    func `an answer without a body ends with its head, and its connection is used again`(
        subject: Subject, index: Int
    ) async throws {
        let (method, head) = Self.bodiless[index]
        let server = try AnswerServer { request, _ in
            request % 2 == 0 ? .init("HTTP/1.1 \(head)\r\n\r\n") : .init(Self.good)
        }
        defer { server.stop() }
        let webservice = server.webservice(subject)
        for _ in 0..<2 {
            let response = try await webservice.load(echo(method: method, timeout: .seconds(20)).redirects(.none))
            #expect(response.body.isEmpty && head.hasPrefix("\(response.status.code)"))
            #expect(try await webservice.load(echo()).text == "good")
        }
        #expect(server.connectionCount == 1)
    }

    /// Answers that go on behind their end, in the same packet.
    private static let surplus: [(method: Request.Method, answer: String)] = [
        (.get, "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        (.get, "200 OK\r\nContent-Length: 5\r\n\r\nhello"), (.get, "204 No Content\r\n\r\n"),
        (.get, "204 No Content\r\nContent-Length: 5\r\n\r\nhello"), (.get, "304 Not Modified\r\n\r\n"),
        (.head, "200 OK\r\nContent-Length: 5\r\n\r\nhello"), (.head, "200 OK\r\n\r\n"),
        (.head, "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
    ]

    @Test(arguments: Subject.overSockets, surplus.indices)
    func `what follows an answer in its packet is never the next answer`(subject: Subject, index: Int) async throws {
        let (method, answer) = Self.surplus[index]
        let server = try AnswerServer { request, connection in
            request == 0 && connection == 0 ? .init("HTTP/1.1 \(answer)\(Self.poison)") : .init(Self.good)
        }
        defer { server.stop() }
        let webservice = server.webservice(subject)
        let first = try? await webservice.load(echo(method: method, timeout: .seconds(20))).text
        #expect([nil, "", "hello"].contains(first))
        for _ in 0..<2 { #expect(try await webservice.load(echo(timeout: .seconds(20))).text == "good") }
    }

    @Test(arguments: Subject.overSockets, ["1.1", "1.0"])
    func `an answer that is the last of its connection is whole at its length, even if it stays open`(
        subject: Subject, version: String
    ) async throws {
        let option = version == "1.1" ? "Connection: close\r\n" : ""
        let server = try AnswerServer { _, _ in
            .init("HTTP/\(version) 200 OK\r\n\(option)Content-Length: 4\r\n\r\ngood")
        }
        defer { server.stop() }
        let webservice = server.webservice(subject)
        for _ in 0..<3 { #expect(try await webservice.load(echo(timeout: .seconds(20))).text == "good") }
        #expect(server.connectionCount == 3)
    }

    @Test(arguments: Subject.overSockets)
    func `an answer of HTTP 1_0 without a length ends with its connection, whatever it promises`(
        subject: Subject
    ) async throws {
        let server = try AnswerServer { _, _ in
            .init(
                "HTTP/1.0 200 OK\r\nKeep-Alive: timeout=2, max=100\r\nConnection: Keep-Alive\r\n\r\n<events>",
                "</events>", end: .closes)
        }
        defer { server.stop() }
        let webservice = server.webservice(subject)
        for _ in 0..<2 { #expect(try await webservice.load(echo(timeout: .seconds(20))).text == "<events></events>") }
    }

    @Test(
        arguments: Subject.overSockets, ["Content-Length: 4", "Transfer-Encoding: chunked"])
    func `an answer that was whole before its connection was reset is one`(
        subject: Subject, framing: String
    ) async throws {
        let body = framing.hasPrefix("C") ? "good" : "4\r\ngood\r\n0\r\n\r\n"
        let server = try AnswerServer { _, _ in .init("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n\(body)", end: .resets) }
        defer { server.stop() }
        let webservice = server.webservice(subject)
        for _ in 0..<5 { #expect(try await webservice.load(echo(timeout: .seconds(20))).text == "good") }
    }

    @Test(arguments: Subject.overSockets)
    func `an answer that only the end of its connection ends is not whole after a reset`(
        subject: Subject
    ) async throws {
        let server = try AnswerServer { _, _ in .init("HTTP/1.1 200 OK\r\n\r\nhalf", end: .resets) }
        defer { server.stop() }
        #expect(await server.webservice(subject).kindOfFailure(echo(timeout: .seconds(20))) == .connectionLost)
    }

    @Test(arguments: Subject.overSockets, [100, 102, 103])
    func `interim answers without end are an error`(subject: Subject, status: Int) async throws {
        let server = try RawServer { connection in
            guard connection.drain() != nil else { return }
            let interim = Array(String(repeating: "HTTP/1.1 \(status) Wait\r\n\r\n", count: 1_000).utf8)
            while connection.send(interim) {}
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        let kind = await webservice.kindOfFailure(echo(timeout: .seconds(20)))
        #expect(kind == .malformedResponse || kind == .tooLarge, "\(String(describing: kind))")
    }

    @Test(arguments: Subject.overSockets)
    func `a server that refuses as soon as it is met is heard, or an error, and not met again and again`(
        subject: Subject
    ) async throws {
        let count = Locked(0)
        let server = try RawServer { connection in
            count.withLock { $0 += 1 }
            _ = connection.send("HTTP/1.1 503 Too many\r\nConnection: close\r\nContent-Length: 4\r\n\r\nfull")
            usleep(20_000)
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        for method in [Request.Method.get, .post] {
            let body = method == .post ? Body.data(Data(count: 1_000)) : nil
            let request = echo(method: method, body: body, timeout: .seconds(20))
            do {
                let response = try await webservice.load(request)
                #expect(response.status == 503 && response.text == "full")
            } catch {
                #expect((error as? LoadError)?.stage == .transport)
            }
        }
        #expect(count.withLock { $0 } <= 4)
    }
}
