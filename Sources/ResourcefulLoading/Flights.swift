import ResourcefulCore

/// The shared runs under way: for each key one run, and those who wait for it.
final class Flights: Sendable {
    private struct Flight: Sendable {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: Waiter] = [:]
        /// Whether it goes on when nobody waits for it.
        var isKept = false
    }

    private struct Waiter: Sendable {
        let continuation: CheckedContinuation<Result<Response, any Error>?, Never>
        /// The keys of the runs that the waiter is part of.
        let keys: Set<SharingKey>
    }

    private struct State: Sendable {
        var flights: [SharingKey: Flight] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }

        /// Whether the run under a key is one of these, or waits for one of them, be it through others.
        func waits(_ key: SharingKey, for keys: Set<SharingKey>) -> Bool {
            guard !keys.isEmpty else { return false }
            guard flights[key] != nil else { return keys.contains(key) }
            var (found, latest) = (keys, keys)
            while !latest.isEmpty, !found.contains(key) {
                let waiters = latest.compactMap { flights[$0]?.waiters.values }.joined()
                latest = Set(waiters.flatMap(\.keys)).subtracting(found)
                found.formUnion(latest)
            }
            return found.contains(key)
        }
    }

    private let state = Locked(State())

    /// Waits for the run under a key, started here if there is none.
    ///
    /// A waiter that is cancelled stops waiting at once; the run goes on for the others, and is cancelled when the last
    /// one has left.
    ///
    /// - Parameter keys: The keys of the runs that the waiter is part of.
    /// - Returns: the outcome; nil when that run waits for one of the waiter's own, so that to wait for it would be to
    ///   wait for ever.
    func join(
        _ key: SharingKey, from keys: Set<SharingKey>, run: @escaping @Sendable () async -> Result<Response, any Error>
    ) async -> Result<Response, any Error>? {
        let waiter = state.withLock { $0.nextNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isCancelled, isCircle) = state.withLock { state in
                    // Under the lock: either the cancellation is seen here, or `leave` finds the waiter.
                    guard !Task.isCancelled else { return (true, false) }
                    guard !state.waits(key, for: keys) else { return (false, true) }
                    if state.flights[key] == nil {
                        state.flights[key] = start(key, number: state.nextNumber(), run: run)
                    }
                    state.flights[key]?.waiters[waiter] = Waiter(continuation: continuation, keys: keys)
                    return (false, false)
                }
                if isCancelled { continuation.resume(returning: .failure(CancellationError())) }
                if isCircle { continuation.resume(returning: nil) }
            }
        } onCancel: {
            leave(key, waiter: waiter)
        }
    }

    /// Begins the run under a key unless it is under way; it goes on when nobody waits for it.
    func begin(_ key: SharingKey, run: @escaping @Sendable () async -> Result<Response, any Error>) {
        state.withLock { state in
            if state.flights[key] == nil { state.flights[key] = start(key, number: state.nextNumber(), run: run) }
            state.flights[key]?.isKept = true
        }
    }

    private func start(
        _ key: SharingKey, number: Int, run: @escaping @Sendable () async -> Result<Response, any Error>
    ) -> Flight {
        let task = Task {
            let outcome = await run()
            land(key, number: number, with: outcome)
        }
        return Flight(number: number, task: task)
    }

    private func land(_ key: SharingKey, number: Int, with outcome: Result<Response, any Error>) {
        let landed = state.withLock { state -> Flight? in
            guard state.flights[key]?.number == number else { return nil }
            return state.flights.removeValue(forKey: key)
        }
        for waiter in (landed?.waiters ?? [:]).values { waiter.continuation.resume(returning: outcome) }
    }

    private func leave(_ key: SharingKey, waiter: Int) {
        let (left, abandoned) = state.withLock { state in
            let left = state.flights[key]?.waiters.removeValue(forKey: waiter)
            let isLast = left != nil && state.flights[key].map { $0.waiters.isEmpty && !$0.isKept } == true
            return (left, isLast ? state.flights.removeValue(forKey: key)?.task : nil)
        }
        left?.continuation.resume(returning: .failure(CancellationError()))
        abandoned?.cancel()
    }
}
