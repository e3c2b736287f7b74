/// A run that others wait for.
protocol Runner: AnyObject, Sendable {
    /// The watch that observes it.
    var watch: Watch? { get }
    /// Ends it before it has an outcome.
    func cancel()
}

/// The signal that a waiting task receives, once.
enum Signal: Sendable {
    /// The request that it waits for has this outcome.
    case exchanged(Result<Response, any Error>)
    /// The run that it waits for has ended.
    case ended(any Runner)
    /// It leads the run with this number from now on.
    case leads(Int)
    /// It has the permit with this number.
    case admitted(Int)
    /// There is nothing to wait for, or only itself: it continues alone.
    case alone
    /// Its task was canceled.
    case canceled
}

/// Coordinates the loads of a Webservice that wait for each other: a ``Coordination`` behind a lock, and the waiting
/// tasks.
final class Coordinator: Sendable {
    private typealias Waiter = CheckedContinuation<Signal, Never>

    private struct State: Sendable {
        var coordination = Coordination()
        /// The waiting tasks, by their numbers.
        var waiters: [Int: Waiter] = [:]
        /// The runs in their own tasks, by their numbers.
        var runners: [Int: any Runner] = [:]

        mutating func waiters(_ numbers: [Int]) -> [Waiter] { numbers.compactMap { waiters.removeValue(forKey: $0) } }

        mutating func admitted(_ admitted: [Coordination.Admitted]) -> [(waiter: Waiter, permit: Int)] {
            admitted.compactMap { number, permit in waiters.removeValue(forKey: number).map { ($0, permit) } }
        }
    }

    private let state = Locked(State())

    /// The number of tasks that wait for a run or a permit.
    var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Returns the number of runs, or of plans that hold or wait for permits.
    func count(of counted: Underway) -> Int { state.withLock { $0.coordination.count(of: counted) } }

    // Runs that one of the callers carries out itself.

    /// Begins to lead the run under a key. Returns nil if another caller leads one.
    func lead(_ key: RunKey) -> Int? { state.withLock { $0.coordination.lead(key) } }

    /// Waits for the run that another caller leads.
    func follow(_ key: RunKey, at position: Position?) async -> Signal {
        await signal { state, number in
            state.coordination.follow(key, as: number, at: position) ? nil : .alone
        }
    }

    /// Passes the outcome of a run to the waiting tasks. If its leader was canceled, the first of them leads it.
    func finish(_ key: RunKey, _ number: Int, with outcome: Result<Response, any Error>) {
        if case .failure = outcome, Task.isCancelled {
            let heir = state.withLock { state in
                state.coordination.handOver(key, number).flatMap { state.waiters.removeValue(forKey: $0) }
            }
            heir?.resume(returning: .leads(number))
        } else {
            let waiters = state.withLock { state -> [Waiter] in
                let numbers = state.coordination.end(key, number)
                return numbers.isEmpty ? [] : state.waiters(numbers)
            }
            for waiter in waiters { waiter.resume(returning: .exchanged(outcome)) }
        }
    }

    /// Keeps new requests from joining earlier runs to the origin of a request.
    func closeRuns(like request: Request) {
        guard state.withLock({ $0.coordination.hasOpenRuns }), let origin = Origin(request.url) else { return }
        state.withLock { $0.coordination.closeRuns(to: origin) }
    }

    // Runs in their own tasks.

    /// Waits for the run under a key, and begins it if there is none.
    func join(
        _ key: RunKey, at position: Position?, isKept: Bool, _ watch: Watch?,
        begin: @escaping @Sendable (Int) -> any Runner
    ) async -> Signal {
        await signal { state, number in
            var admitted: [Coordination.Admitted] = []
            let joined = state.coordination.join(
                key, as: number, at: position, isKept: isKept, admitted: &admitted)
            // A resumed waiter continues in its own task, and takes the lock after this has released it.
            for (waiter, permit) in state.admitted(admitted) { waiter.resume(returning: .admitted(permit)) }
            switch joined {
            case .began(let run): state.runners[run] = begin(run)
            case .waits(let run): state.runners[run]?.watch?.add(watch)
            case .alone: return .alone
            }
            return nil
        }
    }

    /// Begins the run under a key unless it exists. It continues even if no task waits for it.
    func keep(_ key: RunKey, begin: @escaping @Sendable (Int) -> any Runner) {
        state.withLock { state in
            if let run = state.coordination.keep(key) { state.runners[run] = begin(run) }
        }
    }

    /// Ends a run that has its outcome.
    func end(_ key: RunKey, _ number: Int, _ runner: some Runner) {
        let waiters = state.withLock { state in
            state.runners[number] = nil
            return state.waiters(state.coordination.end(key, number))
        }
        for waiter in waiters { waiter.resume(returning: .ended(runner)) }
    }

    // Permits.

    /// Waits for a permit and takes it. Tells the watch how long that took, and how many waited before.
    func enter(_ gate: GateKey, at position: Position?, priority: Int, _ watch: Watch?) async -> Signal {
        switch state.withLock({ $0.coordination.enter(gate, at: position) }) {
        case .entered(let permit): return .admitted(permit)
        case .isInside: return .alone
        case .full: break
        }
        let wait = watch.map { _ in (since: ContinuousClock.now, count: count(of: .waits(gate))) }
        defer { if let wait { watch?.tell(wait.since.duration(to: .now), behind: wait.count) } }
        return await signal { state, number in
            switch state.coordination.enter(gate, at: position) {
            case .entered(let permit): return .admitted(permit)
            case .isInside: return .alone
            case .full:
                state.coordination.wait(for: gate, as: number, at: position, priority: priority)
                return nil
            }
        }
    }

    /// Passes a permit on to the next waiting load.
    func exit(_ gate: GateKey, _ permit: Int) {
        let admitted = state.withLock { state in
            let admitted = state.coordination.exit(gate, permit)
            return admitted.isEmpty ? [] : state.admitted(admitted)
        }
        for (waiter, permit) in admitted { waiter.resume(returning: .admitted(permit)) }
    }

    /// Waits for a signal, unless there is one immediately. A canceled task stops waiting.
    private func signal(_ begin: @escaping @Sendable (inout State, Int) -> Signal?) async -> Signal {
        let number = state.withLock { $0.coordination.nextNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let signal = state.withLock { state -> Signal? in
                    // Under the lock: either this sees the cancellation, or the handler finds the waiter.
                    guard !Task.isCancelled else { return .canceled }
                    if let signal = begin(&state, number) { return signal }
                    state.waiters[number] = waiter
                    return nil
                }
                if let signal { waiter.resume(returning: signal) }
            }
        } onCancel: {
            let (waiter, abandoned) = state.withLock { state -> (Waiter?, (any Runner)?) in
                let waiter = state.waiters.removeValue(forKey: number)
                let abandoned = state.coordination.leave(number)
                return (waiter, abandoned.flatMap { state.runners.removeValue(forKey: $0) })
            }
            waiter?.resume(returning: .canceled)
            abandoned?.cancel()
        }
    }
}
