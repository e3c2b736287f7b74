import Foundation
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How far loads have come, over real transports.
@Suite(.permit, .knownDifferences) struct ProgressTests {
    private static let content = Data(repeating: 7, count: 1_000_000)

    /// Every progress that was told, in order.
    final class Log: Sendable {
        private let told = Locked<[TransferProgress]>([])
        func callAsFunction(_ progress: TransferProgress) { told.withLock { $0.append(progress) } }
        var all: [TransferProgress] { told.withLock { $0 } }

        /// Blocks until the last progress is such a one, for a minute at most: who tells of it has to get its turn
        /// among all other tests.
        func wait(until isReached: (TransferProgress) -> Bool) {
            for _ in 0..<30_000 where !(all.last.map(isReached) ?? false) { Thread.sleep(forTimeInterval: 0.002) }
        }

        /// What holds of every load that succeeds.
        func check(sent: Int, received: Int, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
            let fractions = all.compactMap(\.fraction)
            #expect(fractions == fractions.sorted(), sourceLocation: sourceLocation)
            #expect(fractions.filter { $0 == 1 }.count == 1, sourceLocation: sourceLocation)
            let last = try #require(all.last, sourceLocation: sourceLocation)
            #expect(last.isFinished && last.timeLeft == .zero, sourceLocation: sourceLocation)
            #expect(last.sent == sent && last.expectedToSend == sent, "\(last)", sourceLocation: sourceLocation)
            #expect(
                last.received == received && last.expectedToReceive == received, "\(last)",
                sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: Subject.allCases, [true, false]) func `the bytes of a body that comes are counted`(
        subject: Subject, isChunked: Bool
    ) async throws {
        let service = try Service(subject) { _ in
            Response(headerFields: isChunked ? ["Transfer-Encoding": "chunked"] : [:], body: Self.content)
        }
        let log = Log()
        let response = try await service.webservice.load(echo(), every: .milliseconds(1)) { log($0) }
        #expect(isSame(response.body, Self.content))
        try log.check(sent: 0, received: Self.content.count)
        #expect(log.all.first == TransferProgress())
        // Where the length is not known, nothing is said of a fraction before all has come.
        if isChunked {
            #expect(log.all.dropLast().allSatisfy { $0.fraction == nil || $0.received == Self.content.count })
        }
    }

    @Test(arguments: Subject.overSockets) func `while a body comes, its fraction is reported`(
        subject: Subject
    ) async throws {
        let log = Log()
        let server = try RawServer { connection in
            _ = connection.receive()
            _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            for count in stride(from: 250, through: 1_000, by: 250) {
                _ = connection.send([UInt8](repeating: 0, count: 250))
                log.wait { $0.received >= count }
            }
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        _ = try await webservice.load(echo(), every: .milliseconds(1)) { log($0) }
        try log.check(sent: 0, received: 1_000)
        for fraction in [0.25, 0.5, 0.75] {
            #expect(log.all.contains { $0.fraction == fraction && $0.expected == 1_000 })
        }
    }

    @Test(arguments: Subject.overSockets) func `coded bodies are counted as they cross the network`(
        subject: Subject
    ) async throws {
        let plain = Data(count: 500_000)
        let coded = Gzip.compressed(plain)
        let server = try LoopbackServer { _ in Response(headerFields: ["Content-Encoding": "gzip"], body: coded) }
        let log = Log()
        let response = try await server.webservice(subject).load(echo(), every: .milliseconds(1)) { log($0) }
        #expect(response.body == plain)
        #expect(log.all.last?.isFinished == true)
        try await subject.check(.codedBytes) { try log.check(sent: 0, received: coded.count) }
    }

    @Test(arguments: Subject.overSockets) func `the bytes of a body that is sent are counted, wherever they are`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response(status: 201, body: Data("done".utf8)) }
        let file = try TemporaryFile(Self.content)
        let parts: [Body.Part] = [.text("a", name: "b"), .file(file.url, name: "c")]
        for body in [Body.data(Self.content), .file(file.url), .multipart(parts, boundary: "cut")] {
            let log = Log()
            let upload = echo(method: .put, body: body)
            _ = try await server.webservice(subject).load(upload, every: .milliseconds(1)) { log($0) }
            let count = try #require(server.requests.last?.body?.data?.count)
            try log.check(sent: count, received: 4)
            #expect(log.all.first?.expectedToSend == count || log.all.first?.sent == 0)
        }
    }

