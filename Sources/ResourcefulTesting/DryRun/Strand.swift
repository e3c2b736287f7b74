import ResourcefulCore

/// Something that takes one step at a time.
protocol Advancing {
    /// When it can take the next step; nil when it has none, or waits for others.
    var ready: Moment? { get }
    /// Takes one step.
    func advance(in world: World)
}

/// What a strand is part of.
struct StrandContext {
    /// What is done to every request that the plan sends; nil where the plan is a policy's own.
    var policy: Policy?
    /// The keys of the shared runs around it: to wait for one of them would be to wait for itself.
    var keys: Set<String> = []
}

/// One line of a run: a plan, and how far it has come.
final class Strand<Value>: Advancing {
    private enum State {
        case plan(Plan<Value>)
        case waiting(any Waiting<Value>)
        case done(Result<Value, any Error>)
    }

    private var state: State
    private let context: StrandContext
    /// When the last step was taken.
    private(set) var moment: Moment

    /// A plan that begins at a moment.
    init(_ plan: Plan<Value>, at moment: Moment, in context: StrandContext) {
        state = .plan(plan)
        self.moment = moment
        self.context = context
    }

    /// The outcome, once the plan has come to it.
    var outcome: Result<Value, any Error>? {
        if case .done(let outcome) = state { outcome } else { nil }
    }

    var ready: Moment? {
        switch state {
        case .plan: moment
        case .waiting(let waiting): waiting.ready.map { max($0, moment) }
        case .done: nil
        }
    }

    func advance(in world: World) {
        switch state {
        case .plan(let plan): state = next(plan.head, in: world)
        case .waiting(let waiting):
            guard let (plan, time) = waiting.advance(in: world) else { return }
            goOn(at: max(time, moment.time), in: world)
            state = .plan(plan)
        case .done: break
        }
    }

    private func next(_ step: Step<Value>, in world: World) -> State {
        let time = moment.time
        defer { goOn(at: max(time, moment.time), in: world) }
        switch step {
        case .value(let value): return .done(.success(value.content))
        case .failure(let error): return .done(.failure(error))
        case .send(let effect): return send(effect.parameter, effect.next, in: world)
        case .wait(let effect):
            goOn(at: world.wait(effect.parameter, from: time), in: world)
            return .plan(effect.next(.success(())))
        case .now(let effect): return .plan(effect.next(.success(world.now(at: time))))
        case .random(let effect): return .plan(effect.next(.success(world.random(at: time))))
        case .read(let effect): return .plan(effect.next(.success(world.read(effect.parameter, at: time))))
        case .write(let effect):
            world.write(effect.parameter.entry, to: effect.parameter.name, at: time)
            return .plan(effect.next(.success(())))
        case .share(let effect): return share(effect.parameter, effect.next, in: world)
        case .both(let both): return .waiting(both.content.begun(at: moment, context: context, in: world))
        case .each(let each): return .waiting(each.content.begun(at: moment, context: context, in: world))
        }
    }

    /// Carries out what the policy makes of a request.
    private func send(_ request: Request, _ next: Next<Response, Value>, in world: World) -> State {
        guard let policy = context.policy else { return .plan(next(world.send(request, at: moment.time))) }
        let inner = StrandContext(policy: nil, keys: context.keys)
        let strand = Strand<Response>(policy(request, next: Plan.send), at: moment, in: inner)
        return .waiting(StrandWait(strand: strand, next: next))
    }

    private func share(_ sharing: Sharing, _ next: Next<Response, Value>, in world: World) -> State {
        guard !context.keys.contains(sharing.key),
            let flight = world.flight(sharing.key, plan: sharing.plan, context: context, at: moment.time)
        else { return .plan(sharing.plan.continuing(next)) }
        return .waiting(FlightWait(flight: flight, next: next))
    }

    private func goOn(at time: Duration, in world: World) { moment = world.nextTurn(at: time) }
}

/// What a strand waits for: branches that are done at once, or a shared run.
protocol Waiting<Value> {
    associatedtype Value
    /// When it can take the next step; nil when it waits for others.
    var ready: Moment? { get }
    /// Takes one step; at the end, how the plan goes on and when.
    func advance(in world: World) -> (Plan<Value>, Duration)?
}

/// The wait for what a policy makes of a request.
private struct StrandWait<Value>: Waiting {
    let strand: Strand<Response>
    let next: Next<Response, Value>

    var ready: Moment? { strand.ready ?? (strand.outcome == nil ? nil : strand.moment) }

    func advance(in world: World) -> (Plan<Value>, Duration)? {
        strand.advance(in: world)
        return strand.outcome.map { (next($0), strand.moment.time) }
    }
}

/// The wait for a shared run, which takes its steps by itself.
private struct FlightWait<Value>: Waiting {
    let flight: Flight
    let next: Next<Response, Value>

    var ready: Moment? { flight.strand.outcome == nil ? nil : flight.strand.moment }

    func advance(in world: World) -> (Plan<Value>, Duration)? {
        flight.strand.outcome.map { (next($0), flight.strand.moment.time) }
    }
}
