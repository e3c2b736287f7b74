import ResourcefulCore

/// What somebody who waits is told, once.
enum Signal {
    /// The request that he waits for has come to this.
    case exchanged(Result<Response, any Error>)
    /// The run that he waits for has come to its outcome.
    case ended
    /// He leads the run of this number from now on.
    case leads(Int)
    /// He has room, of this number.
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
    func join<Value: Sendable>(_ sharing: Sharing<Value>, in context: StrandContext, at time: Duration) -> Bool {
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

    /// Waits for room.
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
    private var strand: Strand<Value>?
    private(set) var outcome: Result<Value, any Error> = .failure(CancellationError())

    /// Begins a run. It is part of nothing but itself.
    init(_ sharing: Sharing<Value>, _ number: Int, at time: Duration, in context: StrandContext, _ world: World) {
        var inner = context
        inner.position = Position(in: number)
        strand = Strand(sharing.plan, at: time, in: inner, world) { [weak self] outcome, _ in
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

/// The room that a run takes, as long as it is held.
final class Room {
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

/// A run and the room that it takes.
final class Lodger<Value> {
    private var strand: Strand<Value>?
    private var room: Room?

    /// Runs a plan in a room until it has come to its outcome, or is dropped.
    init(
        _ plan: Plan<Value>, in room: Room, at time: Duration, _ context: StrandContext, _ world: World,
        whenDone: @escaping (Result<Value, any Error>, Duration) -> Void
    ) {
        self.room = room
        strand = Strand(plan, at: time, in: context, world) { [weak self] outcome, time in
            self?.room = nil
            whenDone(outcome, time)
        }
    }
}
