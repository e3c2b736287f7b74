extension Body {
    /// Returns content that is produced while it is sent, and can be sent only once.
    ///
    /// The sequence is asked for one piece at a time, when the server is ready for it. Canceling the load cancels the
    /// task that iterates. If the sequence throws, the load fails at the transport stage, with that error as its cause.
    /// It also fails there if the sequence has more or fewer bytes than the length. A second attempt to send it fails
    /// the load at the request stage; see ``canBeSentAgain``.
    ///
    /// - Parameters:
    ///   - pieces: The bytes, in order, in pieces of any size.
    ///   - length: The total number of bytes; nil sends them in chunks (RFC 9112, section 7.1).
    ///   - mediaType: The media type of the bytes.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, length: Int? = nil, mediaType: MediaType? = .octetStream
    ) -> Body where Pieces.Element == Data {
        let source = AsyncPieces { demands in
            var iterator = pieces.makeAsyncIterator()
            while let receive = await demands.next() {
                do {
                    let piece = try await iterator.next()
                    receive(.success(piece))
                    if piece == nil { return }
                } catch {
                    return receive(.failure(error))
                }
            }
            // Canceled between two pieces: the sequence hasn't seen it yet, and its producer would wait forever.
            if Task.isCancelled { _ = try? await iterator.next() }
        }
        return stream(from: source, length: length, mediaType: mediaType)
    }
}

/// Reads pieces on demand from an asynchronous sequence, in its own task.
private final class AsyncPieces: PieceSource {
    private struct State {
        var hasBegun = false
        var task: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let demands = Demands()
    private let iterate: @Sendable (Demands) async -> Void

    init(iterating iterate: @escaping @Sendable (Demands) async -> Void) { self.iterate = iterate }

    func begin() throws(RequestError) {
        let isFirst = state.withLock { [iterate, demands] state in
            guard !state.hasBegun else { return false }
            state.hasBegun = true
            state.task = Task { await iterate(demands) }
            return true
        }
        guard isFirst else { throw RequestError("the body is a stream, which can only be sent once") }
    }

    func next(_ receive: @escaping Demands.Receive) { demands.add(receive) }

    func cancel() {
        state.withLock { $0.task }?.cancel()
        demands.close()
    }
}

/// The demands for a piece, one at a time, and the task that waits for them.
private final class Demands: Sendable {
    typealias Receive = @Sendable (Result<Data?, any Error>) -> Void

    private struct State {
        var receive: Receive?
        var waiting: CheckedContinuation<Receive?, Never>?
        var isClosed = false
    }

    private let state = Locked(State())

    /// Returns the next demand; nil if there will be no more.
    func next() async -> Receive? {
        await withCheckedContinuation { continuation in
            let (isAnswered, receive) = state.withLock { state -> (Bool, Receive?) in
                if state.isClosed { return (true, nil) }
                if let receive = state.receive.take() { return (true, receive) }
                state.waiting = continuation
                return (false, nil)
            }
            if isAnswered { continuation.resume(returning: receive) }
        }
    }

    func add(_ receive: @escaping Receive) {
        let waiting = state.withLock { state -> CheckedContinuation<Receive?, Never>? in
            if state.waiting == nil { state.receive = receive }
            return state.waiting.take()
        }
        waiting?.resume(returning: receive)
    }

    func close() {
        let waiting = state.withLock { state -> CheckedContinuation<Receive?, Never>? in
            state.isClosed = true
            state.receive = nil
            return state.waiting.take()
        }
        waiting?.resume(returning: nil)
    }
}
