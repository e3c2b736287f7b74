import Foundation
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// Event streams that stay connected over sockets.
@Suite(.permit) struct EventStreamTransportTests {
    /// How the connection ends behind every third event, and within the fourth.
    enum Ending: String, CaseIterable, Sendable {
        case clean, closed, reset
    }

    private static let history = (1...20).map { "id: \($0)\r\nretry: 1\r\ndata: {\"number\":\r\ndata: \($0)}\r\n\r\n" }

    /// Sends the three events behind the last one that the client has, and the beginning of the next.
    private func server(_ ending: Ending) throws -> LoopbackServer {
        try LoopbackServer(answering: { request in
            let last = request.headerFields["Last-Event-ID"].flatMap { Int($0) } ?? 0
            guard last < Self.history.count else { return .response(Response(status: 204)) }
            let whole = Self.history[last...].prefix(3).joined()
            let body = Data((whole + Self.history[last...].dropFirst(3).prefix(1).joined().prefix(20)).utf8)
            let response = Response(headerFields: ["Content-Type": "text/event-stream"], body: body + body)
            switch ending {
            case .clean: return .untilClose(Response(headerFields: response.headerFields, body: body))
            case .closed: return .faulty(response, .cutShort(after: body.count))
            case .reset: return .faulty(response, .reset(after: body.count))
            }
        })
    }

    private struct Numbered: Decodable, Sendable {
        let number: Int
    }

    @Test(arguments: Subject.overSockets, Ending.allCases)
    func `a server that drops the connection behind every third event delivers all, once and in order`(
        subject: Subject, ending: Ending
    ) async throws {
        let server = try server(ending)
        defer { server.stop() }
        let events = StreamResource<ServerSentEvent>(events: server.baseURL.appending(path: "events"))
        let numbers = events.reconnecting(Reconnection(maximumFailures: 3)).decoded(as: Numbered.self).map(\.number)
        var found: [Int] = []
        for try await number in Webservice(transport: subject.shared()).stream(of: numbers) { found.append(number) }
        #expect(found == Array(1...20))
        // A reset may overtake what was sent before it, and then that is sent again.
        #expect(server.requests.count >= 8)
    }
}
