import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// What a server of HTTP/2 has not processed is sent again, whatever its method; what it may have processed is not
/// (RFC 9113, sections 6.8 and 8.7).
@Suite(.permit, .needsServers) struct RefusedStreamTests {
    /// How a server says that it hasn't processed a stream.
    enum Refusal: String, CaseIterable, CustomTestStringConvertible {
        case goAway, refusedStream, goAwayAndReset

        var testDescription: String { rawValue }

        func actions(of stream: UInt8) -> [HTTP2Server.Action] {
            switch self {
            case .goAway: [.goAway(last: stream < 3 ? 0 : stream - 2)]
            case .refusedStream: [.reset(7)]
            case .goAwayAndReset: [.goAway(last: 0), .reset(0)]
            }
        }
    }

    /// When it says so.
    enum Moment: String, CaseIterable, CustomTestStringConvertible {
        case head, middle, end

        var testDescription: String { rawValue }

        func has(_ event: HTTP2Server.Event) -> Bool {
            switch (self, event) {
            case (.head, .head), (.end, .end): true
            case (.middle, .data(let count)): count >= 20_000
            default: false
            }
        }
    }

    private static let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

    /// Each with what the server has to receive, and whether it comes in more than one frame.
    private static func bodies(_ file: URL) -> [(body: Body?, content: Data, isLarge: Bool)] {
        [
            (nil, Data(), false), (.data(Data("order".utf8)), Data("order".utf8), false),
            (.data(content), content, true), (.file(file), content, true),
        ]
    }

    @Test(arguments: Refusal.allCases, [false, true])
    func `a request whose stream is refused is sent again, whole and once`(
        refusal: Refusal, isConnectionUsed: Bool
    ) async throws {
        let file = try TemporaryFile(Self.content)
        for moment in Moment.allCases {
            for method in [Request.Method.get, .put, .delete, .post, .patch] {
                for (body, content, isLarge) in Self.bodies(file.url) where method != .get || body == nil {
                    if moment == .middle, !isLarge { continue }
                    let first: UInt8 = isConnectionUsed ? 3 : 1
                    let server = try HTTP2Server { event, stream in
                        if stream.connection == 0, stream.number == first {
                            return moment.has(event) ? refusal.actions(of: stream.number) : []
                        }
                        return event == .end ? [.answer] : []
                    }
                    defer { server.stop() }
                    let webservice = server.webservice()
                    if isConnectionUsed { _ = try await webservice.load(echo()) }
                    let result = await Task { try await webservice.load(echo("order", method: method, body: body)) }
                        .result
                    let what: Comment = "\(method), \(moment), \(content.count) bytes: \(result)"
                    #expect((try? result.get().status) == 200, what)
                    let served = server.served.dropFirst(isConnectionUsed ? 1 : 0)
                    #expect(served.map(\.connection) == [1], what)
                    let isWhole = served.first?.body == Array(content)
                    #expect(isWhole, what)
                }
            }
        }
    }

    @Test func `a stream that is unread is sent again, and one that was read is not`() async throws {
        for moment in [Moment.head, .middle] {
            let server = try HTTP2Server { event, stream in
                if stream.connection == 0 { return moment.has(event) ? [.reset(7)] : [] }
                return event == .end ? [.answer] : []
            }
            defer { server.stop() }
            // Its first piece comes only after the refusal where it has to be untouched.
            let pieces = AsyncStream<Data> { continuation in
                Task {
                    if moment == .head { try await Task.sleep(for: .milliseconds(300)) }
                    continuation.yield(Self.content)
                    continuation.finish()
                }
            }
            let order = echo("order", method: .post, body: .stream(pieces, length: Self.content.count))
            let result = await Task { try await server.webservice().load(order) }.result
            switch (moment, result) {
            case (.head, .success(let response)):
                #expect(response.status == 200)
                let isWhole = server.served.map(\.body) == [Array(Self.content)]
                #expect(isWhole)
            case (.head, .failure(let error)): Issue.record(error)
            default:
                let error = #expect(throws: LoadError.self) { _ = try result.get() }
                #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
                #expect(server.served.isEmpty)
            }
        }
    }

    @Test(arguments: 0..<5)
    func `what may have been processed isn't sent again unless its method is idempotent`(index: Int) async throws {
        let ends: [[HTTP2Server.Action]] = [
            [.close], [.goAway(last: 255), .close], [.reset(0)], [.reset(2)], [.reset(8)],
        ]
        for method in [Request.Method.post, .patch] {
            for isConnectionUsed in [false, true] {
                let count = Locked(0)
                let server = try HTTP2Server { event, stream in
                    guard event == .end else { return [] }
                    if isConnectionUsed, stream.number == 1, count.withLock({ $0 }) == 0 {
                        count.withLock { $0 += 1 }
                        return [.answer]
                    }
                    count.withLock { $0 += 1 }
                    return ends[index]
                }
                defer { server.stop() }
                let webservice = server.webservice()
                if isConnectionUsed { _ = try await webservice.load(echo()) }
                let error = await #expect(throws: LoadError.self) {
                    try await webservice.load(echo("order", method: method, body: .data(Data("order".utf8))))
                }
                #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
                #expect(count.withLock { $0 } == (isConnectionUsed ? 2 : 1))
            }
        }
    }

    @Test func `a GET whose stream is closed before any field is sent again once`() async throws {
        let count = Locked(0)
        let server = try HTTP2Server { event, _ in
            guard event == .end else { return [] }
            return count.withLock { count in
                count += 1
                return count == 1 ? [.reset(0)] : [.answer]
            }
        }
        defer { server.stop() }
        #expect(try await server.webservice().load(echo()).status == 200)
        #expect(server.served.count == 1)
    }

    @Test func `a server that refuses each time is an error in the end`() async throws {
        let count = Locked(0)
        let server = try HTTP2Server { event, _ in
            guard event == .end else { return [] }
            count.withLock { $0 += 1 }
            return [.reset(7)]
        }
        defer { server.stop() }
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice().load(echo("order", method: .post, body: .data(Data("order".utf8))))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
        #expect((6...90).contains(count.withLock { $0 }))
    }
}
