/// How many runs are under way under each key, and who waits for room.
final class Gates: Sendable {
    private struct Waiter: Sendable {
        let number: Int
        let priority: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Gate: Sendable {
        var running = 0
        /// The limit of whoever came last.
        var limit = 1
        /// The highest priority first, then the first who came.
        var waiters: [Waiter] = []
    }

    private struct State: Sendable {
        var gates: [String: Gate] = [:]
        var lastNumber = 0
    }

    private let state = Locked(State())

    /// Waits until there is room under a key, and takes it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func enter(_ key: String, limit: Int, priority: Int) async throws {
        let (number, hasRoom) = state.withLock { state in
            state.lastNumber += 1
            state.gates[key, default: Gate()].limit = limit
            let hasRoom = state.gates[key].map { $0.running < limit && $0.waiters.isEmpty } ?? true
            if hasRoom { state.gates[key]?.running += 1 }
            return (state.lastNumber, hasRoom)
        }
        if hasRoom { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = Waiter(number: number, priority: priority, continuation: continuation)
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    // Under the lock: either the cancellation is seen here, or `giveUp` finds the waiter.
                    guard !Task.isCancelled else { return .failure(CancellationError()) }
                    var gate = state.gates[key] ?? Gate(limit: limit)
                    defer { state.gates[key] = gate }
                    if gate.running < gate.limit, gate.waiters.isEmpty {
                        gate.running += 1
                        return .success(())
                    }
                    let place = gate.waiters.firstIndex { $0.priority < priority } ?? gate.waiters.endIndex
                    gate.waiters.insert(waiter, at: place)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            giveUp(key, number)
        }
    }

    /// Gives the room back, to whoever waits.
    func leave(_ key: String) {
        let next = state.withLock { state -> [Waiter] in
            guard var gate = state.gates[key] else { return [] }
            gate.running -= 1
            let count = min(max(0, gate.limit - gate.running), gate.waiters.count)
            let next = Array(gate.waiters.prefix(count))
            gate.waiters.removeFirst(count)
            gate.running += count
            state.gates[key] = gate.running == 0 ? nil : gate
            return next
        }
        for waiter in next { waiter.continuation.resume() }
    }

    private func giveUp(_ key: String, _ number: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.gates[key]?.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.gates[key]?.waiters.remove(at: index)
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }
}
