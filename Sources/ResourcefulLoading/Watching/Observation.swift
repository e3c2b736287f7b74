/// The observer of a load or of one of its branches. It tells the watch, and the log that keeps the effects.
final class Observation: EffectObserver, Sendable {
    /// The watch that observes the load.
    let watch: Watch?
    /// The log of the effects; nil if nothing keeps them.
    let log: BranchLog?

    /// Creates an observation; nil if there is nothing to tell.
    init?(_ watch: Watch?, _ log: BranchLog?) {
        guard watch != nil || log != nil else { return nil }
        (self.watch, self.log) = (watch, log)
    }

    func tell(_ name: EffectName, _ outcome: EffectOutcome) {
        if let watch, let event = LoadEvent.Kind(name, outcome) { watch.tell(event) }
        guard let log else { return }
        if case .number(_, isSecret: true) = outcome { return log.add(.effect(name, .done)) }
        log.add(.effect(name, outcome))
    }

    /// Tells that a wait of a race is over, or that the race ended before.
    func tell(waitOf duration: Duration, isOver: Bool) {
        tell(EffectName("wait", .duration(duration)), isOver ? .done : .canceled)
    }

    /// Tells whether a plan got a permit, or needed none, or was canceled before.
    func tell(_ gate: GateKey, isCanceled: Bool) { tell(.permit(gate), isCanceled ? .canceled : .done) }

    /// Tells of the outcome of a request.
    func tell(_ request: Request, _ outcome: Result<Response, any Error>, _ way: LoggedExchange.Way) {
        log?.add(.exchanged(LoggedExchange(request, outcome, way)))
    }

    // Branches and runs.

    /// Numbers a group of concurrent plans.
    func nextGroup() -> Int { log?.nextGroup() ?? 0 }

    /// Returns the observation of the plan at a place of a group.
    func branch(_ place: Int, ofGroup group: Int) -> Observation? {
        Observation(watch, log?.branch(place, ofGroup: group))
    }

    /// Returns the observation of a run that loads wait for.
    func ofRun(_ key: RunKey) -> Observation? {
        Observation(Watch.ofRun(beginningWith: watch), log.map { BranchLog($0.log.ofRun(key)) })
    }

    /// Returns the observation of a run that no load waits for. Observers see it as a separate load.
    func ofSeparateRun<Value>(_ key: RunKey, of plan: Plan<Value>) -> Observation? {
        Observation(watch?.another(beginning: plan), log.map { BranchLog($0.log.ofRun(key)) })
    }

    /// Tells that the plan around a branch has seen its end.
    func tell(endOf branch: Observation?) { log?.add(endOf: branch?.log) }
}
