import Foundation
import OpenAPIRuntime
import ResourcefulLoading
import ResourcefulStreams

/// A part of a response.
enum Part: Sendable {
    case head(Response)
    case piece(Data)
}

/// Passes on the head of a response, and the bytes of its body.
struct PartParser: StreamParser {
    private var head: Response?

    mutating func begin(_ response: Response) { head = response }

    mutating func take(_ bytes: Data, into elements: inout [Part]) {
        passHead(into: &elements)
        elements.append(.piece(bytes))
    }

    mutating func finish(into elements: inout [Part]) { passHead(into: &elements) }

    private mutating func passHead(into elements: inout [Part]) {
        guard let response = head else { return }
        head = nil
        elements.append(.head(response))
    }
}

/// Reads parts one after the other, one ahead at most. The transfer ends with the reader.
final class PartReader: Sendable {
    private let handover: Handover
    private let task: Task<Void, Never>

    init(_ parts: ElementSequence<Part>) {
        let handover = Handover()
        self.handover = handover
        task = Task {
            do {
                for try await part in parts where await !handover.give(part) { return }
                await handover.end(.success(()))
            } catch {
                await handover.end(.failure(error))
            }
        }
    }

    deinit {
        task.cancel()
        Task { [handover] in await handover.close() }
    }

    func next() async throws -> Part? {
        try await withTaskCancellationHandler {
            try await handover.take()
        } onCancel: {
            task.cancel()
        }
    }
}

/// Passes parts from one task to another.
private actor Handover {
    private var part: Part?
    private var giver: CheckedContinuation<Bool, Never>?
    private var taker: CheckedContinuation<Part?, any Error>?
    private var outcome: Result<Void, any Error>?
    private var isClosed = false

    /// Gives a part, and waits until it is taken, unless somebody waits for it. Returns whether more are wanted.
    func give(_ part: Part) async -> Bool {
        guard !isClosed else { return false }
        if let taker = taker.take() {
            taker.resume(returning: part)
            return true
        }
        self.part = part
        return await withCheckedContinuation { giver = $0 }
    }

    func end(_ outcome: Result<Void, any Error>) {
        self.outcome = outcome
        taker.take()?.resume(with: outcome.map { nil })
    }

    func take() async throws -> Part? {
        if let part = part.take() {
            giver.take()?.resume(returning: true)
            return part
        }
        if let outcome {
            try outcome.get()
            return nil
        }
        return try await withCheckedThrowingContinuation { taker = $0 }
    }

    func close() {
        isClosed = true
        giver.take()?.resume(returning: false)
    }
}

/// The pieces of a body, after its head.
struct PartSequence: AsyncSequence, Sendable {
    let parts: PartReader

    struct Iterator: AsyncIteratorProtocol {
        let parts: PartReader

        mutating func next() async throws -> HTTPBody.ByteChunk? {
            guard case .piece(let data) = try await parts.next() else { return nil }
            return Array(data)[...]
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(parts: parts) }
}
