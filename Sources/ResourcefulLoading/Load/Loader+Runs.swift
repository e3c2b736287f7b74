// Shared runs, and runs that wait for a permit.
extension Loader {
    /// Joins the run under a key, or begins it.
    func share<Value: Sendable>(_ sharing: Sharing<Value>) async -> Result<Value, any Error> {
        let begun = observer?.log == nil ? nil : Locked<SharedRun<Value>?>(nil)
        let joined = await services.coordinator.join(
            sharing.key, at: position, isKept: sharing.isKept, observer?.watch
        ) { number in
            let run = SharedRun(sharing, number, by: self, self.observer?.ofRun(sharing.key))
            begun?.withLock { $0 = run }
            return run
        }
        // The key includes the type, so the run that is found has this type.
        guard case .ended(let run) = joined, let run = run as? SharedRun<Value> else {
            if case .canceled = joined {
                // Others may wait for the run, whose plan is that of this branch.
                if let run = begun?.withLock(\.self), let log = run.observer?.log?.log {
                    observer?.log?.add(.joined(sharing.key, log, isFirst: true))
                }
                observer?.log?.add(.joined(sharing.key, nil, isFirst: false))
                return .failure(CancellationError())
            }
            observer?.log?.add(.ranAlone(sharing.key))
            return await outcome(of: sharing.plan)
        }
        if let log = observer?.log, let other = run.observer?.log?.log {
            log.add(.joined(sharing.key, other, isFirst: run.first === log))
        }
        return run.outcome
    }

    /// Begins a run without waiting for it, unless it exists. Observers see it as a separate load.
    func begin<Value: Sendable>(_ sharing: Sharing<Value>) {
        services.coordinator.keep(sharing.key) { number in
            SharedRun(sharing, number, by: self, self.observer?.ofSeparateRun(sharing.key, of: sharing.plan))
        }
    }

    /// Runs a plan as soon as there is a permit.
    func limit<Value>(_ limiting: Limiting<Value>) async -> Plan<Value> {
        let permit: Int
        let (gate, priority) = (limiting.gate, limiting.priority)
        switch await services.coordinator.enter(gate, at: position, priority: priority, observer?.watch) {
        case .admitted(let number): permit = number
        case .canceled:
            observer?.tell(limiting.gate, isCanceled: true)
            return .failure(CancellationError())
        case .alone, .leads, .ended, .exchanged:
            observer?.tell(limiting.gate, isCanceled: false)
            return await finished(limiting.plan)
        }
        observer?.tell(limiting.gate, isCanceled: false)
        let inner = inside(permit, of: position)
        defer { services.coordinator.exit(limiting.gate, permit) }
        return await inner.finished(limiting.plan)
    }
}

/// A run in its own task that others may wait for.
final class SharedRun<Value: Sendable>: Runner {
    private let state = Locked<(outcome: Result<Value, any Error>?, task: Task<Void, Never>?)>((nil, nil))
    /// What observes it. The logs of the loads that wait for it refer to its log.
    let observer: Observation?
    /// The branch that began it.
    let first: BranchLog?

    /// Begins a run. It isn't inside any run, permit or deadline of the callers, which keep those while they wait.
    init(_ sharing: Sharing<Value>, _ number: Int, by loader: Loader, _ observer: Observation?) {
        self.observer = observer
        first = loader.observer?.log
        let inner = loader.inside(number, of: nil).changing { $0.layers.deadline = nil }.observed(by: observer)
        let life = loader.lifetime?.begin(isPart: true)
        let task = Task {
            defer { if let life { loader.lifetime?.end(life) } }
            observer?.watch?.begin("\(sharing.plan)")
            let outcome = await inner.outcome(of: sharing.plan)
            state.withLock { $0.outcome = outcome }
            observer?.log?.log.end()
            observer?.watch?.end(outcome.failure)
            loader.services.coordinator.end(sharing.key, number, self)
        }
        state.withLock { $0.task = task }
        if let life { loader.lifetime?.set(task.cancel, of: life) }
    }

    var watch: Watch? { observer?.watch }

    /// The outcome; a cancellation error while the run is active.
    var outcome: Result<Value, any Error> { state.withLock { $0.outcome } ?? .failure(CancellationError()) }

    func cancel() { state.withLock { $0.task }?.cancel() }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