    @Test(arguments: Subject.overSockets) func `a file that is missing is an error, and no progress comes before it`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let webservice = server.webservice(subject)
        let missing = URL(filePath: "/tmp/resourceful-missing-\(UInt64.random(in: 0 ... .max))")
        let form = Body.multipart([.text("a", name: "b"), .file(missing, name: "c")], boundary: "cut")
        for body in [Body.file(missing), Body.file(missing).gzipped(), form] {
            let log = Log()
            let upload = echo(method: .put, body: body)
            let loads: [@Sendable () async throws -> Void] = [
                { _ = try await webservice.load(upload) { log($0) } },
                {
                    let pieces = webservice.stream(of: .init(bytes: upload.request), progress: { log($0) })
                    for try await _ in pieces {}
                },
                { for try await case .progress(let progress) in webservice.progress(of: upload) { log(progress) } },
            ]
            for load in loads {
                let error = await #expect(throws: LoadError.self) { try await load() }
                #expect(
                    error?.stage == .request && error.map { "\($0)".contains(missing.path) } == true,
                    "\(String(describing: error))")
                #expect(log.all.isEmpty, "\(log.all)")
            }
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `the bytes of a stream that is sent are counted`() async throws {
        let server = try LoopbackServer { _ in Response() }
        for length in [nil, 300_000] {
            let (pieces, input) = AsyncStream<Data>.makeStream()
            for _ in 0..<30 { input.yield(Data(count: 10_000)) }
            input.finish()
            let log = Log()
            let upload = echo(method: .put, body: .stream(pieces, length: length))
            _ = try await server.webservice(Subject.curl).load(upload, every: .milliseconds(1)) { log($0) }
            try log.check(sent: 300_000, received: 0)
        }
    }

    @Test(arguments: Subject.overSockets) func `a retry sends the file again, and the fraction does not go back`(
        subject: Subject
    ) async throws {
        let content = Data(repeating: 7, count: 8_000_000)
        let file = try TemporaryFile(content)
        let (attempts, total, log) = (Locked(0), Locked(0), Log())
        let server = try RawServer { connection in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            guard attempt == 2 else {
                // Takes some of it, and resets the connection.
                for _ in 0..<60 { _ = connection.receive() }
                log.wait { $0.sent > 3_000_000 }
                return connection.reset()
            }
            log.wait { [most = log.all.map(\.sent).max() ?? 0] in $0.sent < most }
            total.withLock { $0 = connection.drain() ?? 0 }
            _ = connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        }
        defer { server.stop() }
        let webservice = Webservice(
            baseURL: server.baseURL, policies: [.retry(upTo: 2)], transport: subject.own())
        let upload = echo(method: .put, body: .file(file.url))
        let response = try await webservice.load(upload, every: .milliseconds(1)) { log($0) }
        #expect(response.status == 204 && attempts.withLock { $0 } == 2)
        // URLSession on Linux sends chunks, which are a little more.
        #expect((content.count..<content.count + 100_000).contains(total.withLock { $0 }))
        try log.check(sent: content.count, received: 0)
        let counts = log.all.map(\.sent)
        #expect(counts != counts.sorted(), "the second attempt begins at 0")
    }

    @Test(arguments: Subject.overSockets) func `a redirected body counts once`(subject: Subject) async throws {
        let server = try LoopbackServer { request in
            request.url.lastPathComponent == "x"
                ? Response(status: 307, headerFields: ["Location": "/y"], body: Data(count: 100))
                : Response(status: 200)
        }
        let log = Log()
        let upload = echo(method: .put, body: .data(Self.content))
        _ = try await server.webservice(subject).load(upload, every: .milliseconds(1)) { log($0) }
        #expect(server.requests.count == 2)
        try log.check(sent: Self.content.count, received: 0)
    }

    @Test(arguments: Subject.overSockets) func `a load that fails has not come to its end`(subject: Subject)
        async throws
    {
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Self.content), .cutShort(after: 500_000))
        })
        let log = Log()
        await #expect(throws: LoadError.self) {
            try await server.webservice(subject).load(echo(), every: .milliseconds(1)) { log($0) }
        }
        let count = log.all.count
        #expect(log.all.allSatisfy { $0.fraction.map { $0 < 1 } ?? true })
        try await Task.sleep(for: .milliseconds(20))
        #expect(log.all.count == count, "nothing is told afterwards")
    }

    @Test(arguments: Subject.overSockets) func `a stream tells how far it has come`(subject: Subject) async throws {
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Self.content), .drip(bytes: 100_000, every: .milliseconds(2)))
        })
        let log = Log()
        var count = 0
        let pieces = server.webservice(subject).stream(of: .bytes(), every: .milliseconds(1)) { log($0) }
        for try await piece in pieces { count += piece.count }
        #expect(count == Self.content.count)
        try log.check(sent: 0, received: Self.content.count)
    }
}

extension RawServer.Connection {
    /// Ends the connection with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
