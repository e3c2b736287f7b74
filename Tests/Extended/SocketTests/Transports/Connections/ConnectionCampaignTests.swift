import Foundation
import ResourcefulTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A server of HTTP/1.1 that ends connections at every point of an exchange, by an end or a reset.
@Suite(.permit) struct ConnectionCampaignTests {
    /// The point at which the server ends the connection.
    enum Point: String, CaseIterable, CustomTestStringConvertible {
        /// Just after an answer, when the next request may be on its way.
        case afterAnswer
        case inHead, afterHead, inBody, afterRequest
        /// From here on, the client knows that the server has begun to answer.
        case inAnswerHead, afterAnswerHead, inAnswerBody

        var testDescription: String { rawValue }
        var hasProcessed: Bool { self >= .afterRequest }

        static func >= (left: Point, right: Point) -> Bool {
            allCases.firstIndex(of: left) ?? 0 >= allCases.firstIndex(of: right) ?? 0
        }
    }

    /// A connection that may have to end.
    private struct Wire {
        let connection: RawServer.Connection
        let resets: Bool
        var unread: [UInt8] = []

        /// Makes the connection end with a reset when the server leaves it, if it has to.
        func end() {
            guard resets else { return }
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }

        /// Reads until the head of a request is there; nil when the client has left.
        mutating func head() -> String? {
            while true {
                let text = String(decoding: unread, as: UTF8.self)
                if let end = text.range(of: "\r\n\r\n") {
                    let head = String(text[..<end.upperBound])
                    unread.removeFirst(head.utf8.count)
                    return head
                }
                guard let more = connection.receive() else { return nil }
                unread += more
            }
        }

        /// Reads so many bytes of a body; false when the client has left.
        mutating func skip(_ count: Int) -> Bool {
            while unread.count < count {
                guard let more = connection.receive() else { return false }
                unread += more
            }
            unread.removeFirst(count)
            return true
        }
    }

    /// Ends one exchange of its first connection, and answers all others with what they ask for.
    private static func server(
        _ point: Point, resets: Bool, isConnectionUsed: Bool, _ processed: Locked<[String: Int]>
    ) throws -> RawServer {
        let connections = Locked(0)
        return try RawServer { connection in
            let number = connections.withLock { count in
                defer { count += 1 }
                return count
            }
            var (wire, index) = (Wire(connection: connection, resets: resets), 0)
            while true {
                let isLast = number == 0 && index == (isConnectionUsed ? 1 : 0)
                index += 1
                if isLast, point == .afterAnswer { return wire.end() }
                if isLast, point == .inHead {
                    _ = connection.receive()
                    return wire.end()
                }
                guard let head = wire.head() else { return }
                if isLast, point == .afterHead { return wire.end() }
                let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
                if isLast, point == .inBody {
                    _ = wire.skip(length / 2)
                    return wire.end()
                }
                guard wire.skip(length) else { return }
                let path = String(head.split(separator: " ")[1])
                processed.withLock { $0[path, default: 0] += 1 }
                if isLast, point == .afterRequest { return wire.end() }
                let isHead = head.hasPrefix("HEAD")
                let answer = "HTTP/1.1 200 OK\r\nX-Path: \(path)\r\nContent-Length: \(path.utf8.count)\r\n\r\n"
                let sent =
                    switch (isLast, point) {
                    case (true, .inAnswerHead): String(answer.prefix(20))
                    case (true, .afterAnswerHead): answer
                    case (true, .inAnswerBody): answer + (isHead ? "" : String(path.prefix(3)))
                    default: answer + (isHead ? "" : path)
                    }
                guard connection.send(sent) else { return }
                if isLast {
                    usleep(20_000)
                    return wire.end()
                }
            }
        }
    }

    @Test(arguments: Point.allCases, [false, true])
    func `a connection that ends loses no request that may be repeated, repeats no other, and mixes no answers`(
        point: Point, resets: Bool
    ) async throws {
        let methods: [Request.Method] = [.get, .head, .put, .delete, .post, .patch]
        for isConnectionUsed in [true, false] where isConnectionUsed || point != .afterAnswer {
            for method in methods {
                for size in [nil, 0, 5, 300_000] where size == nil || method != .get && method != .head {
                    let processed = Locked<[String: Int]>([:])
                    let server = try Self.server(
                        point, resets: resets, isConnectionUsed: isConnectionUsed, processed)
                    defer { server.stop() }
                    let webservice = Webservice(baseURL: server.baseURL, transport: Subject.curl.own())
                    if isConnectionUsed { #expect(try await webservice.load(echo("first")).text == "/first") }
                    let body = size.map { Body.data(Data(repeating: 0x61, count: $0)) }
                    let order = echo("order", method: method, body: body, timeout: .seconds(60))
                    let result = await Task { try await webservice.load(order) }.result
                    let what: Comment = "\(method) \(size ?? -1), used: \(isConnectionUsed)"
                    switch result {
                    case .success(let response):
                        #expect(response.headerFields["X-Path"] == "/order", what)
                        #expect(response.text == (method == .head ? "" : "/order"), what)
                        // The head of an answer to HEAD is all of it.
                        let isWhole = method == .head && point >= .afterAnswerHead
                        #expect(!(point >= .inAnswerHead) || isWhole, what)
                    case .failure(let error):
                        let kind = ((error as? LoadError)?.underlyingError as? TransportError)?.kind
                        // A head that was cut short isn't one.
                        let isMalformed = kind == .malformedResponse && point == .inAnswerHead
                        #expect(kind == .connectionLost || isMalformed, "\(what): \(error)")
                        // On a connection that was used before, it is sent again if it may be.
                        let isRepeatable = method.isIdempotent && isConnectionUsed && !(point >= .inAnswerHead)
                        #expect(!isRepeatable, "\(what): \(error)")
                    }
                    let count = processed.withLock { $0["/order"] ?? 0 }
                    if !method.isIdempotent || point >= .inAnswerHead { #expect(count <= 1, what) }
                    #expect(try await webservice.load(echo("next", timeout: .seconds(60))).text == "/next", what)
                }
            }
        }
    }
}
