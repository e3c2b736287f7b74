import ResourcefulCore

/// A run that others wait for.
protocol Runner: AnyObject, Sendable {
    /// Who watches it.
    var watch: Watch? { get }
    /// Ends it before its outcome.
    func cancel()
}

/// What somebody who waits is told, once.
enum Signal: Sendable {
    /// The request that he waits for has come to this.
    case exchanged(Result<Response, any Error>)
    /// The run that he waits for has come to its outcome.
    case ended(any Runner)
    /// He leads the run of this number from now on.
    case leads(Int)
    /// He has room, of this number.
    case admitted(Int)
    /// There is nothing to wait for, or only himself: he goes on alone.
    case alone
    /// His task was cancelled.
    case canceled
}

/// Who waits for whom among the loads of a Webservice: ``Coordination`` behind a lock, and tasks that wait.
final class Coordinator: Sendable {
    private typealias Waiter = CheckedContinuation<Signal, Never>

    private let state = Locked(Coordination<Waiter, any Runner>())

    // Runs that one of those who ask carries out himself.

    /// Leads the run under a key; nil when there is one under way.
    func lead(_ key: RunKey) -> Int? { state.withLock { $0.lead(key) } }

    /// Waits for the run that somebody leads.
    func follow(_ key: RunKey, at position: Position?) async -> Signal {
        await signal { state, number, waiter in
            state.follow(key, as: number, at: position, waiter) ? nil : .alone
        }
    }

    /// Tells those who wait how a run has ended; when its leader was cancelled, the first of them leads it.
    func finish(_ key: RunKey, _ number: Int, with outcome: Result<Response, any Error>) {
        if case .failure = outcome, Task.isCancelled {
            state.withLock { $0.handOver(key, number) }?.resume(returning: .leads(number))
        } else {
            for waiter in state.withLock({ $0.end(key, number) }) { waiter.resume(returning: .exchanged(outcome)) }
        }
    }

    /// Keeps newcomers from joining what was asked of the origin of a request before.
    func closeRuns(like request: Request) {
        guard state.withLock({ $0.hasOpenRuns }), let origin = Origin(request.url) else { return }
        state.withLock { $0.closeRuns(to: origin) }
    }

    // Runs in tasks of their own.

    /// Waits for the run under a key, begun here if there is none.
    func join(
        _ key: RunKey, at position: Position?, _ watch: Watch?, begin: @escaping @Sendable (Int) -> any Runner
    ) async -> Signal {
        await signal { state, number, waiter in
            var admitted: [(waiter: Waiter, room: Int)] = []
            let joined = state.join(key, as: number, at: position, waiter, admitted: &admitted, begin: begin)
            // Whoever is resumed runs in a task of his own, and takes the lock when this has given it back.
            for (waiter, room) in admitted { waiter.resume(returning: .admitted(room)) }
            switch joined {
            case .began: return nil
            case .waits(let runner):
                runner.watch?.add(watch)
                return nil
            case .alone: return .alone
            }
        }
    }

    /// Begins the run under a key unless it is under way; it goes on when nobody waits for it.
    func keep(_ key: RunKey, begin: @escaping @Sendable (Int) -> any Runner) {
        state.withLock { _ = $0.keep(key, begin: begin) }
    }

    /// A run has come to its outcome.
    func end(_ key: RunKey, _ number: Int, _ runner: some Runner) {
        for waiter in state.withLock({ $0.end(key, number) }) { waiter.resume(returning: .ended(runner)) }
    }

    // Room.

    /// Waits until there is room, and takes it.
    func enter(_ gate: GateKey, at position: Position?, priority: Int) async -> Signal {
        switch state.withLock({ $0.enter(gate, at: position) }) {
        case .entered(let room): return .admitted(room)
        case .isInside: return .alone
        case .full: break
        }
        return await signal { state, number, waiter in
            switch state.enter(gate, at: position) {
            case .entered(let room): return .admitted(room)
            case .isInside: return .alone
            case .full:
                state.wait(for: gate, as: number, at: position, priority: priority, waiter)
                return nil
            }
        }
    }

    /// Gives room back, to whoever waits.
    func exit(_ gate: GateKey, _ room: Int) {
        for (waiter, room) in state.withLock({ $0.exit(gate, room) }) { waiter.resume(returning: .admitted(room)) }
    }

    /// Waits for a signal, unless there is one at once. A task that is cancelled stops waiting.
    private func signal(
        _ begin: @escaping @Sendable (inout Coordination<Waiter, any Runner>, Int, Waiter) -> Signal?
    ) async -> Signal {
        let number = state.withLock { $0.nextNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let signal = state.withLock { state -> Signal? in
                    // Under the lock: either the cancellation is seen here, or `leave` finds the one who waits.
                    Task.isCancelled ? .canceled : begin(&state, number, waiter)
                }
                if let signal { waiter.resume(returning: signal) }
            }
        } onCancel: {
            let (waiter, abandoned) = state.withLock { state in
                let leaving = state.leave(number)
                return (leaving.waiter, leaving.abandoned)
            }
            waiter?.resume(returning: .canceled)
            abandoned?.cancel()
        }
    }
}
