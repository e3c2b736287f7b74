import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// `https` spoken to a server that has no TLS.
@Suite(.permit) struct PlainServerTests {
    private static func error(
        _ subject: Subject, _ base: URL, timeout: Duration = .seconds(60)
    ) async throws -> TransportError? {
        let url = try #require(URL(string: "https://127.0.0.1:\(base.port ?? 0)/"))
        let webservice = Webservice(policies: [.steadyRetry(upTo: 2)], transport: subject.own())
        let error = await #expect(throws: LoadError.self) {
            _ = try await webservice.load(echo("\(url)", timeout: timeout))
        }
        return error?.underlyingError as? TransportError
    }

    @Test(arguments: Subject.overSockets)
    func `a server of tests answers at once, and the error says that it speaks http`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let start = ContinuousClock.now
        let error = try await Self.error(subject, server.baseURL)
        #expect(error?.kind == .insecure)
        #expect(error?.message.contains("this server speaks http") == true, "\(String(describing: error))")
        #expect(start.duration(to: .now) < .seconds(10))
        #expect(server.requests.isEmpty && server.connectionCount == 1)
    }

    @Test(arguments: Subject.overSockets) func `other servers answer that the request is bad, which is no TLS either`(
        subject: Subject
    ) async throws {
        let server = try RawServer { connection in
            guard connection.receive() != nil else { return }
            _ = connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        defer { server.stop() }
        let error = try await Self.error(subject, server.baseURL)
        #expect(error?.kind == .insecure)
        #expect(error?.message.contains("this server speaks http") == true, "\(String(describing: error))")
    }
}
