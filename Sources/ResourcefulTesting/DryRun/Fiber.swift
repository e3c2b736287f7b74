/// Something that takes one step on each turn.
protocol Advancing: AnyObject {
    /// Takes one step.
    func advance()
}

/// The context that a fiber runs in.
struct FiberContext {
    /// What the enclosing plans do to each request.
    var layers = RequestLayers.webservice
    /// The enclosing runs and permits.
    var position: Position?
    /// The branch of the run.
    var branch: BranchPlace?
    /// The branch of the record that is repeated; nil if there is none.
    var rerun: RerunBranch?
}

/// One thread of execution in a run: a plan and its progress.
///
/// Its owner is the code that waits for its outcome. A branch that is released takes no more steps and leaves no trace.
final class Fiber<Value>: Advancing {
    enum State {
        case plan(Plan<Value>)
        case asleep(Next<Void, Value>)
        /// About to send a request, also for the fibers that wait for it.
        case leading(Request, Lead, Next<Response, Value>)
        /// The answer to a request is on its way.
        case sent(Answered, Lead?, Next<Response, Value>)
        /// Does something later, when a record says so.
        case due((Fiber) -> Void)
        /// Waiting for other fibers, which it retains.
        case waiting(AnyObject)
        case done
    }

    var state: State
    var time: Duration
    let number: Int
    let context: FiberContext
    let simulation: Simulation
    /// The exchange that has just ended. Until the next step, other fibers may still join it.
    private var lead: Lead?
    /// Whether it's the whole branch.
    private let isBranch: Bool
    private let whenDone: (Result<Value, any Error>, Duration) -> Void

    /// Creates a fiber for a plan that begins at a time. It reports the outcome and the time it ended to `whenDone`.
    init(
        _ plan: Plan<Value>, at time: Duration, in context: FiberContext, _ simulation: Simulation,
        whenDone: @escaping (Result<Value, any Error>, Duration) -> Void
    ) {
        state = .plan(plan)
        self.time = time
        self.context = context
        self.simulation = simulation
        self.whenDone = whenDone
        isBranch = context.rerun?.claim() ?? false
        number = simulation.nextNumber()
        simulation.enqueue(self, number: number, at: time)
    }

    func advance() {
        simulation.branch = context.branch
        lead = nil
        switch state {
        case .plan(let plan): take(plan.head)
        case .asleep(let next):
            take(next(.success(())).head)
        case .leading(let request, let lead, let next): transmit(request, lead, next)
        case .sent(let answered, let lead, let next):
            time = simulation.time
            receive(answered, lead, next)
        case .due(let act): act(self)
        case .waiting, .done: break
        }
    }

    private func take(_ step: Step<Value>) {
        switch step {
        case .value(let value): end(.success(value.content))
        case .failure(let error): end(.failure(error))
        case .effect(let effect):
            guard let branch = context.rerun, let name = effect.effectName, name.isRepeated else {
                return effect.performed(by: self, telling: simulation)
            }
            reenact(branch.rerun.key(of: name), in: branch) { fiber, taken in
                fiber.simulation.recall(taken?.outcome, of: name, in: branch, at: fiber.time)
                effect.performed(by: fiber, telling: fiber.simulation)
                fiber.simulation.recalled = nil
            }
        }
    }

    private func end(_ outcome: Result<Value, any Error>) {
        if isBranch, let end = context.rerun?.end, end > time { return after(end) { $0.finish(outcome) } }
        finish(outcome)
    }

    private func finish(_ outcome: Result<Value, any Error>) {
        state = .done
        whenDone(outcome, time)
    }

    deinit {
        guard isBranch, let branch = context.rerun else { return }
        if case .done = state { return }
        branch.release(at: simulation.time)
    }

    /// Schedules the next step, after all other fibers of the same time.
    func resume(_ plan: Plan<Value>, at time: Duration) {
        state = .plan(plan)
        self.time = time
        simulation.enqueue(self, number: number, at: time)
    }

    /// Begins something and waits until it calls the function that it was given.
    func wait(for begin: (@escaping (Plan<Value>, Duration) -> Void) -> AnyObject?) {
        let begun = begin { [weak self] plan, time in self?.resume(plan, at: time) }
        if let begun { state = .waiting(begun) }
    }

    /// Runs a plan that is part of this one.
    func carryOut<Inner>(_ plan: Plan<Inner>, _ layers: RequestLayers, _ next: Next<Inner, Value>) {
        var inner = context
        inner.layers = layers
        wait { resume in
            Fiber<Inner>(plan, at: time, in: inner, simulation) { outcome, time in resume(next(outcome), time) }
        }
    }

    /// Sends a request to the answering function.
    func transmit(_ request: Request, _ lead: Lead?, _ next: Next<Response, Value>) {
        if !request.method.isSafe { simulation.closeRuns(like: request) }
        let answered = simulation.ask(request, at: time)
        guard simulation.scheduler != nil || answered.delay > .zero else { return receive(answered, lead, next) }
        state = .sent(answered, lead, next)
        // With a scheduler, the answer may come at any time.
        let delay = simulation.scheduler == nil ? answered.delay : .zero
        simulation.enqueue(self, number: number, at: time + delay, isAnswer: true)
    }

    private func receive(_ answered: Answered, _ lead: Lead?, _ next: Next<Response, Value>) {
        let outcome = simulation.receive(answered, at: time)
        if !answered.request.method.isSafe { simulation.closeRuns(like: answered.request) }
        lead?.outcome = outcome
        self.lead = lead
        resume(next(outcome), at: time)
    }
}

/// A request that was sent, its outcome, and the delay until it arrives.
struct Answered {
    let request: Request
    let outcome: Result<Response, any Error>
    let delay: Duration
    /// The exchange if it's measured.
    let exchange: MeasuredExchange?
}
