import ResourcefulCore

/// Something that takes one step when its turn comes.
protocol Advancing: AnyObject {
    /// Takes one step.
    func advance()
}

/// What a fiber is part of.
struct FiberContext {
    /// What the plans around do to each request.
    var surroundings = Surroundings.webservice
    /// The runs and rooms that it is part of.
    var position: Position?
    /// Which branch of the run it is.
    var branch: BranchPlace?
}

/// One line of a run: a plan, and how far it has come.
///
/// Whoever waits for its outcome holds it. So a branch that is dropped takes no more steps, and leaves no trace.
final class Fiber<Value>: Advancing {
    enum State {
        case plan(Plan<Value>)
        case asleep(Duration, Next<Void, Value>)
        /// The request is about to be sent, for those who wait for it, too.
        case leading(Request, Lead, Next<Response, Value>)
        /// The answer to a request is on its way.
        case sent(Answered, Lead?, Next<Response, Value>)
        /// Other fibers are at work, which are held here.
        case waiting(AnyObject)
        case done
    }

    var state: State
    var time: Duration
    let number: Int
    let context: FiberContext
    let world: World
    /// The exchange that has just come to its end: until the next step, others may still ask for the same.
    private var lead: Lead?
    private let whenDone: (Result<Value, any Error>, Duration) -> Void

    /// A plan that begins at a time; its outcome, and when it came to it, are handed over.
    init(
        _ plan: Plan<Value>, at time: Duration, in context: FiberContext, _ world: World,
        whenDone: @escaping (Result<Value, any Error>, Duration) -> Void
    ) {
        state = .plan(plan)
        self.time = time
        self.context = context
        self.world = world
        self.whenDone = whenDone
        number = world.nextNumber()
        world.enqueue(self, number: number, at: time)
    }

    func advance() {
        world.branch = context.branch
        lead = nil
        switch state {
        case .plan(let plan): take(plan.head)
        case .asleep(let duration, let next):
            world.woke(after: duration, at: time)
            take(next(.success(())).head)
        case .leading(let request, let lead, let next): transmit(request, lead, next)
        case .sent(let answered, let lead, let next):
            time = world.time
            receive(answered, lead, next)
        case .waiting, .done: break
        }
    }

    private func take(_ step: Step<Value>) {
        switch step {
        case .value(let value): end(.success(value.content))
        case .failure(let error): end(.failure(error))
        case .effect(let effect): effect.performed(by: self)
        }
    }

    private func end(_ outcome: Result<Value, any Error>) {
        state = .done
        whenDone(outcome, time)
    }

    /// Takes the next step when all others of that time have had their turn.
    func goOn(_ plan: Plan<Value>, at time: Duration) {
        state = .plan(plan)
        self.time = time
        world.enqueue(self, number: number, at: time)
    }

    /// Waits for what is begun, which is told how to go on.
    func wait(for begin: (@escaping (Plan<Value>, Duration) -> Void) -> AnyObject?) {
        let begun = begin { [weak self] plan, time in self?.goOn(plan, at: time) }
        if let begun { state = .waiting(begun) }
    }

    /// Carries a plan out that is part of this one.
    func carryOut<Inner>(_ plan: Plan<Inner>, _ surroundings: Surroundings, _ next: Next<Inner, Value>) {
        var inner = context
        inner.surroundings = surroundings
        wait { goOn in
            Fiber<Inner>(plan, at: time, in: inner, world) { outcome, time in goOn(next(outcome), time) }
        }
    }

    /// Sends a request to the function that answers.
    func transmit(_ request: Request, _ lead: Lead?, _ next: Next<Response, Value>) {
        if !request.method.isSafe { world.closeRuns(like: request) }
        let answered = world.ask(request, at: time)
        guard world.scheduler != nil || answered.delay > .zero else { return receive(answered, lead, next) }
        state = .sent(answered, lead, next)
        // Who tries all orders has the answer come at any time.
        let delay = world.scheduler == nil ? answered.delay : .zero
        world.enqueue(self, number: number, at: time + delay, isAnswer: true)
    }

    private func receive(_ answered: Answered, _ lead: Lead?, _ next: Next<Response, Value>) {
        let outcome = world.receive(answered, at: time)
        if !answered.request.method.isSafe { world.closeRuns(like: answered.request) }
        lead?.outcome = outcome
        self.lead = lead
        goOn(next(outcome), at: time)
    }
}
