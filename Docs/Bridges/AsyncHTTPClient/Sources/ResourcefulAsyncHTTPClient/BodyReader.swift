import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import ResourcefulLoading

/// When an exchange has to be over.
struct Deadline: Sendable {
    let instant: ContinuousClock.Instant
    let moment: NIODeadline

    init(after duration: Duration) {
        // Longer than any exchange lives.
        let duration = min(duration, .seconds(1 << 28))
        (instant, moment) = (.now + duration, .now() + TimeAmount(duration))
    }
}

/// Reads a body piece by piece, until the deadline. The client lets go of the transfer when nobody has the reader.
actor BodyReader {
    private var iterator: HTTPClientResponse.Body.AsyncIterator
    private let deadline: Deadline?

    init(_ body: HTTPClientResponse.Body, until deadline: Deadline?) {
        (iterator, self.deadline) = (body.makeAsyncIterator(), deadline)
    }

    func next() async throws -> Data? {
        do {
            guard let deadline else { return try await piece() }
            return try await withThrowingTaskGroup(of: Data?.self) { group in
                group.addTask { try await self.piece() }
                group.addTask {
                    try await Task.sleep(until: deadline.instant)
                    throw TransportError(.timedOut, "the response was not complete in time")
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
        } catch {
            throw TransportError.of(error)
        }
    }

    private func piece() async throws -> Data? {
        var reading = iterator
        defer { iterator = reading }
        guard let buffer = try await reading.next(isolation: self) else { return nil }
        return Data(buffer: buffer, byteTransferStrategy: .noCopy)
    }
}
