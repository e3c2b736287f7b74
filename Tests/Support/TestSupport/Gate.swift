package import ResourcefulTesting

/// A place where loads meet: they wait until so many have come, or until they are canceled.
package actor Gate {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ count: Int) { self.count = count }

    /// How many have come so far.
    package private(set) var arrived = 0

    package func pass() async {
        arrived += 1
        if arrived >= count {
            waiting.forEach { $0.resume() }
            waiting = []
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }
}

/// Counts what happens on any thread.
package final class Counter: Sendable {
    private let count = Locked(0)

    package init() {}

    package var value: Int { count.withLock { $0 } }
    package func add(_ number: Int = 1) { count.withLock { $0 += number } }
}

/// Waits until the task is canceled.
package func untilCanceled() async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
}

/// Waits until the task is canceled, and throws what a careless transport would throw.
package func hang() async throws -> Response {
    await untilCanceled()
    throw TransportError(.other, "the transport's own word for it")
}

/// A transport whose answers can wait.
package struct WaitingTransport: Transport {
    package let answer: @Sendable (Request) async throws -> Response

    package init(_ answer: @escaping @Sendable (Request) async throws -> Response) { self.answer = answer }

    package func send(_ request: Request) async throws -> Response { try await answer(request) }
}
