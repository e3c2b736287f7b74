import Foundation
import InMemoryLogging
import Logging
import ResourcefulDiagnostics
import ResourcefulLogging
import ResourcefulTesting
import Testing

struct LoggerTests {
    private static let url = URL(string: "https://example.org/a?access_token=hunter2")!

    private func entries(
        _ policies: [Policy], at level: Logger.Level = .trace,
        _ answer: @escaping @Sendable (Request) throws -> Response
    ) async -> [InMemoryLogHandler.Entry] {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "test", factory: { _ in handler })
        logger.logLevel = level
        let webservice = Webservice(
            policies: policies, observers: [.logger(logger)], transport: StubTransport(answer))
        _ = try? await webservice.load(Resource<Data>(url: Self.url))
        return handler.entries
    }

    @Test func `an exchange is one message with the attributes of its span`() async throws {
        let entries = await entries([.tracing()]) { _ in Response() }
        #expect(entries.map(\.message) == ["HTTP exchange"] && entries.map(\.level) == [.debug])
        let metadata = try #require(entries.first?.metadata)
        #expect(metadata["http.request.method"] == "GET")
        #expect(metadata["url.full"] == "https://example.org/a?access_token=redacted")
        #expect(metadata["trace_id"] != nil && metadata["span_id"] != nil)
        // Numbers can be compared by what reads the log.
        guard case .stringConvertible(let seconds as Double)? = metadata["duration"],
            case .stringConvertible(let status as Int)? = metadata["http.response.status_code"], status == 200
        else {
            Issue.record("\(metadata)")
            return
        }
        #expect(seconds > 0 && seconds < 60)
    }

    @Test func `a failed load is an error, with the decisions that led to it`() async {
        let rule = RetryRule(upTo: 1, waits: .exponential(from: .zero, upTo: .zero, jitter: .none), budget: nil)
        let entries = await entries([.retry(rule)]) { _ in Response(status: 503) }
        let decided: Logger.Message = "Policy decision"
        let exchanged: Logger.Message = "HTTP exchange"
        #expect(entries.map(\.message) == [exchanged, decided, exchanged, decided, "Load failed"])
        #expect(entries.last?.level == .error)
        #expect(entries.map(\.level) == [.debug, .debug, .debug, .notice, .error])
        #expect(entries[2].metadata["http.request.resend_count"]?.description == "1")
        #expect(entries[3].metadata["action"] == "gave-up" && entries[3].metadata["server.address"] == "example.org")
        #expect(entries.last?.metadata["error.type"] == "503")
        #expect(entries.last?.metadata["server.address"] == "example.org")
        #expect(Set(entries.compactMap { $0.metadata["load"]?.description }).count == 1)
    }

    @Test(arguments: [Logger.Level.info: 1, .error: 1, .critical: 0])
    func `a logger that reads no details is told of the failed load alone`(level: Logger.Level, count: Int) async {
        let entries = await entries([], at: level) { _ in Response(status: 503) }
        #expect(entries.map(\.message) == Array(repeating: "Load failed", count: count))
    }

    @Test func `no secret is logged`() async {
        let entries = await entries([.changing { $0.headerFields["Authorization"] = "hunter2" }]) { _ in
            throw TransportError(.other, "the proxy says: Authorization: Bearer hunter2")
        }
        #expect(entries.count == 2 && !"\(entries.map(\.metadata))".contains("hunter2"))
    }
}
