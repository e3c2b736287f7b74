import ResourcefulTesting

/// A place where loads meet: they wait until so many have come, or until they are cancelled.
actor Gate {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { self.count = count }

    /// How many have come so far.
    private(set) var arrived = 0

    func pass() async {
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
final class Counter: Sendable {
    private let count = Locked(0)
    var value: Int { count.withLock { $0 } }
    func add(_ number: Int = 1) { count.withLock { $0 += number } }
}

/// Waits for something that other tasks bring about; false when it takes longer than ten seconds.
func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
    for _ in 0..<10_000 {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return false
}

/// Waits until the task is cancelled, and throws what a careless transport would throw.
func hang() async throws -> Response {
    do {
        try await Task.sleep(for: .seconds(600))
    } catch {
        throw TransportError(.other, "the transport's own word for it")
    }
    return Response()
}

/// A transport whose answers can wait.
struct WaitingTransport: Transport {
    let answer: @Sendable (Request) async throws -> Response

    init(_ answer: @escaping @Sendable (Request) async throws -> Response) { self.answer = answer }

    func send(_ request: Request) async throws -> Response { try await answer(request) }
}
