import ResourcefulCore

/// The shared runs under way: for each key one run, and those who wait for it.
final class Flights: Sendable {
    private struct Flight: Sendable {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Result<Response, any Error>, Never>]
    }

    private struct State: Sendable {
        var flights: [String: Flight] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Locked(State())

    /// Waits for the run under a key, started here if there is none.
    ///
    /// A waiter that is cancelled stops waiting at once; the run goes on for the others, and is cancelled when the last
    /// one has left.
    func join(
        _ key: String, run: @escaping @Sendable () async -> Result<Response, any Error>
    ) async -> Result<Response, any Error> {
        let waiter = state.withLock { $0.nextNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    // Under the lock: either the cancellation is seen here, or `leave` finds the waiter.
                    guard !Task.isCancelled else { return true }
                    if state.flights[key] == nil {
                        state.flights[key] = start(key, number: state.nextNumber(), run: run)
                    }
                    state.flights[key]?.waiters[waiter] = continuation
                    return false
                }
                if isCancelled { continuation.resume(returning: .failure(CancellationError())) }
            }
        } onCancel: {
            leave(key, waiter: waiter)
        }
    }

    private func start(
        _ key: String, number: Int, run: @escaping @Sendable () async -> Result<Response, any Error>
    ) -> Flight {
        let task = Task {
            let outcome = await run()
            land(key, number: number, with: outcome)
        }
        return Flight(number: number, task: task, waiters: [:])
    }

    private func land(_ key: String, number: Int, with outcome: Result<Response, any Error>) {
        let landed = state.withLock { state -> Flight? in
            guard state.flights[key]?.number == number else { return nil }
            return state.flights.removeValue(forKey: key)
        }
        for continuation in (landed?.waiters ?? [:]).values { continuation.resume(returning: outcome) }
    }

    private func leave(_ key: String, waiter: Int) {
        let (continuation, abandoned) = state.withLock { state in
            let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
            let isLast = continuation != nil && state.flights[key]?.waiters.isEmpty == true
            return (continuation, isLast ? state.flights.removeValue(forKey: key)?.task : nil)
        }
        continuation?.resume(returning: .failure(CancellationError()))
        abandoned?.cancel()
    }
}
