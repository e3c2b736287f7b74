import ResourcefulCore

/// How many runs are under way under a key, and who waits for room.
final class Gate {
    private struct Waiter {
        weak var strand: (any Advancing)?
        let priority: Int
        let begin: (Room, Duration) -> Void
    }

    private let key: String
    private unowned let world: World
    private var running = 0
    private var limit = 1
    private var waiters: [Waiter] = []

    init(_ key: String, in world: World) {
        self.key = key
        self.world = world
    }

    /// Has a strand begin when there is room: at once, or later.
    func enter(
        _ strand: some Advancing, limit: Int, priority: Int, at time: Duration,
        begin: @escaping (Room, Duration) -> Void
    ) {
        self.limit = limit
        world.touch { $0.write(.gate(key)) }
        let place = waiters.firstIndex { $0.priority < priority } ?? waiters.endIndex
        waiters.insert(Waiter(strand: strand, priority: priority, begin: begin), at: place)
        admit(at: time)
    }

    /// Gives a room back.
    fileprivate func leave() {
        running -= 1
        world.touch { $0.write(.gate(key)) }
        admit(at: world.time)
    }

    private func admit(at time: Duration) {
        while running < limit, !waiters.isEmpty {
            let waiter = waiters.removeFirst()
            guard waiter.strand != nil else { continue }
            running += 1
            waiter.begin(Room(self), time)
        }
    }
}

/// The room that a run takes, as long as it is held.
final class Room {
    private let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    deinit { gate.leave() }
}

/// A run and the room that it takes.
final class Lodging {
    private var strand: Strand<Response>?
    private var room: Room?

    /// Runs a plan in a room until it has come to its outcome, or is dropped.
    func begin(
        _ plan: Plan<Response>, in room: Room, at time: Duration, _ context: StrandContext, _ world: World,
        whenDone: @escaping (Result<Response, any Error>, Duration) -> Void
    ) {
        self.room = room
        strand = Strand(plan, at: time, in: context, world) { [weak self] outcome, time in
            self?.room = nil
            whenDone(outcome, time)
        }
    }
}
