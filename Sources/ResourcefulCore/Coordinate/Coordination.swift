/// Who joins whose run, who waits, who gets a permit, and who would wait for himself: all of it as a pure value.
///
/// It knows everybody and every run by a number alone; what a run comes to is for those who carry it out. A Webservice
/// keeps one behind a lock, a dry run uses one directly. Runs and permits are one graph of who waits for whom: a run
/// waits for those inside it that wait, and a gate for any of those who hold its permits. What would close a circle is
/// not waited for: a run is done once more by the one who asks, and a permit that is held by those who wait is lent to
/// those they wait for.
///
/// The cost of a run that nobody joins is one look-up and two changes of a table; circles are looked for only by those
/// who are themselves part of a run or hold a permit.
package struct Coordination: Sendable {
    /// A run: what is under way under a key.
    struct Run: Sendable {
        let number: Int
        /// Whether one of those who asked carries it out himself.
        var isLed = false
        /// Those who wait, the first one first.
        var waits = WaitQueue()
        /// Whether it goes on when nobody waits for it.
        var isKept = false
        /// The origin of its request, once somebody has asked for it.
        var origin: Origin??
    }

    /// What somebody waits for.
    package enum Target: Sendable {
        case run(RunKey, Int)
        case gate(GateKey)
    }

    /// Somebody who waits.
    struct Wait: Sendable {
        let target: Target
        /// The numbers of the runs and permits that he is part of.
        let scopes: [Int]
        let priority: Int
    }

    /// Who holds a permit, and who waits for it.
    struct Gate: Sendable {
        var holders: [Int] = []
        /// The highest priority first, then the first who came.
        var waits = WaitQueue()
    }

    /// The runs that can be joined.
    var open: [RunKey: Run] = [:]
    /// The runs that newcomers don't join any more.
    var closed: [Int: Run] = [:]
    var gates: [GateKey: Gate] = [:]
    var waits: [Int: Wait] = [:]
    /// Those who wait inside each run and each permit.
    var inside: [Int: WaitQueue] = [:]
    private var lastNumber = 0

    /// Nobody does anything.
    package init() {}

    /// Whether nothing is under way, and nobody waits.
    package var isIdle: Bool {
        open.isEmpty && closed.isEmpty && gates.isEmpty && waits.isEmpty && inside.isEmpty
    }

    /// Whether there is a run that goes on when nobody waits for it.
    package var isKeepingRuns: Bool {
        open.values.contains(where: \.isKept) || closed.values.contains(where: \.isKept)
    }

    /// A number for somebody who is about to wait, by which he can leave whenever he likes.
    package mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Takes note of somebody who waits.
    mutating func addWait(
        _ number: Int, for target: Target, at position: Position?, priority: Int = 0
    ) {
        let scopes = position?.scopes ?? []
        waits[number] = Wait(target: target, scopes: scopes, priority: priority)
        for scope in scopes { inside[scope, default: WaitQueue()].insert(number, priority: 0) }
    }

    /// Takes note that somebody waits no longer.
    mutating func removeWait(_ number: Int) -> Wait? {
        guard let wait = waits.removeValue(forKey: number) else { return nil }
        for scope in wait.scopes {
            inside[scope]?.remove(number, priority: 0)
            if inside[scope]?.isEmpty == true { inside[scope] = nil }
        }
        return wait
    }
}

// Those who wait for anything.
extension Coordination {
    /// Somebody stops waiting, whatever for.
    ///
    /// - Returns: the run that nobody waits for any more, which is to be ended.
    package mutating func leave(_ number: Int) -> Int? {
        guard let wait = removeWait(number) else { return nil }
        switch wait.target {
        case .gate(let key):
            gates[key]?.waits.remove(number, priority: wait.priority)
            if gates[key]?.holders.isEmpty == true, gates[key]?.waits.isEmpty == true { gates[key] = nil }
        case .run(let key, let run):
            changeRun(key, run) { $0.waits.remove(number, priority: 0) }
            if let left = self[key, run], !left.isLed, left.waits.isEmpty, !left.isKept {
                remove(key, run)
                return run
            }
        }
        return nil
    }
}
