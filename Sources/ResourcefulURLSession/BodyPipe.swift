import Foundation
import ResourcefulCore
import ResourcefulLoading

/// Hands a response on from URLSession to a task that reads it, and keeps little of its body in memory.
///
/// Where a transfer can't be told to wait, what is too much goes to a file.
final class BodyPipe: Sendable {
    fileprivate struct State: Sendable {
        var opening: CheckedContinuation<Response, any Error>?
        var reading: CheckedContinuation<Data?, any Error>?
        var bytes = Data()
        /// What came after those bytes.
        var overflow: OverflowFile?
        /// The transfer waits to be told that there is room again.
        var isFull = false
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())
    private let usesFile: Bool
    private let makeRoom: @Sendable () -> Void

    /// How many bytes are kept in memory before the transfer has to wait.
    static let capacity = 65_536

    /// - Parameters:
    ///   - usesFile: Whether what is too much goes to a file, since the transfer can't wait.
    ///   - makeRoom: Called when the transfer waits for room, and there is room again.
    init(usesFile: Bool, makeRoom: @escaping @Sendable () -> Void) {
        self.usesFile = usesFile
        self.makeRoom = makeRoom
    }

    deinit { state.withLock { $0.overflow?.close() } }

    /// Notes who waits for the head. To be called once, before the transfer begins.
    func open(_ continuation: CheckedContinuation<Response, any Error>) {
        state.withLock { $0.opening = continuation }
    }

    /// Takes the head, the first time.
    func begin(_ response: Response) {
        state.withLock { $0.opening.take() }?.resume(returning: response)
    }

    /// Takes a piece of the body; false when the transfer has to wait for room.
    ///
    /// - Throws: `TransportError` when there is no room on the disk.
    func receive(_ piece: Data) throws(TransportError) -> Bool {
        let usesFile = usesFile
        let taken = state.withLock { state in
            Result<CheckedContinuation<Data?, any Error>?, TransportError> { () throws(TransportError) in
                try state.receive(piece, usesFile: usesFile)
            }
        }
        try taken.get()?.resume(returning: piece)
        return hasRoom
    }

    /// Whether the transfer need not wait.
    var hasRoom: Bool { state.withLock { !$0.isFull } }

    /// Takes the outcome, the first time. A failure comes behind the bytes before it, a cancellation at once.
    func end(_ end: Result<Void, any Error>) {
        let (opening, reading) = state.withLock { state in
            if state.end == nil { state.end = end }
            if case .failure(let error) = end, error is CancellationError { state.forget() }
            state.isFull = false
            return (state.opening.take(), state.reading.take())
        }
        // Without a head there has been no success.
        let noHead = TransportError(.malformedResponse, "the answer is not an HTTP response")
        opening?.resume(with: end.flatMap { .failure(noHead) })
        reading?.resume(with: end.map { nil })
    }

    /// All that has come, when something has; nil after the end.
    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let (outcome, hasRoom) = state.withLock { $0.next(continuation) }
            if hasRoom { makeRoom() }
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}

extension BodyPipe.State {
    /// Takes a piece in, or returns who waits for it.
    fileprivate mutating func receive(
        _ piece: Data, usesFile: Bool
    ) throws(TransportError) -> CheckedContinuation<Data?, any Error>? {
        guard end == nil, !piece.isEmpty else { return nil }
        if let reading = reading.take() { return reading }
        if usesFile, overflow != nil || bytes.count >= BodyPipe.capacity {
            if overflow == nil { overflow = try OverflowFile() }
            try overflow?.append(piece)
        } else {
            // Memory of one size: what grows bit by bit leaves holes of many sizes behind.
            if bytes.isEmpty { bytes.reserveCapacity(BodyPipe.capacity + piece.count) }
            bytes.append(piece)
            isFull = !usesFile && bytes.count >= BodyPipe.capacity
        }
        return nil
    }

    /// What there is for a reader, nil when it has to wait; and whether the transfer is to be told that there is room.
    fileprivate mutating func next(
        _ continuation: CheckedContinuation<Data?, any Error>
    ) -> (Result<Data?, any Error>?, hasRoom: Bool) {
        guard bytes.isEmpty else {
            defer { (bytes, isFull) = (Data(), false) }
            return (.success(bytes), isFull)
        }
        if overflow != nil { return (Result { try nextOfOverflow() }, false) }
        if let end { return (end.map { nil }, false) }
        guard reading == nil else {
            return (.failure(TransportError(.other, "a body has one reader at a time")), false)
        }
        reading = continuation
        return (nil, false)
    }

    private mutating func nextOfOverflow() throws -> Data? {
        let piece = try overflow?.next(BodyPipe.capacity)
        if overflow?.isEmpty ?? true { forgetOverflow() }
        return piece
    }

    fileprivate mutating func forget() {
        bytes = Data()
        forgetOverflow()
    }

    private mutating func forgetOverflow() {
        overflow?.close()
        overflow = nil
    }
}
