extension DryRun {
    /// Runs a plan in every combination of failures and every order, and checks what is true in all of them.
    ///
    ///     try DryRun.explore(
    ///         checkout, against: Shop.init, in: { shop in DryRun(policies: policies, shop.answer) },
    ///         failing: [.status(401), .status(503), .timedOut, .reset], atMost: 3,
    ///         always: [
    ///             .holds("charged once at most") { $0.server.charges <= 1 },
    ///             .ends(within: 20),
    ///         ])
    ///
    /// With `.crashed` among the failures, the process also ends before each effect that outlives it: a request, a
    /// change of the store or of the cache, the end of the load. The load then begins again with the store and the
    /// cache.
    ///
    /// Each world is a combination of failures, by the requests in the order they are sent, and an order of the
    /// branches and their answers. Combinations with few failures come first, each in a few orders; then all of them in
    /// more and more, up to 500 each. A violation is simplified, and thrown with the code that replays it. Worlds whose
    /// failures are never reached, and orders that differ only in independent steps, are tried once. A load that fails
    /// isn't a violation by itself.
    ///
    /// Answers take arbitrarily long: see `DryRun.Order`. The memory is bounded by the limit.
    ///
    /// - Parameters:
    ///   - loadable: The plan or resource to load.
    ///   - server: Makes a new server for each world.
    ///   - make: Makes a new run with the server. Requests that it has sent before don't fail.
    ///   - failures: The ways in which a request can fail.
    ///   - count: The maximum number of failures in a world.
    ///   - limit: The number of worlds to try before others are drawn at random, a tenth as many.
    ///   - seed: The seed of the draws.
    ///   - invariants: What is true in every world.
    /// - Throws: ``InvariantViolation``; the errors of `server` and `make`.
    @discardableResult
    public static func explore<Server, Value>(
        _ loadable: some Loadable<Value>, against server: () throws -> Server, in make: (Server) throws -> DryRun,
        failing failures: [ExchangeFailure] = ExchangeFailure.all, atMost count: Int = 2, limit: Int = 10_000,
        seed: UInt64 = 0, always invariants: [Invariant<Server, Value>]
    ) throws -> FailureExploration {
        try withoutActuallyEscaping(server) { server in
            try withoutActuallyEscaping(make) { make in
                var explorer = WorldExplorer(
                    plan: loadable.plan, server: server, make: make, failures: failures, atMost: max(0, count),
                    limit: max(1, limit), seed: seed, invariants: invariants)
                return try explorer.explore()
            }
        }
    }

    /// Runs a plan in every combination of failures and every order, and checks what is true in all of them, without a
    /// server of its own type: see `explore(_:against:in:failing:atMost:limit:seed:always:)`.
    @discardableResult
    public static func explore<Value>(
        _ loadable: some Loadable<Value>, in make: () throws -> DryRun,
        failing failures: [ExchangeFailure] = ExchangeFailure.all, atMost count: Int = 2, limit: Int = 10_000,
        seed: UInt64 = 0, always invariants: [Invariant<Void, Value>]
    ) throws -> FailureExploration {
        try explore(
            loadable, against: {}, in: { try make() }, failing: failures, atMost: count, limit: limit, seed: seed,
            always: invariants)
    }
}

/// Tries the worlds of a plan, and simplifies the one that violates an invariant.
private struct WorldExplorer<Server, Value> {
    let plan: Plan<Value>
    let server: () throws -> Server
    let make: (Server) throws -> DryRun
    let failures: [ExchangeFailure]
    let limit: Int
    let seed: UInt64
    let invariants: [Invariant<Server, Value>]
    private let atMost: Int
    /// Whether processes crash.
    private let crashes: Bool
    /// The number of places at which something can fail if nothing does.
    private var placeCount = 0
    private var exploration: FailureExploration

    /// The maximum number of orders that are tried for a combination.
    private static var mostOrders: Int { 500 }
    /// The number of combinations that can wait for the others of their orders: each of them takes memory.
    private static var mostUnfinished: Int { 1_000 }
    /// The number of requests after which a world is abandoned.
    private static var requestLimit: Int { 1_000 }

