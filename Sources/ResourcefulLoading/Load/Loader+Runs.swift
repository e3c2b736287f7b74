// Shared runs, and runs that wait for a permit.
extension Loader {
    /// Joins the run under a key, or begins it.
    func share<Value: Sendable>(_ sharing: Sharing<Value>) async -> Result<Value, any Error> {
        let joined = await services.coordinator.join(sharing.key, at: position, watch) { number in
            SharedRun(sharing, number, by: self, Watch.ofRun(beginningWith: self.watch))
        }
        // The key includes the type, so the run that is found has this type.
        guard case .ended(let run) = joined, let run = run as? SharedRun<Value> else {
            if case .canceled = joined {
                log?.add(.joined(sharing.key, nil, isFirst: false))
                return .failure(CancellationError())
            }
            log?.add(.ranAlone(sharing.key))
            return await outcome(of: sharing.plan)
        }
        if let log, let other = run.log { log.add(.joined(sharing.key, other, isFirst: run.first === log)) }
        return run.outcome
    }

    /// Begins a run without waiting for it, unless it exists. Observers see it as a separate load.
    func begin<Value: Sendable>(_ sharing: Sharing<Value>) {
        services.coordinator.keep(sharing.key) { number in
            SharedRun(sharing, number, by: self, self.watch?.another(beginning: sharing.plan))
        }
    }

    /// Runs a plan as soon as there is a permit.
    func limit<Value>(_ limiting: Limiting<Value>) async -> Plan<Value> {
        let permit: Int
        switch await services.coordinator.enter(limiting.gate, at: position, priority: limiting.priority) {
        case .admitted(let number): permit = number
        case .canceled:
            log?.add(.admitted(limiting.gate, hasPermit: false))
            return .failure(CancellationError())
        case .alone, .leads, .ended, .exchanged:
            log?.add(.admitted(limiting.gate, hasPermit: true))
            return await finished(limiting.plan)
        }
        log?.add(.admitted(limiting.gate, hasPermit: true))
        let inner = inside(permit, of: position, watch: watch, log: log)
        defer { services.coordinator.exit(limiting.gate, permit) }
        return await inner.finished(limiting.plan)
    }
}

/// A run in its own task that others may wait for.
final class SharedRun<Value: Sendable>: Runner {
    private let state = Locked<(outcome: Result<Value, any Error>?, task: Task<Void, Never>?)>((nil, nil))
    let watch: Watch?
    /// The log of its effects. The logs of the loads that wait for it refer to it.
    let log: EffectLog?
    /// The branch that began it.
    let first: BranchLog?

    /// Begins a run. It isn't inside any run or permit of the callers, which keep those while they wait.
    init(_ sharing: Sharing<Value>, _ number: Int, by loader: Loader, _ watch: Watch?) {
        self.watch = watch
        let log = loader.log?.log.ofRun(sharing.key)
        self.log = log
        first = loader.log
        let inner = loader.inside(number, of: nil, watch: watch, log: log.map { BranchLog($0) })
        let task = Task {
            watch?.begin("\(sharing.plan)")
            let outcome = await inner.outcome(of: sharing.plan)
            state.withLock { $0.outcome = outcome }
            log?.end()
            watch?.end(outcome.failure)
            loader.services.coordinator.end(sharing.key, number, self)
        }
        state.withLock { $0.task = task }
    }

    /// The outcome; a cancellation error while the run is active.
    var outcome: Result<Value, any Error> { state.withLock { $0.outcome } ?? .failure(CancellationError()) }

    func cancel() { state.withLock { $0.task }?.cancel() }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
