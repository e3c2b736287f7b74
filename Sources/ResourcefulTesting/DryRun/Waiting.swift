import ResourcefulCore

/// What somebody who waits is told, once.
enum Signal {
    /// The request that he waits for has come to this.
    case exchanged(Result<Response, any Error>)
    /// The run that he waits for has come to its outcome.
    case ended
    /// He leads the run of this number from now on.
    case leads(Int)
    /// He has a permit, of this number.
    case admitted(Int)
}

/// Somebody who waits for others, as long as he is held. Who is dropped leaves.
final class Waiting {
    private let number: Int
    private let world: World
    private let tell: (Signal, Duration) -> Void
    /// What is waited for, or what has become of the wait.
    var held: AnyObject?

    init(in world: World, _ tell: @escaping (Signal, Duration) -> Void) {
        self.world = world
        self.tell = tell
        number = world.coordination.nextNumber()
        world.waiting[number] = WeakWaiting(self)
    }

    /// Joins the run under a key; false when that would be to wait for oneself.
    func join<Value: Sendable>(_ sharing: Sharing<Value>, in context: FiberContext, at time: Duration) -> Bool {
        world.touch { footprint in
            footprint.write(.run(sharing.key))
            if context.position != nil { footprint.write(.waits) }
        }
        var admitted: [Coordination.Admitted] = []
        let joined = world.coordination.join(sharing.key, as: number, at: context.position, admitted: &admitted)
        world.tell(admitted)
        switch joined {
        case .began(let run):
            world.record(.began("\(sharing.key)"), at: time)
            held = world.run(run, sharing, in: context, at: time)
        case .waits(let run):
            world.record(.joined("\(sharing.key)"), at: time)
            held = world.runs[run]
        case .alone: return false
        }
        return true
    }

    /// Waits for whoever exchanges an equal request; false when there is nobody.
    func follow(_ key: RunKey, at position: Position?) -> Bool {
        world.coordination.follow(key, as: number, at: position)
    }

    /// Waits for a permit.
    func wait(for gate: GateKey, at position: Position?, priority: Int) {
        world.coordination.wait(for: gate, as: number, at: position, priority: priority)
    }

    func signal(_ signal: Signal) { tell(signal, world.time) }

    // Nothing is left of a run that nobody waits for.
    deinit {
        world.waiting[number] = nil
        // What is let go of with it may do the same, when the table is no longer being changed.
        if let abandoned = world.coordination.leave(number) { _ = world.runs.removeValue(forKey: abandoned) }
    }
}

/// Somebody who waits, held by those who have him wait.
struct WeakWaiting {
    private(set) weak var waiting: Waiting?

    init(_ waiting: Waiting) { self.waiting = waiting }
}

/// A shared run, held as long as somebody waits for it, or by itself when it was begun.
final class Flight<Value: Sendable> {
    private var fiber: Fiber<Value>?
    private(set) var outcome: Result<Value, any Error> = .failure(CancellationError())

    /// Begins a run. It is part of nothing but itself.
    init(_ sharing: Sharing<Value>, _ number: Int, at time: Duration, in context: FiberContext, _ world: World) {
        var inner = context
        inner.position = Position(in: number)
        fiber = Fiber(sharing.plan, at: time, in: inner, world) { [weak self] outcome, _ in
            self?.outcome = outcome
            world.end(sharing.key, number)
        }
    }
}

/// Who exchanges a request that others wait for, as long as he is held. When he is dropped before the answer, the next
/// one takes over.
final class Lead {
    private let key: RunKey
    private let number: Int
    private let world: World
    /// What has come of it.
    var outcome: Result<Response, any Error>?

    init(_ key: RunKey, _ number: Int, _ world: World) {
        self.key = key
        self.number = number
        self.world = world
    }

    deinit {
        if let outcome {
            world.end(key, number, with: outcome)
        } else {
            world.handOver(key, number)
        }
    }
}

/// The permit of a run, as long as that is held.
final class Permit {
    private let gate: GateKey
    private let number: Int
    private let world: World

    init(_ gate: GateKey, _ number: Int, _ world: World) {
        self.gate = gate
        self.number = number
        self.world = world
    }

    deinit { world.exit(gate, number) }
}

/// A run and its permit.
final class Lodger<Value> {
    private var fiber: Fiber<Value>?
    private var permit: Permit?

    /// Runs a plan with a permit until it has come to its outcome, or is dropped.
    init(
        _ plan: Plan<Value>, in permit: Permit, at time: Duration, _ context: FiberContext, _ world: World,
        whenDone: @escaping (Result<Value, any Error>, Duration) -> Void
    ) {
        self.permit = permit
        fiber = Fiber(plan, at: time, in: context, world) { [weak self] outcome, time in
            self?.permit = nil
            whenDone(outcome, time)
        }
    }
}
