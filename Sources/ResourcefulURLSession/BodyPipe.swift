package import Foundation
import ResourcefulCore
import ResourcefulLoading

/// Hands a response on from URLSession to a task that reads it, and keeps little of its body in memory.
///
/// Where a transfer can't be told to wait, what is too much goes to a file.
package final class BodyPipe: Sendable {
    /// What becomes of the bytes that nobody has read yet.
    package enum Overflow: Sendable {
        /// The transfer waits: it is told to with true, and to go on with false, once each and by turns.
        ///
        /// It is called with the pipe's lock held, so that the calls come in the order in which they are meant.
        case waits(@Sendable (Bool) -> Void)
        /// They are kept in a file, since the transfer can't wait.
        case goesToFile
    }

    fileprivate struct State: Sendable {
        var opening: CheckedContinuation<Response, any Error>?
        var reading: CheckedContinuation<Data?, any Error>?
        var bytes = Data()
        /// What came after those bytes.
        var file: OverflowFile?
        /// The transfer was told to wait.
        var isWaiting = false
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())
    private let overflow: Overflow

    /// How many bytes are kept in memory before the transfer has to wait.
    package static let capacity = 65_536

    package init(_ overflow: Overflow) { self.overflow = overflow }

    deinit { state.withLock { $0.file?.close() } }

    /// Notes who waits for the head. To be called once, before the transfer begins.
    package func open(_ continuation: CheckedContinuation<Response, any Error>) {
        state.withLock { $0.opening = continuation }
    }

    /// Takes the head, the first time.
    package func begin(_ response: Response) {
        state.withLock { $0.opening.take() }?.resume(returning: response)
    }

    /// Takes a piece of the body.
    ///
    /// - Throws: `TransportError` when there is no room on the disk.
    package func receive(_ piece: Data) throws(TransportError) {
        let overflow = overflow
        let taken = state.withLock { state in
            Result<CheckedContinuation<Data?, any Error>?, TransportError> { () throws(TransportError) in
                try state.receive(piece, overflow)
            }
        }
        try taken.get()?.resume(returning: piece)
    }

    /// Takes the outcome, the first time. A failure comes behind the bytes before it, a cancellation at once.
    package func end(_ end: Result<Void, any Error>) {
        let (opening, reading) = state.withLock { state in
            if state.end == nil { state.end = end }
            if case .failure(let error) = end, error is CancellationError { state.forget() }
            return (state.opening.take(), state.reading.take())
        }
        // Without a head there has been no success.
        let noHead = TransportError(.malformedResponse, "the answer is not an HTTP response")
        opening?.resume(with: end.flatMap { .failure(noHead) })
        reading?.resume(with: end.map { nil })
    }

    /// All that has come, when something has; nil after the end.
    package func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let overflow = overflow
            let outcome = state.withLock { $0.next(continuation, overflow) }
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}

extension BodyPipe.State {
    /// Takes a piece in, or returns who waits for it.
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
        // Memory of one size: what grows bit by bit leaves holes of many sizes behind.
        if bytes.isEmpty { bytes.reserveCapacity(BodyPipe.capacity + piece.count) }
        bytes.append(piece)
        // What comes although the transfer was told to wait was on its way: it is not told again.
        if case .waits(let tell) = overflow, !isWaiting, bytes.count >= BodyPipe.capacity {
            isWaiting = true
            tell(true)
        }
        return nil
    }

    /// What there is for a reader, nil when it has to wait.
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
        guard reading == nil else { return .failure(TransportError(.other, "a body has one reader at a time")) }
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
