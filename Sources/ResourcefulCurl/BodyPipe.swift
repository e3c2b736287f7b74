/// A small buffer between the loop, which receives a body, and the task that reads it.
final class BodyPipe: ResponseSink, Sendable {
    fileprivate struct State: Sendable {
        var opening: CheckedContinuation<ResponseHead, any Error>?
        var reading: CheckedContinuation<Data?, any Error>?
        /// Complete pieces, and the last one, which is still smaller than a piece should be.
        var pieces: [Data] = []
        var last = Data()
        /// The number of bytes in all pieces.
        var count = 0
        /// Whether the loop waits until there is space again.
        var isFull = false
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())

    /// The number of bytes that the pipe keeps before the transfer has to wait.
    static let capacity = 524_288
    /// The size of a piece in bytes, if that many arrive together.
    static let pieceSize = 131_072

    /// Sets the continuation that waits for the head. Call it once, before the transfer starts.
    func setContinuation(_ continuation: CheckedContinuation<ResponseHead, any Error>) {
        state.withLock { $0.opening = continuation }
    }

    func begin(_ head: ResponseHead) {
        state.withLock { $0.opening.take() }?.resume(returning: head)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
        // The bytes are valid until this returns, and the lock's closure runs before that.
        let bytes = Bytes(bytes)
        return state.withLock { $0.append(bytes.pointer) }
    }

    /// Bytes that a closure of the lock reads. `@unchecked Sendable`: they don't leave the thread.
    private struct Bytes: @unchecked Sendable {
        let pointer: UnsafeRawBufferPointer
        init(_ pointer: UnsafeRawBufferPointer) { self.pointer = pointer }
    }

    func flush() { handOn(parts: true) }

    /// Resumes a waiting reader with a piece: a complete one, or with `parts` also an incomplete one.
    func handOn(parts: Bool) {
        let handedOn = state.withLock { state -> (CheckedContinuation<Data?, any Error>, Data)? in
            guard parts || !state.pieces.isEmpty, let reading = state.reading, let piece = state.popFirst().0 else {
                return nil
            }
            state.reading = nil
            return (reading, piece)
        }
        if let (reading, piece) = handedOn { reading.resume(returning: piece) }
    }

    func finish(_ end: Result<Void, any Error>) {
        flush()
        let (opening, reading) = state.withLock { state in
            state.end = end
            return (state.opening.take(), state.reading.take())
        }
        // A success without a head is an error.
        opening?.resume(with: end.flatMap { .failure(TransportError(.malformedResponse, "the response has no head")) })
        reading?.resume(with: end.map { nil })
    }

    /// Returns the next piece; nil after the last one.
    ///
    /// - Parameter resume: Called if the transfer waits for space, and there is space again.
    func next(_ resume: () -> Void) async throws -> Data? {
        while true {
            let (piece, hasSpace) = state.withLock { $0.popFirst() }
            if hasSpace { resume() }
            if let piece { return piece }
            let pushed = try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { $0.wait(continuation) }
                if let outcome { continuation.resume(with: outcome) }
            }
            if let pushed { return pushed }
            // Either a piece has arrived meanwhile, or this is the end.
            if state.withLock({ $0.count == 0 }) { return nil }
        }
    }
}

extension BodyPipe.State {
    /// Appends bytes. Returns false if there is no space, so the loop has to wait.
    fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isFull = count >= BodyPipe.capacity
        guard !isFull else { return false }
        if last.isEmpty { last.reserveCapacity(BodyPipe.pieceSize) }
        last.append(contentsOf: bytes)
        count += bytes.count
        if last.count + bytes.count > BodyPipe.pieceSize { cut() }
        return true
    }

    private mutating func cut() {
        pieces.append(last)
        last = Data()
    }

    /// Returns the first piece, and whether the loop waits and there is space again.
    fileprivate mutating func popFirst() -> (Data?, hasSpace: Bool) {
        if pieces.isEmpty, !last.isEmpty { cut() }
        guard !pieces.isEmpty else { return (nil, false) }
        let piece = pieces.removeFirst()
        count -= piece.count
        let hasSpace = isFull && count <= BodyPipe.capacity / 2
        if hasSpace { isFull = false }
        return (piece, hasSpace)
    }

    /// Returns the result for a reader who found no piece; nil if the reader has to wait.
    fileprivate mutating func wait(_ continuation: CheckedContinuation<Data?, any Error>) -> Result<Data?, any Error>? {
        if count > 0 { return .success(nil) }
        if let end { return end.map { nil } }
        guard reading == nil else { return .failure(TransportError(.other, "the body is already being read")) }
        reading = continuation
        return nil
    }
}
