import Foundation
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Bytes that a custom meter counts.
struct MeteredTests {
    /// Writes down what it receives.
    private final class Log: ExchangeMeter {
        private let told = Locked<[String]>([])
        var lines: [String] { told.withLock { $0 } }

        private func tell(_ line: String) { told.withLock { $0.append(line) } }

        func expect(toSend count: Int?) { tell("expects \(count.map(String.init) ?? "?")") }
        func send(_ count: Int) { tell("sent \(count)") }
        func answer(expecting count: Int?) { tell("answered, \(count.map(String.init) ?? "?")") }
        func receive(_ count: Int) { tell("received \(count)") }
        func end(inVain: Bool) { tell(inVain ? "in vain" : "done") }
    }

    /// Makes the meters, and keeps them.
    private final class Logs: Sendable {
        private let logs = Locked<[(path: String, log: Log)]>([])
        var all: [(path: String, log: Log)] { logs.withLock { $0 } }

        func begin(_ request: Request) -> any ExchangeMeter {
            let log = Log()
            logs.withLock { $0.append((request.url.path, log)) }
            return log
        }
    }

    private static let base = URL(string: "https://example.org/")!

    private static func webservice(_ logs: Logs, policies: [Policy] = []) -> Webservice {
        let transport = StubTransport { request in
            switch request.url.path {
            case "/moved": return Response(status: 302, headerFields: ["Location": "/here"])
            case "/missing": return Response(status: 404, body: Data("none".utf8))
            case "/lost": throw TransportError(.connectionLost, "lost")
            default: return Response(headerFields: ["Content-Length": "5"], body: Data("hello".utf8))
            }
        }
        return Webservice(baseURL: base, policies: policies, transport: transport).metered(by: logs.begin)
    }

    private static func length(_ path: String, _ body: Body? = nil) -> Resource<Int> {
        Resource(url: URL(string: path)!, method: body == nil ? .get : .post, body: body) { $0.count }
    }

    @Test func `the library counts for a transport that doesn't`() async throws {
        let logs = Logs()
        #expect(try await Self.webservice(logs).load(Self.length("here", .data(Data("abc".utf8)))) == 5)
        #expect(logs.all.map(\.log.lines) == [["expects 3", "sent 3", "answered, 5", "received 5", "done"]])
    }

    @Test func `each exchange has its meter, and ends as it went`() async throws {
        let logs = Logs()
        let webservice = Self.webservice(logs)
        #expect(try await webservice.load(Self.length("moved")) == 5)
        for path in ["missing", "lost"] {
            await #expect(throws: LoadError.self) { try await webservice.load(Self.length(path)) }
        }
        #expect(logs.all.map(\.path) == ["/moved", "/here", "/missing", "/lost"])
        #expect(logs.all.map(\.log.lines.last) == ["in vain", "done", "in vain", "in vain"])
        #expect(logs.all.last?.log.lines == ["expects 0", "in vain"])
    }

    @Test func `a transport that counts is not counted again`() async throws {
        let logs = Logs()
        let webservice = Webservice(baseURL: Self.base, transport: Counting()).metered(by: logs.begin)
        #expect(try await webservice.load(Self.length("here")) == 5)
        #expect(logs.all.map(\.log.lines) == [["expects 0", "answered, 2", "received 2", "done"]])
    }

    @Test func `a response from a cache has no meter, and a load without one none either`() async throws {
        let logs = Logs()
        let webservice = Self.webservice(logs, policies: [.cache(for: .seconds(60))])
        for _ in 0..<2 { #expect(try await webservice.load(Self.length("here")) == 5) }
        #expect(logs.all.count == 1)
        let seen = Locked<[Bool]>([])
        let transport = StubTransport { request in
            seen.withLock { $0.append(request.meter != nil) }
            return Response(body: Data("hello".utf8))
        }
        _ = try await Webservice(transport: transport).load(Self.length("https://example.org/"))
        _ = try await Webservice(transport: transport).metered(by: logs.begin).load(Self.length("https://example.org/"))
        #expect(seen.withLock { $0 } == [false, true])
    }
}

/// Counts what it says came over the network: two bytes that were decoded to five.
private struct Counting: CountingTransport {
    func send(_ request: Request) async throws -> Response {
        request.meter?.answer(expecting: 2)
        request.meter?.receive(2)
        return Response(body: Data("hello".utf8))
    }
}
