// Effects that repeat recorded ones.
extension Fiber {
    /// Takes the recorded effect with a key, and continues when it was complete; without one, immediately.
    ///
    /// An effect that was canceled, or that a canceled branch hadn't reached, is due after everything else. It is
    /// reached only if the load differs from the recorded one.
    func reenact(
        _ key: RecordedEffect.Key, in branch: RerunBranch,
        _ resume: @escaping (Fiber, RecordedEffect?) -> Void
    ) {
        branch.count += 1
        let taken = branch.number.flatMap { branch.rerun.take(key, in: $0) }
        if let taken, !taken.isCanceled {
            return after(branch.rerun.start + taken.time) { resume($0, taken) }
        }
        guard taken != nil || branch.isCut else {
            if branch.number != nil {
                _ = branch.rerun.note(branch, at: time, recorded: nil, asked: "\(key)")
            }
            return resume(self, nil)
        }
        after(branch.rerun.end) { fiber in
            _ = branch.rerun.note(branch, at: fiber.time, recorded: "\(key), canceled", asked: "\(key), not canceled")
            resume(fiber, nil)
        }
    }

    /// Does something at a time; immediately if it has passed.
    func after(_ due: Duration, _ act: @escaping (Fiber) -> Void) {
        guard due > time else { return act(self) }
        state = .due(act)
        time = due
        simulation.enqueue(self, number: number, at: due)
    }

    /// Waits as long as the recorded wait took.
    func reenact(waitFor duration: Duration, in branch: RerunBranch, _ next: Next<Void, Value>) {
        branch.count += 1
        let rerun = branch.rerun
        var taken = branch.number.flatMap { rerun.take(.wait(duration), in: $0) }
        if taken == nil, let other = branch.number.flatMap({ rerun.takeWait(in: $0) }) {
            _ = rerun.note(
                branch, at: time, recorded: other.key.map { "\($0)" }, asked: "wait \(duration.inWords)")
            return sleep(for: duration, next)
        }
        if let effect = taken, effect.isCanceled {
            taken = nil
        } else if taken == nil, !branch.isCut {
            if branch.number != nil {
                _ = rerun.note(branch, at: time, recorded: nil, asked: "wait \(duration.inWords)")
            }
            return sleep(for: duration, next)
        }
        let due = taken.map { max(time, rerun.start + $0.time) } ?? max(time + max(.zero, duration), rerun.end)
        state = .asleep(next)
        time = due
        simulation.enqueue(self, number: number, at: due)
    }

    /// Exchanges a request for the recorded answer.
    func reenact(_ request: Request, in branch: RerunBranch, _ next: Next<Response, Value>) {
        branch.count += 1
        let rerun = branch.rerun
        let taken = rerun.takeExchange(request, in: branch, at: time)
        guard let taken, case .exchange(let number, let way, false) = taken.kind else {
            let fail = { (fiber: Fiber) in
                let divergence = rerun.note(
                    branch, at: fiber.time,
                    recorded: taken == nil ? rerun.record.exchanges.difference(of: request) : "canceled",
                    asked: "\(request)")
                let error = LoadError(stage: .request, request: request, underlyingError: divergence)
                fiber.resume(next(fiber.simulation.refuse(request, error, at: fiber.time)), at: fiber.time)
            }
            return taken != nil || branch.isCut ? after(rerun.end, fail) : fail(self)
        }
        let exchanges = rerun.record.exchanges
        for difference in exchanges.fieldDifferences(number, from: request) {
            _ = rerun.note(branch, at: time, recorded: difference.recorded, asked: difference.asked)
        }
        let due = max(time, rerun.start + taken.time)
        guard way == .sent else {
            return after(due) { fiber in
                fiber.resume(next(Result { try exchanges.answer(number, to: request) }), at: fiber.time)
            }
        }
        let answered = simulation.ask(request, at: time, recorded: { try exchanges.answer(number, to: request) })
        state = .sent(answered, nil, next)
        simulation.enqueue(self, number: self.number, at: due, isAnswer: true)
    }

    /// Waits for the shared run that the recorded load waited for.
    ///
    /// - Returns: False if it didn't wait for one.
    func reenact<Inner: Sendable>(
        _ sharing: Sharing<Inner>, in branch: RerunBranch, _ next: Next<Inner, Value>
    ) -> Bool {
        let rerun = branch.rerun
        let key = RecordedEffect.Key.run(rerun.shown("\(sharing.key)"))
        branch.count += 1
        let taken = branch.number.flatMap { rerun.take(key, in: $0) }
        guard let taken, case .run(let number?, let isFirst) = taken.kind else {
            if let taken, case .runAlone = taken.kind {
                after(rerun.start + taken.time) { $0.resume(sharing.plan.continuing(next), at: $0.time) }
                return true
            }
            guard taken != nil || branch.isCut else { return false }
            waitBeyondEnd(for: sharing, key, in: branch, next)
            return true
        }
        let run: RepeatedRun<Inner>
        if let other = rerun.runs[number] {
            guard let joined = other as? RepeatedRun<Inner> else { return false }
            run = joined
        } else {
            run = RepeatedRun(simulation)
            rerun.runs[number] = run
        }
        // If another branch began it, it runs the plan of that branch.
        if isFirst || !rerun.begunRuns.contains(number) {
            var inner = context
            inner.position = Position(in: simulation.coordination.nextNumber())
            inner.rerun = rerun.branch(ofRun: number)
            run.begin(sharing.plan, at: time, in: inner)
        }
        // The branch that began it may have been canceled while others waited.
        if isFirst, let number = branch.number, rerun.takeCancellation(of: key, in: number) {
            waitBeyondEnd(for: sharing, key, in: branch, next)
            return true
        }
        state = .waiting(run)
        run.whenDone { [weak self] outcome, time in
            guard let self else { return }
            self.time = time
            after(rerun.start + taken.time) { $0.resume(next(outcome), at: $0.time) }
        }
        return true
    }

    /// Waits until after everything that was recorded, as a branch that was canceled while it waited for a run.
    private func waitBeyondEnd<Inner: Sendable>(
        for sharing: Sharing<Inner>, _ key: RecordedEffect.Key, in branch: RerunBranch, _ next: Next<Inner, Value>
    ) {
        after(branch.rerun.end) { fiber in
            _ = branch.rerun.note(branch, at: fiber.time, recorded: "\(key), canceled", asked: "\(key)")
            fiber.begin(sharing, next)
        }
    }
}

/// A shared run that repeats a recorded one.
final class RepeatedRun<Value: Sendable> {
    private var fiber: Fiber<Value>?
    private var outcome: Result<Value, any Error>?
    private var waiters: [(Result<Value, any Error>, Duration) -> Void] = []
    private let simulation: Simulation

    init(_ simulation: Simulation) { self.simulation = simulation }

    /// Begins the run, unless it has begun.
    func begin(_ plan: Plan<Value>, at time: Duration, in context: FiberContext) {
        guard fiber == nil else { return }
        fiber = Fiber(plan, at: time, in: context, simulation) { [weak self] outcome, time in
            guard let self else { return }
            self.outcome = outcome
            for waiter in waiters { waiter(outcome, time) }
            waiters = []
        }
    }

    /// Calls a function with the outcome, when there is one.
    func whenDone(_ tell: @escaping (Result<Value, any Error>, Duration) -> Void) {
        if let outcome { return tell(outcome, simulation.time) }
        waiters.append(tell)
    }
}
