import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hands a body on from the loop to a task that reads it, and keeps little of it.
final class BodyPipe: ResponseSink, Sendable {
    fileprivate struct State: Sendable {
        var opening: CheckedContinuation<ResponseHead, any Error>?
        var reading: CheckedContinuation<Data?, any Error>?
        /// Whole pieces, and the one that is not yet as large as a piece should be.
        var pieces: [Data] = []
        var last = Data()
        /// How many bytes there are in all.
        var count = 0
        /// The loop waits to be told that there is room again.
        var isFull = false
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())

    /// How many bytes are kept before the transfer has to wait.
    static let capacity = 524_288
    /// How many bytes make a piece, if so many come at once.
    static let pieceSize = 131_072

    /// Notes who waits for the head. To be called once, before the transfer is handed over.
    func setContinuation(_ continuation: CheckedContinuation<ResponseHead, any Error>) {
        state.withLock { $0.opening = continuation }
    }

    func begin(_ head: ResponseHead) {
        state.withLock { $0.opening.take() }?.resume(returning: head)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
        // The bytes are there until this returns, and so is the lock's closure.
        let bytes = Bytes(bytes)
        return state.withLock { $0.append(bytes.pointer) }
    }

    /// Bytes on their way into the lock. `@unchecked Sendable`: they don't leave the thread.
    private struct Bytes: @unchecked Sendable {
        let pointer: UnsafeRawBufferPointer
        init(_ pointer: UnsafeRawBufferPointer) { self.pointer = pointer }
    }

    func flush() { handOn(parts: true) }

    /// Hands a piece to who waits for one: whole pieces alone, or what is there of one, too.
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
        // Without a head there has been no success.
        opening?.resume(with: end.flatMap { .failure(TransportError(.malformedResponse, "there is no head")) })
        reading?.resume(with: end.map { nil })
    }

    /// The next piece; nil after the last one.
    ///
    /// - Parameter makeRoom: Called when the transfer waits for room, and there is room again.
    func next(_ makeRoom: () -> Void) async throws -> Data? {
        while true {
            let (piece, hasRoom) = state.withLock { $0.popFirst() }
            if hasRoom { makeRoom() }
            if let piece { return piece }
            let pushed = try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { $0.wait(continuation) }
                if let outcome { continuation.resume(with: outcome) }
            }
            if let pushed { return pushed }
            // Either something has come since we looked, or that was the end.
            if state.withLock({ $0.count == 0 }) { return nil }
        }
    }
}

extension BodyPipe.State {
    /// Adds bytes; false when there is no room, and the loop waits for it.
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

    /// The first piece, and whether the loop is to be told that there is room again.
    fileprivate mutating func popFirst() -> (Data?, hasRoom: Bool) {
        if pieces.isEmpty, !last.isEmpty { cut() }
        guard !pieces.isEmpty else { return (nil, false) }
        let piece = pieces.removeFirst()
        count -= piece.count
        let hasRoom = isFull && count <= BodyPipe.capacity / 2
        if hasRoom { isFull = false }
        return (piece, hasRoom)
    }

    /// What is there for a reader who found nothing; nil when it has to wait.
    fileprivate mutating func wait(_ continuation: CheckedContinuation<Data?, any Error>) -> Result<Data?, any Error>? {
        if count > 0 { return .success(nil) }
        if let end { return end.map { nil } }
        guard reading == nil else { return .failure(TransportError(.other, "a body has one reader at a time")) }
        reading = continuation
        return nil
    }
}
