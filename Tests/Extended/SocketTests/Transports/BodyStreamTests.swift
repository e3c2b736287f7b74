import Foundation
import ResourcefulTesting
import Testing

/// Bodies that are made while they are sent.
@Suite(.permit, .knownDifferences) struct BodyStreamTests {
    private struct Broken: Error, Equatable { var number = 7 }

    /// Pieces of numbers, so that none is like another.
    private static let pieces = (0..<40).map { piece in
        Data((0..<(piece * 997)).map { UInt8(truncatingIfNeeded: $0 &* piece) })
    }
    private static let content = pieces.reduce(Data(), +)

    private func stream(_ pieces: [Data] = pieces, then error: (any Error)? = nil) -> AsyncThrowingStream<
        Data, any Error
    > {
        AsyncThrowingStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish(throwing: error)
        }
    }

    @Test(arguments: Subject.overSockets, [true, false]) func `a stream is sent piece by piece`(
        subject: Subject, isLengthKnown: Bool
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        try await subject.check(.streams) {
            let body = Body.stream(stream(), length: isLengthKnown ? Self.content.count : nil, mediaType: "audio/mp4")
            _ = try await server.webservice(subject).load(echo(method: .put, body: body))
            let request = try #require(server.requests.first)
            #expect(isSame(request.body?.data, Self.content))
            #expect(request.headerFields["Content-Type"] == "audio/mp4")
            #expect(request.headerFields["Content-Length"] == (isLengthKnown ? "\(Self.content.count)" : nil))
            #expect(request.headerFields["Transfer-Encoding"] == (isLengthKnown ? nil : "chunked"))
        }
    }

    @Test(arguments: Subject.overSockets) func `a slow stream delays no other load`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let webservice = server.webservice(subject.own())
        try await subject.check(.streams) {
            let (pieces, input) = AsyncStream<Data>.makeStream()
            async let slow = webservice.load(echo("slow", method: .post, body: .stream(pieces)))
            for number in 0..<20 {
                input.yield(Data("\(number),".utf8))
                _ = try await webservice.load(echo("quick"))
            }
            input.finish()
            let status = try await slow.status
            #expect(status == 200)
            let body = server.requests.first { $0.url.lastPathComponent == "slow" }?.body?.data
            #expect(body == Data((0..<20).map { "\($0)," }.joined().utf8))
        }
    }

    @Test(arguments: Subject.overSockets, [nil, 1_000_000])
    func `an error in the middle ends the load, and is its cause`(
        subject: Subject, length: Int?
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        try await subject.check(.streams) {
            let body = Body.stream(stream(then: Broken()), length: length)
            let error = await #expect(throws: LoadError.self) {
                try await server.webservice(subject).load(echo(method: .put, body: body))
            }
            #expect(error?.stage == .transport)
            #expect(error?.underlyingError as? Broken == Broken())
            #expect(server.requests.isEmpty, "a body that was cut short was taken for whole")
        }
    }

    @Test(arguments: Subject.overSockets, [-1, 1])
    func `a stream that is longer or shorter than it says is never taken for whole`(
        subject: Subject, difference: Int
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        try await subject.check(.streams) {
            let body = Body.stream(stream(), length: Self.content.count + difference)
            #expect(await server.webservice(subject).kindOfFailure(echo(method: .put, body: body)) == .other)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: Subject.overSockets) func `a stream is sent once`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response(status: 503) }
        let webservice = server.webservice(subject, policies: [.retry(upTo: 3)])
        try await subject.check(.streams) {
            let upload = echo(method: .put, body: .stream(stream()))
            let response = try await webservice.load(upload)
            #expect(response.status == 503)
            let error = await #expect(throws: LoadError.self) { try await webservice.load(upload) }
            #expect(error?.stage == .request)
            #expect(error?.description.contains("stream") == true)
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: Subject.overSockets) func `canceling the load stops the stream`(subject: Subject) async throws {
        let isBegun = Locked(false)
        let server = try LoopbackServer(
            receiving: { _, _ in isBegun.withLock { $0 = true } }, answering: { _ in .response(Response()) })
        try await subject.check(.streams) {
            let isStopped = Locked(false)
            // In a function of its own, so that nothing here holds the stream: if the transport has not asked for the
            // next piece yet, the stream ends when it is released.
            func begin() -> (Task<Response, any Error>, AsyncStream<Data>.Continuation) {
                let (pieces, input) = AsyncStream<Data>.makeStream()
                input.onTermination = { _ in isStopped.withLock { $0 = true } }
                input.yield(Data("begun".utf8))
                let load = Task {
                    defer { isBegun.withLock { $0 = true } }
                    return try await server.webservice(subject).load(echo(method: .put, body: .stream(pieces)))
                }
                return (load, input)
            }
            let (load, input) = begin()
            #expect(await eventually { isBegun.withLock { $0 } })
            load.cancel()
            try #require(try await isCancelled(load))
            #expect(await eventually { isStopped.withLock { $0 } })
            input.finish()
        }
    }

    @Test(arguments: Subject.overSockets) func `a stream whose maker was canceled does not cancel the load`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        try await subject.check(.streams) {
            let body = Body.stream(stream(then: CancellationError()))
            #expect(await server.webservice(subject).kindOfFailure(echo(method: .put, body: body)) == .other)
        }
    }

    @Test(arguments: Subject.overSockets) func `no more is made than the server takes`(subject: Subject) async throws {
        let server = try RawServer { connection in
            // It takes the head and what comes along, and then nothing.
            _ = connection.receive()
            Thread.sleep(forTimeInterval: 5)
        }
        defer { server.stop() }
        try await subject.check(.streams) {
            let count = Locked(0)
            let pieces = AsyncStream<Data> {
                count.withLock { $0 += 1 }
                return Data(count: 100_000)
            }
            let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
            let isOver = Locked(false)
            let load = Task {
                defer { isOver.withLock { $0 = true } }
                return try await webservice.load(echo(method: .put, body: .stream(pieces)))
            }
            #expect(await eventually { isOver.withLock { $0 } || count.withLock { $0 } > 1 })
            try await Task.sleep(for: .milliseconds(500))
            load.cancel()
            _ = await load.result
            // What the system keeps between the two is some megabytes.
            #expect((1..<200).contains(count.withLock { $0 }), "\(count.withLock { $0 })")
        }
    }

    @Test(arguments: Subject.overSockets) func `a refusal that comes before the end of the stream comes through`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(bodyLimit: 10, answering: { _ in .response(Response(status: 413)) })
        try await subject.check(.streams) {
            let (pieces, input) = AsyncStream<Data>.makeStream()
            input.yield(Data(count: 1_000))
            let response = try await server.webservice(subject).load(echo(method: .put, body: .stream(pieces)))
            #expect(response.status == 413)
        }
    }

    private func isCancelled(_ load: Task<Response, any Error>) async throws -> Bool {
        do {
            _ = try await load.value
            return false
        } catch is CancellationError {
            return true
        }
    }
}
