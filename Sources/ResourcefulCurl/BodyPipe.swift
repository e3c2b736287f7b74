import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hands a body on from the loop's thread to a task that reads it, and keeps little of it.
final class BodyPipe: ResponseSink, Sendable {
    fileprivate struct State: Sendable {
        var opening: CheckedContinuation<ResponseHead, any Error>?
        var reading: CheckedContinuation<Data?, any Error>?
        var pieces: [Data] = []
        var count = 0
        /// The loop waits to be told that there is room again.
        var isFull = false
        var end: Result<Void, any Error>?
    }

    private let state = Locked(State())

    /// How many bytes are kept before the transfer has to wait.
    static let capacity = 262_144

    /// Notes who waits for the head. To be called once, before the transfer is handed over.
    func setContinuation(_ continuation: CheckedContinuation<ResponseHead, any Error>) {
        state.withLock { $0.opening = continuation }
    }

    func begin(_ head: ResponseHead) {
        state.withLock { $0.opening.take() }?.resume(returning: head)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
        guard !state.withLock({ $0.fill() }) else { return false }
        let piece = Data(bytes)
        let reading = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
            if let reading = state.reading.take() { return reading }
            state.pieces.append(piece)
            state.count += piece.count
            return nil
        }
        reading?.resume(returning: piece)
        return true
    }

    func finish(_ outcome: Result<ResponseHead, any Error>) {
        let end = outcome.map { _ in }
        let (opening, reading) = state.withLock { state in
            state.end = end
            return (state.opening.take(), state.reading.take())
        }
        // Without a head there has been no success.
        opening?.resume(with: outcome)
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
            if state.withLock({ $0.pieces.isEmpty }) { return nil }
        }
    }
}

extension BodyPipe.State {
    /// Whether there is no room; if so, the loop waits.
    fileprivate mutating func fill() -> Bool {
        isFull = count >= BodyPipe.capacity
        return isFull
    }

    /// The first piece, and whether the loop is to be told that there is room again.
    fileprivate mutating func popFirst() -> (Data?, hasRoom: Bool) {
        guard !pieces.isEmpty else { return (nil, false) }
        let piece = pieces.removeFirst()
        count -= piece.count
        let hasRoom = isFull && count <= BodyPipe.capacity / 2
        if hasRoom { isFull = false }
        return (piece, hasRoom)
    }

    /// What is there for a reader who found nothing; nil when it has to wait.
    fileprivate mutating func wait(_ continuation: CheckedContinuation<Data?, any Error>) -> Result<Data?, any Error>? {
        if !pieces.isEmpty { return .success(nil) }
        if let end { return end.map { nil } }
        guard reading == nil else { return .failure(TransportError(.other, "a body has one reader at a time")) }
        reading = continuation
        return nil
    }
}
