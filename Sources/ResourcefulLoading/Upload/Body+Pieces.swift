extension Body {
    /// Returns the bytes of the body as they are sent, piece by piece, for a transport to read.
    ///
    /// This checks the files of the body and begins a stream, so call it once for each exchange.
    ///
    /// - Parameter size: The maximum number of bytes in a piece. Content in memory is a single piece of any size.
    /// - Throws: ``RequestError`` if a file doesn't exist or can't be read, if a stream was already sent, or if the
    ///   body can't be sent at all. A transport can rethrow it: it becomes a ``LoadError`` at the request stage.
    public func pieces(upTo size: Int = 1 << 16) throws(RequestError) -> Pieces { try Pieces(self, upTo: size) }

    /// The bytes of a body, in order. You can read them again from the beginning, unless ``canBeSentAgain`` is false.
    public struct Pieces: AsyncSequence, Sendable {
        fileprivate enum Source: Sendable {
            case data(Data)
            case files(Body)
            case stream(UploadStream, Arrival)
        }

        fileprivate let source: Source
        fileprivate let size: Int

        /// The total number of bytes: the Content-Length. Nil if it is known only at the end, so the body must be sent
        /// in chunks (RFC 9112, section 7.1).
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

        /// Ends the reading, for example because the exchange is canceled. A stream ends at once, even for a reader
        /// that waits for its next piece. Content in memory and in files continues.
        public func cancel() {
            guard case .stream(let stream, let arrival) = source else { return }
            arrival.close()
            stream.cancel()
        }

        /// Creates an iterator that reads the bytes from the beginning.
        public func makeAsyncIterator() -> Iterator { Iterator(PieceReader(self)) }

        /// Reads one piece after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private let reader: PieceReader

            fileprivate init(_ reader: PieceReader) { self.reader = reader }

            /// Returns the next piece, which is never empty; nil after the last one. A file is read on the caller's
            /// thread.
            ///
            /// - Throws: ``TransportError`` if the bytes that ``Pieces/length`` promised can't all be read, or an error
            ///   of the stream itself; `CancellationError`.
            public mutating func next() async throws -> Data? { try await reader.next() }
        }
    }
}

/// Reads the pieces of a body. Releasing it cancels a stream.
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
        // The head may already be sent, so this isn't an error of the request.
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

/// Signals to a waiting task that a stream has more, also if it begins to wait later.
private final class Arrival: Sendable {
    private struct State {
        var isTold = false
        var isClosed = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Closes it for good, and signals.
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

    /// Waits for the signal, or for the task to be canceled.
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
