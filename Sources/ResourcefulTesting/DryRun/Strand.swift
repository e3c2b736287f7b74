import ResourcefulCore

/// Something that takes one step when its turn comes.
protocol Advancing: AnyObject {
    /// Takes one step.
    func advance()
}

/// What a strand is part of.
struct StrandContext {
    /// What is done to every request that the plan sends; nil where the plan is a policy's own.
    var policy: Policy?
    /// The keys of the shared runs around it: to wait for one of them would be to wait for itself.
    var keys: Set<SharingKey> = []
    /// The keys under which it has room already.
    var rooms: Set<String> = []
    /// Which branch of the run it is.
    var branch: BranchPlace?

    /// Whether the load of an equal request may be joined: who has room that others wait for does not wait.
    func canJoin(_ key: SharingKey) -> Bool {
        if case .load = key { rooms.isEmpty } else { true }
    }
}

/// One line of a run: a plan, and how far it has come.
///
/// Whoever waits for its outcome holds it. So a branch that is dropped takes no more steps, and leaves no trace.
final class Strand<Value>: Advancing {
    private enum State {
        case plan(Plan<Value>)
        case asleep(Duration, Next<Void, Value>)
        /// The answer to a request is on its way.
        case sent(Answered, Next<Response, Value>)
        /// Other strands are at work, which are held here.
        case waiting(AnyObject)
        case done
    }

    private var state: State
    private var time: Duration
    private let number: Int
    private let context: StrandContext
    private let world: World
    private let whenDone: (Result<Value, any Error>, Duration) -> Void

    /// A plan that begins at a time; its outcome, and when it came to it, are handed over.
    init(
        _ plan: Plan<Value>, at time: Duration, in context: StrandContext, _ world: World,
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
        switch state {
        case .plan(let plan): take(plan.head)
        case .asleep(let duration, let next):
            world.woke(after: duration, at: time)
            take(next(.success(())).head)
        case .sent(let answered, let next):
            time = world.time
            goOn(next(world.receive(answered, at: time)), at: time)
        case .waiting, .done: break
        }
    }

    private func take(_ step: Step<Value>) {
        switch step {
        case .value(let value): end(.success(value.content))
        case .failure(let error): end(.failure(error))
        case .send(let effect): send(effect.parameter, effect.next)
        case .wait(let effect):
            state = .asleep(effect.parameter, effect.next)
            time += max(.zero, effect.parameter)
            world.enqueue(self, number: number, at: time)
        case .now(let effect): goOn(effect.next(.success(world.now(at: time))), at: time)
        case .random(let effect): goOn(effect.next(.success(world.random(at: time))), at: time)
        case .read(let effect): goOn(effect.next(.success(world.read(effect.parameter, at: time))), at: time)
        case .update(let effect): goOn(effect.next(.success(world.update(effect.parameter, at: time))), at: time)
        case .cache(let effect): goOn(effect.next(.success(world.cache(effect.parameter, at: time))), at: time)
        case .begin(let effect):
            world.begin(effect.parameter, in: context, at: time)
            goOn(effect.next(.success(())), at: time)
        case .decide(let effect):
            world.decided(effect.parameter, at: time)
            goOn(effect.next(.success(())), at: time)
        case .limit(let effect): limit(effect.parameter, effect.next)
        case .share(let effect): share(effect.parameter, effect.next)
        case .both(let both): wait { both.content.begin(at: time, in: context, world, goOn: $0) }
        case .each(let each): wait { each.content.begin(at: time, in: context, world, goOn: $0) }
        }
    }

    private func end(_ outcome: Result<Value, any Error>) {
        state = .done
        whenDone(outcome, time)
    }

    /// Takes the next step when all others of that time have had their turn.
    private func goOn(_ plan: Plan<Value>, at time: Duration) {
        state = .plan(plan)
        self.time = time
        world.enqueue(self, number: number, at: time)
    }

    /// Waits for what is begun, which is told how to go on.
    private func wait(for begin: (@escaping (Plan<Value>, Duration) -> Void) -> AnyObject?) {
        let begun = begin { [weak self] plan, time in self?.goOn(plan, at: time) }
        if let begun { state = .waiting(begun) }
    }

    /// Carries out what the policy makes of a request.
    private func send(_ request: Request, _ next: Next<Response, Value>) {
        guard let policy = context.policy else {
            let answered = world.ask(request, at: time)
            guard world.pilot != nil || answered.delay > .zero else {
                return goOn(next(world.receive(answered, at: time)), at: time)
            }
            state = .sent(answered, next)
            // Who tries all orders has the answer come at any time.
            let delay = world.pilot == nil ? answered.delay : .zero
            return world.enqueue(self, number: number, at: time + delay, isAnswer: true)
        }
        var inner = context
        inner.policy = nil
        wait { goOn in
            Strand<Response>(policy(request, next: Plan.send), at: time, in: inner, world) { outcome, time in
                goOn(next(outcome), time)
            }
        }
    }

    private func limit(_ limiting: Limiting, _ next: Next<Response, Value>) {
        guard !context.rooms.contains(limiting.key) else { return goOn(limiting.plan.continuing(next), at: time) }
        var inner = context
        inner.rooms.insert(limiting.key)
        wait { goOn in
            let lodging = Lodging()
            let gate = world.gate(limiting.key)
            gate.enter(self, limit: limiting.limit, priority: limiting.priority, at: time) { [world] room, time in
                lodging.begin(limiting.plan, in: room, at: time, inner, world) { goOn(next($0), $1) }
            }
            return lodging
        }
    }

    private func share(_ sharing: Sharing, _ next: Next<Response, Value>) {
        guard context.canJoin(sharing.key), let flight = world.flight(sharing, in: context, at: time) else {
            return goOn(sharing.plan.continuing(next), at: time)
        }
        wait { goOn in
            flight.add(self, partOf: context.keys) { outcome, time in goOn(next(outcome), time) }
            return flight
        }
    }
}