    init(
        plan: Plan<Value>, server: @escaping () throws -> Server, make: @escaping (Server) throws -> DryRun,
        failures: [ExchangeFailure], atMost: Int, limit: Int, seed: UInt64, invariants: [Invariant<Server, Value>]
    ) {
        (self.plan, self.server, self.make) = (plan, server, make)
        (self.failures, self.atMost, self.limit, self.seed) = (failures, atMost, limit, seed)
        self.invariants = invariants
        crashes = failures.contains(.crashed)
        exploration = FailureExploration(
            kinds: failures.count { $0 != .crashed }, limit: atMost, seed: seed, invariants: invariants.map(\.name))
    }

    /// What became of a run.
    private final class Record {
        var broken: (invariant: String, error: (any Error)?)?
        var outcome = ""
        /// The number of requests of the load.
        var requestCount = 0
        /// The places at which something could fail, and the number of those before the load.
        var places = FailureSearch.Places()
        var before = 0
        /// The numbers of the requests among the effects.
        private var sent: [Int] = []

        func learn(_ run: DryRun, before: Int, effectsBefore: Int) {
            requestCount = run.requests.count - before
            guard run.life.numbersEffects else {
                (places, self.before) = (FailureSearch.Places(count: requestCount), before)
                return
            }
            (sent, self.before) = (run.life.sent, effectsBefore)
            let requests = Set(sent.lazy.map { $0 - effectsBefore - 1 }.filter { $0 >= 0 })
            places = FailureSearch.Places(count: run.life.effectCount - effectsBefore, requests: requests)
        }

        /// Returns the number of the request that is sent at a place.
        func requestNumber(_ place: Int) -> Int { sent.firstIndex(of: place).map { $0 + 1 } ?? place }
    }

    mutating func explore() throws -> FailureExploration {
        var search = FailureSearch(
            kinds: failures.count, crash: failures.firstIndex(of: .crashed), atMost: atMost)
        // Many combinations in few orders show more than few of them in many.
        let few = min(25, max(1, limit / 100))
        var unfinished: [CombinationOrders] = []
        while exploration.worlds < limit {
            var (orders, most) = (CombinationOrders(), few)
            if let combination = search.popNext() {
                orders.combination = combination
                exploration.combinations += 1
            } else if !unfinished.isEmpty {
                orders = unfinished.removeFirst()
                // All of them advance, since an answer can be later and later without end.
                most = min(Self.mostOrders, 2 * orders.tried + few)
            } else {
                break
            }
            let known = orders.places
            try explore(&orders, upTo: unfinished.count < Self.mostUnfinished ? most : Self.mostOrders)
            // What fails behind the last place is the same world as without that failure.
            search.learn(orders.combination, orders.places, after: known)
            if orders.search.isDone { continue }
            if orders.tried < Self.mostOrders { unfinished.append(orders) } else { exploration.hasMoreOrders = true }
        }
        exploration.waiting = search.waiting
        if !unfinished.isEmpty { exploration.hasMoreOrders = true }
        if exploration.waiting > 0 || !unfinished.isEmpty { try draw() }
        return exploration
    }

    /// A combination of failures, and how far its orders were tried.
    private struct CombinationOrders {
        var combination: FailureSearch.Combination = []
        var search = OrderSearch()
        var tried = 0
        /// The places that the orders led to.
        var places = FailureSearch.Places()
    }

    /// Tries orders under some failures, until a number of them was tried.
    private mutating func explore(_ orders: inout CombinationOrders, upTo most: Int) throws {
        let record = Record()
        let explorer = explorer(orders.combination, record)
        while !orders.search.isDone, orders.tried < most, exploration.worlds < limit {
            let (scheduler, finding) = try explorer.attempt(orders.search.scheduler)
            if !scheduler.isCut {
                orders.tried += 1
                exploration.worlds += 1
                orders.places.add(record.places)
                if orders.combination.isEmpty {
                    exploration.requestCount = max(exploration.requestCount, record.requestCount)
                    placeCount = orders.places.count
                }
            }
            if let finding { throw violation(finding, orders.combination) }
            orders.search.learn(from: scheduler)
        }
    }

