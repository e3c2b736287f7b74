/// The signal that ends a wait.
enum Signal {
    /// The awaited request has this outcome.
    case exchanged(Result<Response, any Error>)
    /// The awaited run has ended.
    case ended
    /// The waiter leads the run of this number from now on.
    case leads(Int)
    /// The waiter has received the permit of this number.
    case admitted(Int)
}

/// A waiter. It waits as long as it's retained; releasing it ends the wait.
final class Waiting {
    private let number: Int
    private let simulation: Simulation
    private let tell: (Signal, Duration) -> Void
    /// What it waits for, or what the wait has led to.
    var held: AnyObject?

    init(in simulation: Simulation, _ tell: @escaping (Signal, Duration) -> Void) {
        self.simulation = simulation
        self.tell = tell
        number = simulation.coordination.nextNumber()
        simulation.waiting[number] = WeakWaiting(self)
    }

    /// Joins the run under a key. Returns false if the waiter would wait for itself.
    func join<Value: Sendable>(_ sharing: Sharing<Value>, in context: FiberContext, at time: Duration) -> Bool {
        simulation.touch { footprint in
            footprint.write(.run(sharing.key))
            if context.position != nil { footprint.write(.waits) }
        }
        var admitted: [Coordination.Admitted] = []
        let joined = simulation.coordination.join(
            sharing.key, as: number, at: context.position, isKept: sharing.isKept, admitted: &admitted)
        simulation.tell(admitted)
        switch joined {
        case .began(let run):
            simulation.record(.began("\(sharing.key)"), at: time)
            held = simulation.run(run, sharing, in: context, at: time)
        case .waits(let run):
            simulation.record(.joined("\(sharing.key)"), at: time)
            held = simulation.runs[run]
        case .alone: return false
        }
        return true
    }

    /// Waits for an equal request that is being exchanged. Returns false if there is none.
    func follow(_ key: RunKey, at position: Position?) -> Bool {
        simulation.coordination.follow(key, as: number, at: position)
    }

    /// Waits for a permit.
    func wait(for gate: GateKey, at position: Position?, priority: Int) {
        simulation.coordination.wait(for: gate, as: number, at: position, priority: priority)
    }

    func signal(_ signal: Signal) { tell(signal, simulation.time) }

    // Releases a run without waiters.
    deinit {
        simulation.waiting[number] = nil
        // The run is released after the table has changed: releasing it may change the table again.
        if let abandoned = simulation.coordination.leave(number) { _ = simulation.runs.removeValue(forKey: abandoned) }
    }
}

/// A weak reference to a waiter, for the objects that it waits for.
struct WeakWaiting {
    private(set) weak var waiting: Waiting?

    init(_ waiting: Waiting) { self.waiting = waiting }
}

/// A shared run. It exists as long as a fiber waits for it, or until it ends if it was begun on its own.
final class SharedFiber<Value: Sendable> {
    private var fiber: Fiber<Value>?
    private(set) var outcome: Result<Value, any Error> = .failure(CancellationError())

    /// Begins a run. It isn't part of any other run.
    init(
        _ sharing: Sharing<Value>, _ number: Int, at time: Duration, in context: FiberContext, _ simulation: Simulation
    ) {
        var inner = context
        inner.position = Position(in: number)
        inner.layers.deadline = nil
        fiber = Fiber(sharing.plan, at: time, in: inner, simulation) { [weak self] outcome, _ in
            self?.outcome = outcome
            simulation.end(sharing.key, number)
        }
    }
}

/// The lead of an exchange that others wait for. If it's released before the answer, the next waiter takes over.
final class Lead {
    private let key: RunKey
    private let number: Int
    private let simulation: Simulation
    /// The outcome of the exchange.
    var outcome: Result<Response, any Error>?

    init(_ key: RunKey, _ number: Int, _ simulation: Simulation) {
        self.key = key
        self.number = number
        self.simulation = simulation
    }

    deinit {
        if let outcome {
            simulation.end(key, number, with: outcome)
        } else {
            simulation.handOver(key, number)
        }
    }
}

/// The permit of a run, returned when it's released.
final class Permit {
    private let gate: GateKey
    private let number: Int
    private let simulation: Simulation

    init(_ gate: GateKey, _ number: Int, _ simulation: Simulation) {
        self.gate = gate
        self.number = number
        self.simulation = simulation
    }

    deinit { simulation.exit(gate, number) }
}

/// A run and its permit.
final class PermitHolder<Value> {
    private var fiber: Fiber<Value>?
    private var permit: Permit?

    /// Runs a plan with a permit, until the plan ends or is released.
    init(
        _ plan: Plan<Value>, in permit: Permit, at time: Duration, _ context: FiberContext, _ simulation: Simulation,
        whenDone: @escaping (Result<Value, any Error>, Duration) -> Void
    ) {
        self.permit = permit
        fiber = Fiber(plan, at: time, in: context, simulation) { [weak self] outcome, time in
            self?.permit = nil
            whenDone(outcome, time)
        }
    }
}
