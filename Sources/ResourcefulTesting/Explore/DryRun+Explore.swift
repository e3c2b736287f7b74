public import ResourcefulCore

extension DryRun {
    /// Carries a plan out in every order that its branches and their answers could come in, and checks each outcome.
    ///
    ///     try DryRun.explore(plan, in: { DryRun(policies: [bearer], TokenServer().answer) }) { outcome, run in
    ///         run.requests.count { $0.url.path == "/token" } == 1
    ///     }
    ///
    /// Orders that differ only in steps that have nothing to do with each other are tried once. Where there are more
    /// than the limit, as many again are drawn by chance. The order of a failure is made as simple as can be.
    ///
    /// - Parameters:
    ///   - loadable: What is loaded.
    ///   - limit: How many orders are tried before others are drawn.
    ///   - seed: What the draws begin with.
    ///   - make: Makes the run and its server, anew for every order.
    ///   - check: Whether an outcome, and what the run has done, are right; what it throws says what is not.
    ///     Expectations of a testing library don't belong here: the order is tried more than once.
    /// - Throws: ``ExplorationFailure``; and what `make` throws.
    @discardableResult
    public static func explore<Value>(
        _ loadable: some Loadable<Value>, limit: Int = 1_000, seed: UInt64 = 0, in make: () throws -> DryRun,
        check: (_ outcome: Result<Value, any Error>, _ run: DryRun) throws -> Bool
    ) throws -> Exploration {
        try explore(limit: limit, seed: seed, in: make) { run in
            let outcome = Result { try run.load(loadable) }
            return try run.scheduler?.isCut == true || check(outcome, run)
        }
    }

    /// Carries a plan out in every order, none of which may fail.
    ///
    /// - Throws: ``ExplorationFailure``; and what `make` throws.
    @discardableResult
    public static func explore(
        _ loadable: some Loadable, limit: Int = 1_000, seed: UInt64 = 0, in make: () throws -> DryRun
    ) throws -> Exploration {
        try explore(limit: limit, seed: seed, in: make) { run in
            _ = try run.load(loadable)
            return true
        }
    }

    /// Does something with a run, several loads one after the other if need be, in every order that they could go in.
    ///
    /// Where a run turns out to be one that was tried before, the load throws, and what comes of it does not count.
    ///
    /// - Parameter body: What is done and checked; the run is in the order that is tried. It must do the same each
    ///   time.
    /// - Throws: ``ExplorationFailure``; and what `make` throws.
    @discardableResult
    public static func explore(
        limit: Int = 1_000, seed: UInt64 = 0, in make: () throws -> DryRun, body: (inout DryRun) throws -> Bool
    ) throws -> Exploration {
        try withoutActuallyEscaping(make) { make in
            try withoutActuallyEscaping(body) { body in
                try Explorer(limit: max(1, limit), seed: seed, make: make, body: body).explore()
            }
        }
    }
}

/// Tries orders of a program, and makes the one that fails simple.
struct Explorer {
    /// An order that failed.
    struct Finding {
        let error: (any Error)?
        let choices: [Int]
        let events: [DryRun.Event]
        /// How often another branch goes on than the one before, then how long the list of choices is.
        var cost: (Int, Int) { (choices.count { $0 != 0 }, choices.count) }
    }

    let limit: Int
    let seed: UInt64
    let make: () throws -> DryRun
    let body: (inout DryRun) throws -> Bool

    func explore() throws -> Exploration {
        var exploration = Exploration(seed: seed)
        var search = OrderSearch()
        var attempts = 0
        while !search.isDone, exploration.tried < limit, attempts < 4 * limit {
            attempts += 1
            let (scheduler, finding) = try attempt(search.scheduler)
            if !scheduler.isCut { exploration.tried += 1 }
            if let finding { throw failure(finding, exploration) }
            search.learn(from: scheduler)
        }
        guard !search.isDone else { return exploration }
        var numbers = SplitMix64(seed: seed)
        while exploration.drawn < limit, let scheduler = Scheduler(.drawn(seed: numbers.next())) {
            exploration.drawn += 1
            if let finding = try attempt(scheduler).finding { throw failure(finding, exploration) }
        }
        return exploration
    }

    /// One run; and what has failed in it.
    func attempt(_ scheduler: Scheduler) throws -> (scheduler: Scheduler, finding: Finding?) {
        var run = try make()
        run.scheduler = scheduler
        var underlyingError: (any Error)?
        do {
            if try body(&run) { return (run.scheduler ?? scheduler, nil) }
        } catch {
            underlyingError = error
        }
        let after = run.scheduler ?? scheduler
        // Nothing is known of a run that did not come to its end.
        guard !after.isCut else { return (after, nil) }
        var choices = after.choices
        while choices.last == 0 { choices.removeLast() }
        return (after, Finding(error: underlyingError, choices: choices, events: run.events))
    }

    private func failure(_ finding: Finding, _ exploration: Exploration) -> any Error {
        let simplest = simplified(finding)
        return ExplorationFailure(
            underlyingError: simplest.error, order: .choices(simplest.choices), events: simplest.events,
            exploration: exploration)
    }
}
