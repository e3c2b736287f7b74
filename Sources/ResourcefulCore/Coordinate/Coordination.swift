/// The state of shared runs and permits: what callers join, wait for and hold, and which waits would be deadlocks. It
/// is a pure value.
///
/// Callers and runs are only numbers; the code that carries out a run handles its result. A Webservice keeps the value
/// behind a lock, and a dry run uses one directly. Runs and permits form one graph of waits: a run waits for the waits
/// inside it, and a gate for any holder of its permits. A wait that would close a cycle doesn't happen: the caller does
/// the work of the run on its own, and a permit whose holders wait is lent to the waiter they wait for.
///
/// A run that no other caller joins costs one lookup and two changes of a table. Only callers that are part of a run or
/// hold a permit search for cycles.
package struct Coordination: Sendable {
    /// The run that is under way for a key.
    struct Run: Sendable {
        let number: Int
        /// Whether one of the callers carries it out.
        var isLed = false
        /// The waiters, in their order.
        var waits = WaitQueue()
        /// Whether it continues even if nothing waits for it.
        var isKept = false
        /// The origin of its request, once it has been looked up.
        var origin: Origin??
    }

    /// What a caller waits for.
    package enum Target: Sendable {
        case run(RunKey, Int)
        case gate(GateKey)
    }

    /// A wait of a caller.
    struct Wait: Sendable {
        let target: Target
        /// The numbers of the runs and permits that the caller is part of.
        let scopes: [Int]
        let priority: Int
    }

    /// The holders of permits, and the waiters.
    struct Gate: Sendable {
        var holders: [Int] = []
        /// The waiters, by priority and then in their order.
        var waits = WaitQueue()
    }

    /// The runs that can be joined.
    var open: [RunKey: Run] = [:]
    /// The runs that can no longer be joined.
    var closed: [Int: Run] = [:]
    var gates: [GateKey: Gate] = [:]
    var waits: [Int: Wait] = [:]
    /// The waits inside each run and each permit.
    var inside: [Int: WaitQueue] = [:]
    private var lastNumber = 0

    /// Creates a value without runs and waits.
    package init() {}

    /// Whether nothing is under way and nothing waits.
    package var isIdle: Bool {
        open.isEmpty && closed.isEmpty && gates.isEmpty && waits.isEmpty && inside.isEmpty
    }

    /// Whether there is a run that continues even if nothing waits for it.
    package var isKeepingRuns: Bool {
        open.values.contains(where: \.isKept) || closed.values.contains(where: \.isKept)
    }

    /// Returns a number for a caller that is about to wait, which it uses to leave at any time.
    package mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a wait.
    mutating func addWait(
        _ number: Int, for target: Target, at position: Position?, priority: Int = 0
    ) {
        let scopes = position?.scopes ?? []
        waits[number] = Wait(target: target, scopes: scopes, priority: priority)
        for scope in scopes { inside[scope, default: WaitQueue()].insert(number, priority: 0) }
    }

    /// Removes a wait.
    mutating func removeWait(_ number: Int) -> Wait? {
        guard let wait = waits.removeValue(forKey: number) else { return nil }
        for scope in wait.scopes {
            inside[scope]?.remove(number, priority: 0)
            if inside[scope]?.isEmpty == true { inside[scope] = nil }
        }
        return wait
    }
}

// All waits.
extension Coordination {
    /// Ends the wait of a caller.
    ///
    /// - Returns: The number of the run to cancel, because nothing waits for it any longer; nil if there is none.
    package mutating func leave(_ number: Int) -> Int? {
        guard let wait = removeWait(number) else { return nil }
        switch wait.target {
        case .gate(let key):
            gates[key]?.waits.remove(number, priority: wait.priority)
            if gates[key]?.holders.isEmpty == true, gates[key]?.waits.isEmpty == true { gates[key] = nil }
        case .run(let key, let run):
            changeRun(key, run) { $0.waits.remove(number, priority: 0) }
            // Nobody else waits for an exchange that took too long for one.
            if case .exchange = key, open[key]?.number == run { closed[run] = open.removeValue(forKey: key) }
            if let left = self[key, run], !left.isLed, left.waits.isEmpty, !left.isKept {
                remove(key, run)
                return run
            }
        }
        return nil
    }
}

/// Something that loads have under way at the same time.
package enum Underway: Sendable {
    /// The run under a key.
    case run(RunKey)
    /// The plans that hold a permit of a gate.
    case permits(GateKey)
    /// The plans that wait for a permit of a gate.
    case waits(GateKey)
}

extension Coordination {
    /// Returns the number of runs, or of plans that hold or wait for permits.
    package func count(of counted: Underway) -> Int {
        switch counted {
        case .run(let key): open[key] == nil ? 0 : 1
        case .permits(let key): gates[key]?.holders.count ?? 0
        case .waits(let key): gates[key]?.waits.count ?? 0
        }
    }
}
