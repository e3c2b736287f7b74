import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A server resets a connection that was used before, while the next request is sent over it.
///
/// libcurl sends the request again if it notices that while it receives, and the transport does if libcurl notices it
/// while it sends. Which of the two it is depends on microseconds, so there are many rounds.
@Suite(.permit) struct ClosingConnectionTests {
    /// When the server resets the connection.
    enum Moment: CaseIterable {
        /// After the response to the first request, when the next one may be on its way.
        case afterResponse
        /// After the beginning of the second request.
        case inRequest
    }

    /// A server that resets its first connection, and answers all requests over others.
    ///
    /// - Parameter lengths: The length of each body; -1 where it didn't arrive.
    private static func server(
        resetting moment: Moment, after microseconds: UInt32, _ lengths: Locked<[Int]>
    ) throws -> RawServer {
        let isFirst = Locked(true)
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        return try RawServer { connection in
            let isReset = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            guard isReset else {
                while let length = connection.drain() {
                    lengths.withLock { $0.append(length) }
                    guard connection.send(answer) else { return }
                }
                return
            }
            guard connection.head() != nil else { return }
            lengths.withLock { $0.append(0) }
            guard connection.send(answer) else { return }
            if moment == .inRequest, connection.head() != nil { lengths.withLock { $0.append(-1) } }
            usleep(microseconds)
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }

    /// A request with much time: a body that a task makes may wait long for a busy machine.
    private func request(_ method: Request.Method = .get, _ body: Body? = nil) throws -> Request {
        let isMade = body.map { !$0.canBeSentAgain } ?? false
        return Request(url: try #require(URL(string: "/upload")), method: method, body: body)
            .timeout(.seconds(isMade ? 600 : 60))
    }

    @Test(arguments: Moment.allCases, [100_000, 3_000_000])
    func `a body is sent again, however the end of its connection is noticed`(moment: Moment, size: Int) async throws {
        for round in 0..<40 {
            let lengths = Locked<[Int]>([])
            let server = try Self.server(resetting: moment, after: UInt32(round % 50) * 10, lengths)
            defer { server.stop() }
            let webservice = Webservice(baseURL: server.baseURL, transport: CurlTransport())
            _ = try await webservice.load(Resource<Data>(try request()))
            _ = try await webservice.load(Resource<Data>(try request(.put, .data(Data(count: size)))))
            #expect(lengths.withLock { $0 } == (moment == .inRequest ? [0, -1, size] : [0, size]))
        }
    }

    @Test func `what may not be repeated, and what can't be, is sent once`() async throws {
        struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
            var count = 3
            mutating func next() -> Data? {
                count -= 1
                return count < 0 ? nil : Data(count: 1_000_000)
            }
            func makeAsyncIterator() -> Pieces { self }
        }
        for round in 0..<30 {
            let isPost = round % 2 == 0
            let lengths = Locked<[Int]>([])
            let server = try Self.server(resetting: .inRequest, after: UInt32(round % 50) * 10, lengths)
            defer { server.stop() }
            let webservice = Webservice(baseURL: server.baseURL, transport: CurlTransport())
            _ = try await webservice.load(Resource<Data>(try request()))
            let body = isPost ? Body.data(Data(count: 3_000_000)) : .stream(Pieces(), length: 3_000_000)
            let upload = Resource<Data>(try request(isPost ? .post : .put, body))
            do {
                _ = try await webservice.load(upload)
                // Nothing of the stream had been sent.
                #expect(!isPost && lengths.withLock { $0 } == [0, -1, 3_000_000])
            } catch {
                #expect((error as? LoadError)?.transportFailure == .connectionLost, "\(error)")
                #expect(lengths.withLock { $0 } == [0, -1])
            }
        }
    }
}

extension LoadError {
    fileprivate var transportFailure: TransportError.Kind? { (underlyingError as? TransportError)?.kind }
}
