extension DryRun {
    /// Runs a plan in every order of its branches and their answers, and checks each outcome.
    ///
    ///     let make = { DryRun(policies: [bearer], TokenServer().answer) }
    ///     try DryRun.explore(plan, in: make) { outcome, run in
    ///         run.requests.count { $0.url.path == "/token" } == 1
    ///     }
    ///
    /// Orders that differ only in independent steps are tried once. If there are more orders than the limit, the same
    /// number is drawn at random in addition. The order of a failure is simplified.
    ///
    /// - Parameters:
    ///   - loadable: The plan or resource to load.
    ///   - limit: The number of orders to try before others are drawn.
    ///   - seed: The seed of the draws.
    ///   - make: Makes a new run with its server for every order.
    ///   - check: Whether the outcome and the run are correct. An error that it throws is the reason for the failure.
    ///     Don't use expectations of a testing library here: a failing order is tried more than once.
    /// - Throws: ``ExplorationFailure``; the errors of `make`.
    @discardableResult
    public static func explore<Value>(
        _ loadable: some Loadable<Value>, limit: Int = 1_000, seed: UInt64 = 0, in make: () throws -> DryRun,
        check: (_ outcome: Result<Value, any Error>, _ run: DryRun) throws -> Bool
    ) throws -> Exploration {
        try explore(limit: limit, seed: seed, in: make) { run in
            run.finishesRuns = true
            let outcome = Result { try run.load(loadable) }
            return try run.scheduler?.isCut == true || check(outcome, run)
        }
    }

    /// Runs a plan in every order. No order may fail.
    ///
    /// - Throws: ``ExplorationFailure``; the errors of `make`.
    @discardableResult
    public static func explore(
        _ loadable: some Loadable, limit: Int = 1_000, seed: UInt64 = 0, in make: () throws -> DryRun
    ) throws -> Exploration {
        try explore(limit: limit, seed: seed, in: make) { run in
            run.finishesRuns = true
            _ = try run.load(loadable)
            return true
        }
    }

    /// Calls a function with a run in every order; the function may load several plans in turn.
    ///
    /// Runs that a load doesn't wait for go on during the next one, in every order; `finishRuns()` finishes them.
    ///
    /// If a run repeats one that was tried before, the load throws, and the result of the function is ignored.
    ///
    /// - Parameters:
    ///   - limit: The number of orders to try before others are drawn.
    ///   - seed: The seed of the draws.
    ///   - make: Makes a new run with its server for every order.
    ///   - body: The function that loads and checks, with a run in the order that is tried. It must do the same each
    ///     time.
    /// - Throws: ``ExplorationFailure``; the errors of `make`.
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

/// Tries the orders of a program, and simplifies the one that fails.
struct Explorer {
    /// An order that failed.
    struct Finding {
        let error: (any Error)?
        let choices: [Int]
        let events: [DryRun.Event]
        /// The number of choices that switch to another branch, then the total number of choices.
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

    /// Performs one run, and returns its scheduler and the failure, if there is one.
    func attempt(_ scheduler: Scheduler) throws -> (scheduler: Scheduler, finding: Finding?) {
        var run = try make()
        run.finishRuns()
        run.scheduler = scheduler
        var underlyingError: (any Error)?
        do {
            if try body(&run) { return (run.scheduler ?? scheduler, nil) }
        } catch {
            underlyingError = error
        }
        let after = run.scheduler ?? scheduler
        // The result of an abandoned run is unknown.
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