    /// Tries worlds at random.
    private mutating func draw() throws {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<max(1, limit / 10) {
            let count = failures.isEmpty ? 0 : Int(numbers.next() % UInt64(atMost + 1))
            let places = Set(
                (0..<count).map { _ in Int(numbers.next() % UInt64(max(1, 2 * placeCount))) })
            let combination = places.sorted().map { ($0, Int(numbers.next() % UInt64(max(1, failures.count)))) }
            guard let scheduler = Scheduler(.drawn(seed: numbers.next())) else { return }
            exploration.drawn += 1
            if let finding = try explorer(combination, Record()).attempt(scheduler).finding {
                throw violation(finding, combination)
            }
        }
    }

    /// Returns an explorer of the orders under some failures, whose runs leave a record.
    private func explorer(_ combination: FailureSearch.Combination, _ record: Record) -> Explorer {
        var current: Server?
        var (before, effectsBefore) = (0, 0)
        return Explorer(
            limit: 1, seed: seed,
            make: {
                let server = try server()
                current = server
                var run = try make(server)
                run.finishRuns()
                run.finishesRuns = true
                (before, effectsBefore) = (run.requests.count, run.life.effectCount)
                run.requestLimit = before + Self.requestLimit
                let failures = numbered(combination, from: crashes ? effectsBefore : before)
                run.life.numbersEffects = crashes
                run.crash(before: Set(failures.filter { $0.value == .crashed }.keys))
                run.fail(failures)
                return run
            },
            body: { run in
                guard let server = current else { return true }
                var outcome = Result { try run.load(plan) }
                while run.life.hasCrashed, run.scheduler?.isCut != true { outcome = Result { try run.load(plan) } }
                if run.scheduler?.isCut == true { return true }
                record.learn(run, before: before, effectsBefore: effectsBefore)
                let world = ExploredWorld(server: server, outcome: outcome, run: run)
                record.broken = broken(in: world)
                guard record.broken != nil else { return true }
                record.outcome = world.text
                return false
            })
    }

    /// Returns the first invariant that isn't true in a world.
    private func broken(in world: ExploredWorld<Server, Value>) -> (String, (any Error)?)? {
        if world.run.requests.count > world.run.requestLimit {
            return ("it ends within \(Self.requestLimit) requests", nil)
        }
        for invariant in invariants {
            do {
                if try !invariant.isTrue(world) { return (invariant.name, nil) }
            } catch {
                return (invariant.name, error)
            }
        }
        return nil
    }

    private func numbered(_ combination: FailureSearch.Combination, from before: Int) -> [Int: ExchangeFailure] {
        Dictionary(uniqueKeysWithValues: combination.map { (before + $0.place + 1, failures[$0.failure]) })
    }

    /// Returns the violation with as few failures, and as few switches of branch, as can be found.
    private func violation(_ finding: Explorer.Finding, _ found: FailureSearch.Combination) -> any Error {
        var (combination, best) = (found, finding)
        // Combinations that were tried in all orders need all of their failures; drawn ones may not.
        for place in found.indices.reversed() {
            var fewer = combination
            fewer.remove(at: place)
            let again = try? explorer(fewer, Record()).attempt(Scheduler(best.choices)).finding
            if let again = again ?? nil { (combination, best) = (fewer, again) }
        }
        let record = Record()
        let explorer = explorer(combination, record)
        best = explorer.simplified(best)
        // The record has the last attempt, which may be another world.
        guard let last = (try? explorer.attempt(Scheduler(best.choices)))?.finding, let broken = record.broken else {
            return ExplorationFailure(
                underlyingError: nil, order: .choices(best.choices), events: best.events,
                exploration: Exploration(seed: seed))
        }
        let numbered = numbered(combination, from: record.before)
        let failed = numbered.filter { $0.value != .crashed }.map { (record.requestNumber($0.key), $0.value) }
        return InvariantViolation(
            invariant: broken.invariant, underlyingError: broken.error,
            failures: Dictionary(failed) { first, _ in first },
            crashes: Set(numbered.filter { $0.value == .crashed }.keys), order: .choices(last.choices),
            events: last.events, outcome: record.outcome, exploration: exploration)
    }
}

extension ExploredWorld {
    /// The outcome as text.
    fileprivate var text: String {
        switch outcome {
        case .success(let value): "the value \(value)"
        case .failure(let error): "the error \(Redaction.standard.text(of: error))"
        }
    }
}
