public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Body {
    /// The bytes of the body as they are sent, piece by piece: what a transport reads.
    ///
    /// The files of the body are looked at, and a stream begins. So call this once for each exchange.
    ///
    /// - Parameter size: How many bytes a piece may have. What is in memory comes in one piece, whatever its size.
    /// - Throws: ``RequestError`` when a file is not there or can't be read, when a stream was sent before, or when the
    ///   body can't be sent at all. A transport may throw it on: it becomes a ``LoadError`` at the request stage.
    public func pieces(upTo size: Int = 1 << 16) throws(RequestError) -> Pieces { try Pieces(self, upTo: size) }

    /// The bytes of a body, in order. They can be read again from the first one, unless ``canBeSentAgain`` is false.
    public struct Pieces: AsyncSequence, Sendable {
        fileprivate enum Source: Sendable {
            case data(Data)
            case files(Body)
            case stream(UploadStream, Arrival)
        }

        fileprivate let source: Source
        fileprivate let size: Int

        /// How many bytes there are in all: the Content-Length. Nil when that is known only at the end, so that they
        /// are to be sent in chunks (RFC 9112, section 7.1).
        public let length: Int?

        fileprivate init(_ body: Body, upTo size: Int) throws(RequestError) {
            self.size = Swift.max(1, size)
            if let data = body.data {
                let sent = body.isGzipped ? Gzip.compressed(data) : data
                (source, length) = (.data(sent), sent.count)
                return
            }
            let arrival = Arrival()
            if let stream = try UploadStream(body, tell: { arrival.tell() }) {
                (source, length) = (.stream(stream, arrival), stream.count)
            } else {
                (source, length) = (.files(body), try UploadReader(body).count)
            }
        }

        /// Says that nobody will read any more, as when the exchange is canceled: a stream ends at once, also for who
        /// waits for its next piece. What is in memory and in files goes on.
        public func cancel() {
            guard case .stream(let stream, let arrival) = source else { return }
            arrival.close()
            stream.cancel()
        }

        /// Reads the bytes from the first one on.
        public func makeAsyncIterator() -> Iterator { Iterator(PieceReader(self)) }

        /// Reads one piece after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private let reader: PieceReader

            fileprivate init(_ reader: PieceReader) { self.reader = reader }

            /// The next piece, never an empty one; nil after the last one. A file is read on the thread of the caller.
            ///
            /// - Throws: ``TransportError`` when there won't be all of the bytes that ``Pieces/length`` promised, or an
            ///   error of the stream itself; `CancellationError`.
            public mutating func next() async throws -> Data? { try await reader.next() }
        }
    }
}

/// Reads the pieces of a body, and lets go of a stream when nobody reads it any more.
private final class PieceReader {
    private let source: Body.Pieces.Source
    private let size: Int
    private var reader: UploadReader?
    private var isAtEnd = false

    init(_ pieces: Body.Pieces) { (source, size) = (pieces.source, pieces.size) }

    deinit {
        if case .stream(let stream, _) = source { stream.cancel() }
    }

    func next() async throws -> Data? {
        if isAtEnd { return nil }
        let piece: Data
        switch source {
        case .data(let data): (piece, isAtEnd) = (data, true)
        case .files(let body): piece = try next(of: body)
        case .stream(let stream, let arrival): piece = try await next(of: stream, arrival)
        }
        if piece.isEmpty { isAtEnd = true }
        return piece.isEmpty ? nil : piece
    }

    private func next(of body: Body) throws -> Data {
        if reader == nil { reader = try UploadReader(body) }
        var piece = Data(count: size)
        let outcome = piece.withUnsafeMutableBytes { bytes in
            Result { () throws(RequestError) in try reader?.read(into: bytes) ?? 0 }
        }
        switch outcome {
        case .success(let count): return piece.prefix(count)
        // The head is on its way: what is wrong is not the request any more.
        case .failure(let error): throw TransportError(.other, error.message)
        }
    }

    private func next(of stream: UploadStream, _ arrival: Arrival) async throws -> Data {
        var piece = Data(count: size)
        while true {
            if Task.isCancelled || arrival.isClosed { throw CancellationError() }
            switch piece.withUnsafeMutableBytes({ stream.read(into: $0) }) {
            case .copied(let count): return piece.prefix(count)
            case .failed(let error): throw error
            case .notYet: await arrival.wait()
            }
        }
    }
}

/// Tells one who waits that a stream has more, also when it is said before he waits.
private final class Arrival: Sendable {
    private struct State {
        var isTold = false
        var isClosed = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Tells it for good.
    func close() {
        state.withLock { $0.isClosed = true }
        tell()
    }

    func tell() {
        let waiting = state.withLock { state in
            state.isTold = state.waiting == nil
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Waits to be told, or for the task to be cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTold = state.withLock { state in
                    defer { state.isTold = false }
                    if !state.isTold { state.waiting = continuation }
                    return state.isTold
                }
                if isTold { continuation.resume() }
            }
        } onCancel: {
            tell()
        }
    }
}
