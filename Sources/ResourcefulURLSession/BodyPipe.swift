import Foundation

/// Passes a response from URLSession on to a task that reads it, and keeps little of its body in memory.
///
/// If the transfer can't wait, the excess goes to a file.
package final class BodyPipe: Sendable {
    /// What happens to bytes that aren't read yet.
    package enum Overflow: Sendable {
        /// The transfer waits: the function is called with true to suspend it and with false to resume it, in turn.
        ///
        /// It is called with the pipe's lock held, so the calls are in the right order.
        case waits(@Sendable (Bool) -> Void)
        /// The bytes are kept in a file, because the transfer can't wait.
        case goesToFile
    }

    fileprivate struct State: Sendable {
        var opening: CheckedContinuation<Response, any Error>?
        var reading: CheckedContinuation<Data?, any Error>?
        var bytes = Data()
        /// The bytes that arrived after those.
        var file: OverflowFile?
        /// Whether the transfer was suspended.
        var isWaiting = false
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())
    private let overflow: Overflow

    /// The number of bytes that are kept in memory before the transfer has to wait.
    package static let capacity = 65_536

    package init(_ overflow: Overflow) { self.overflow = overflow }

    deinit { state.withLock { $0.file?.close() } }

    /// Sets the continuation that waits for the head. Call it once, before the transfer begins.
    package func open(_ continuation: CheckedContinuation<Response, any Error>) {
        state.withLock { $0.opening = continuation }
    }

    /// Receives the head, the first time it is called.
    package func begin(_ response: Response) {
        state.withLock { $0.opening.take() }?.resume(returning: response)
    }

    /// Receives a piece of the body.
    ///
    /// - Throws: `TransportError` if the disk has no space.
    package func receive(_ piece: Data) throws(TransportError) {
        let overflow = overflow
        let taken = state.withLock { state in
            Result<CheckedContinuation<Data?, any Error>?, TransportError> { () throws(TransportError) in
                try state.receive(piece, overflow)
            }
        }
        try taken.get()?.resume(returning: piece)
    }

    /// Receives the outcome, the first time it is called. The reader gets a failure after the bytes before it, but a
    /// cancellation at once.
    package func end(_ end: Result<Void, any Error>) {
        let (opening, reading) = state.withLock { state in
            if state.end == nil { state.end = end }
            if case .failure(let error) = end, error is CancellationError { state.forget() }
            return (state.opening.take(), state.reading.take())
        }
        // A success without a head is an error.
        let noHead = TransportError(.malformedResponse, "the answer is not an HTTP response")
        opening?.resume(with: end.flatMap { .failure(noHead) })
        reading?.resume(with: end.map { nil })
    }

    /// Returns all bytes that have arrived, and waits if there are none; nil after the end.
    package func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let overflow = overflow
            let outcome = state.withLock { $0.next(continuation, overflow) }
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}

extension BodyPipe.State {
    /// Keeps a piece, or returns the reader that waits for it.
    fileprivate mutating func receive(
        _ piece: Data, _ overflow: BodyPipe.Overflow
    ) throws(TransportError) -> CheckedContinuation<Data?, any Error>? {
        guard end == nil, !piece.isEmpty else { return nil }
        if let reading = reading.take() { return reading }
        let isFull = bytes.count >= BodyPipe.capacity
        if case .goesToFile = overflow, file != nil || isFull {
            if file == nil { file = try OverflowFile() }
            try file?.append(piece)
            return nil
        }
        // Memory of one size: growing gradually would leave gaps of many sizes.
        if bytes.isEmpty { bytes.reserveCapacity(BodyPipe.capacity + piece.count) }
        bytes.append(piece)
        // Bytes that arrive after the transfer was suspended were already on their way: don't suspend it again.
        if case .waits(let tell) = overflow, !isWaiting, bytes.count >= BodyPipe.capacity {
            isWaiting = true
            tell(true)
        }
        return nil
    }

    /// Returns the result for a reader; nil if it has to wait.
    fileprivate mutating func next(
        _ continuation: CheckedContinuation<Data?, any Error>, _ overflow: BodyPipe.Overflow
    ) -> Result<Data?, any Error>? {
        guard bytes.isEmpty else {
            defer { bytes = Data() }
            if case .waits(let tell) = overflow, isWaiting {
                isWaiting = false
                tell(false)
            }
            return .success(bytes)
        }
        if file != nil { return Result { try nextOfFile() } }
        if let end { return end.map { nil } }
        guard reading == nil else { return .failure(TransportError(.other, "the body is already being read")) }
        reading = continuation
        return nil
    }

    private mutating func nextOfFile() throws -> Data? {
        let piece = try file?.next(BodyPipe.capacity)
        if file?.isEmpty ?? true { forgetFile() }
        return piece
    }

    fileprivate mutating func forget() {
        bytes = Data()
        forgetFile()
    }

    private mutating func forgetFile() {
        file?.close()
        file = nil
    }
}
