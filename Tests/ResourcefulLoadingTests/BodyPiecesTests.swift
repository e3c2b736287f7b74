import Foundation
import ResourcefulTesting
import Testing

/// What a transport reads of a body: `Body.pieces(upTo:)`.
struct BodyPiecesTests {
    private static let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    /// Pieces of a stream, of odd sizes, some of them empty.
    private static func streamed(length: Int?) -> Body {
        let pieces = stride(from: 0, to: bytes.count, by: 7_001).flatMap { start in
            [bytes[start..<min(start + 7_001, bytes.count)], Data()]
        }
        return .stream(
            AsyncStream { continuation in
                for piece in pieces { continuation.yield(piece) }
                continuation.finish()
            }, length: length)
    }

    private static func read(_ pieces: Body.Pieces) async throws -> (Data, largest: Int) {
        var (all, largest) = (Data(), 0)
        for try await piece in pieces {
            #expect(!piece.isEmpty)
            all += piece
            largest = max(largest, piece.count)
        }
        return (all, largest)
    }

    @Test(arguments: [1, 1_000, 65_536, 1_000_000])
    func `the pieces of every kind of body are what is sent, and as many as they say`(size: Int) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Self.bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let parts = Body.multipart([.file(file, name: "file")], boundary: "b")
        let whole = size == 1 ? [] : [Self.streamed(length: 200_000), Self.streamed(length: nil), .file(file)]
        for body in whole + [.data(Self.bytes), .data(Data())] {
            let pieces = try body.pieces(upTo: size)
            let (all, largest) = try await Self.read(pieces)
            #expect(all == body.data ?? Self.bytes)
            #expect(pieces.length == all.count || (pieces.length == nil && !body.canBeSentAgain))
            #expect(largest <= size || body.data != nil)
            if body.canBeSentAgain { #expect(try await Self.read(pieces).0 == all) }
        }
        let multipart = try parts.pieces(upTo: max(size, 100))
        let sent = try await Self.read(multipart).0
        #expect(sent.count == multipart.length && sent.range(of: Self.bytes) != nil)
    }

    @Test func `what is compressed comes compressed, and in memory says how long it is`() async throws {
        let body = Body.data(Self.bytes).gzipped()
        let pieces = try body.pieces()
        let compressed = try await Self.read(pieces).0
        #expect(pieces.length == compressed.count && compressed.count < Self.bytes.count)
        #expect(compressed.starts(with: [0x1F, 0x8B]))
        let streamed = try Self.streamed(length: 200_000).gzipped().pieces()
        #expect(streamed.length == nil)
        #expect(try await Self.read(streamed).0.starts(with: [0x1F, 0x8B]))
    }

    @Test(arguments: [199_999, 200_001]) func `a stream of another length than it said is an error`(
        length: Int
    ) async throws {
        let pieces = try Self.streamed(length: length).pieces()
        await #expect(throws: TransportError.self) { try await Self.read(pieces) }
    }

    @Test func `a stream has its pieces once, and a file that is not there has none`() async throws {
        let body = Self.streamed(length: nil)
        _ = try await Self.read(try body.pieces())
        #expect(throws: RequestError.self) { try body.pieces() }
        #expect(throws: RequestError.self) { try Body.file(URL(filePath: "/nowhere/at/all")).pieces() }
        #expect(throws: RequestError.self) { try Body.json(Double.nan).pieces() }
    }

    @Test(.timeLimit(.minutes(10))) func `canceled pieces end at once, also for a task that waits for one`()
        async throws
    {
        for cancelsTask in [true, false] {
            let (ended, first) = (Counter(), Counter())
            let stream = AsyncStream<Data> { continuation in
                continuation.onTermination = { _ in ended.add() }
                continuation.yield(Data([1]))
            }
            let pieces = try Body.stream(stream).pieces()
            let task = Task {
                for try await _ in pieces { first.add() }
            }
            #expect(await eventually { first.value == 1 })
            if cancelsTask { task.cancel() } else { pieces.cancel() }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await eventually { ended.value == 1 })
        }
    }

    @Test func `a stream that is canceled between two pieces is reported, even if its body is kept`() async throws {
        let ended = Counter()
        let stream = AsyncStream<Data> { continuation in
            continuation.onTermination = { _ in ended.add() }
            continuation.yield(Data([1]))
        }
        let body = Body.stream(stream)
        let pieces = try body.pieces()
        var iterator = pieces.makeAsyncIterator()
        #expect(try await iterator.next() == Data([1]))
        pieces.cancel()
        #expect(await eventually { ended.value == 1 })
        withExtendedLifetime((stream, body)) {}
    }

    @Test func `an error of the stream is the error of its pieces`() async throws {
        struct Broken: Error {}
        let stream = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data([1, 2]))
            continuation.finish(throwing: Broken())
        }
        let pieces = try Body.stream(stream).pieces()
        await #expect(throws: Broken.self) { try await Self.read(pieces) }
    }

    @Test(arguments: [9, 10]) func `a collected response is whole, or too large`(limit: Int) async throws {
        let pieces = [Data("hello".utf8), Data("world".utf8)]
        func stream(_ fields: HeaderFields = [:]) -> ResponseStream {
            let rest = Locked(pieces)
            let body = ResponseStream.Pieces { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
            return ResponseStream(Response(headerFields: fields), body: body)
        }
        let request = Request(url: URL(filePath: "/"))
        for fields in [[:], ["Content-Length": "10"]] as [HeaderFields] {
            let collected = await outcome { try await stream(fields).collected(for: request, upTo: limit).body }
            let limited = await outcome {
                try await stream(fields).collected(for: request.maximumBodySize(limit), upTo: 1 << 30).body
            }
            for outcome in [collected, limited] {
                if limit == 10 {
                    #expect(try outcome.get() == Data("helloworld".utf8))
                } else {
                    let error = #expect(throws: TransportError.self) { try outcome.get() }
                    #expect(error?.kind == .tooLarge)
                }
            }
        }
    }
}

private func outcome<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
}
