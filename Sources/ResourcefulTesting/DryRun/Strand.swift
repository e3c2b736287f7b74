import ResourcefulCore

/// Something that takes one step at a time.
protocol Advancing {
    /// When it can take the next step; nil when it has none, or waits for others.
    var ready: Moment? { get }
    /// Takes one step.
    func advance(in world: World)
}

/// One line of a run: a plan, and how far it has come.
final class Strand<Value>: Advancing {
    private enum State {
        case plan(Plan<Value>)
        case waiting(any Waiting<Value>)
        case done(Result<Value, any Error>)
    }

    private var state: State
    private let keys: Set<String>
    /// When the last step was taken.
    private(set) var moment: Moment

    /// A plan that begins at a moment; `keys` are those of the shared runs that it is part of.
    init(_ plan: Plan<Value>, at moment: Moment, keys: Set<String> = []) {
        state = .plan(plan)
        self.moment = moment
        self.keys = keys
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
        case .done(let outcome): return .done(outcome)
        case .send(let request, let next): return .plan(next(world.send(request, at: time)))
        case .wait(let duration, let next):
            goOn(at: world.wait(duration, from: time), in: world)
            return .plan(next(.success(())))
        case .now(let next): return .plan(next(.success(world.now(at: time))))
        case .random(let next): return .plan(next(.success(world.random(at: time))))
        case .read(let name, let next): return .plan(next(.success(world.read(name, at: time))))
        case .write(let entry, let name, let next):
            world.write(entry, to: name, at: time)
            return .plan(next(.success(())))
        case .share(let plan, let key, let next):
            if keys.contains(key) { return .plan(plan.continuing { next($0) }) }
            let flight = world.flight(key, plan: plan, keys: keys, at: time)
            return .waiting(FlightWait(flight: flight, next: next))
        case .both(let both): return .waiting(both.begun(at: moment, keys: keys, in: world))
        case .each(let each): return .waiting(each.begun(at: moment, keys: keys, in: world))
        }
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

/// The wait for a shared run, which takes its steps by itself.
private struct FlightWait<Value>: Waiting {
    let flight: Flight
    let next: Next<Response, Value>

    var ready: Moment? { flight.strand.outcome == nil ? nil : flight.strand.moment }

    func advance(in world: World) -> (Plan<Value>, Duration)? {
        flight.strand.outcome.map { (next($0), flight.strand.moment.time) }
    }
}
