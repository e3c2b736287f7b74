extension Policy {
    /// Sends an idempotent request a second time if there is no response after a delay. The first response is the
    /// outcome, and the other request is canceled.
    ///
    /// This shortens the slowest loads, at the cost of few additional requests: set the delay to the time in which most
    /// responses arrive, such as the 95th percentile. A request that fails before the delay isn't sent again: that is
    /// the task of `retry(_:)`. If both requests fail, the outcome is the later failure.
    ///
    ///     Webservice(policies: [.retry(), .bearer(…), .hedging(after: .milliseconds(300))])
    ///
    /// A request that isn't safe to send twice (see `RetryRule`) is sent once. So is one whose body is read as a
    /// stream, and one with `retrying(.never)` and no delay of its own, such as the writes of an outbox. The refresh of
    /// a token is hedged if it has an idempotency key; if the server accepts it only once, give it a delay that doesn't
    /// pass, such as `hedged(after: .seconds(60))`. The second request never joins an equal one. Put this policy inside
    /// a retry, a cache and authentication, and outside limits: then the wait for a permit counts as part of the delay.
    /// A request can have its own delay (`RequestChanging.hedged(after:)`).
    ///
    /// - Parameters:
    ///   - delay: The time to wait for the response to the first request.
    ///   - outcomes: The outcomes that don't win while the other request is under way.
    ///   - budget: The number of second requests of all loads of a Webservice, or of one of its accounts, from one
    ///     origin; nil for no limit. It isn't shared with `retry(_:)`.
    public static func hedging(
        after delay: Duration, unless outcomes: Outcomes = .transient, budget: RetryBudget? = .hedging
    ) -> Policy {
        Policy(
            named: "hedging: a second request after \(delay.brief)", role: .hedge,
            explainedBy: HedgingRule(delay: delay, budget: budget)
        ) { request, next in
            if case .followed = request[Hedging.self] { return next(request) }
            let delay = if case .after(let own) = request[Hedging.self] { own } else { delay }
            return Hedge(delay: delay, outcomes: outcomes, budget: budget, request: request, next: next).plan()
        }
    }

    /// Hedges requests with their own delay if the list has no policy that does.
    fileprivate static let hedgingRequests = Policy(
        named: "", role: .hedge, explainedBy: HedgingRule(delay: nil, budget: .hedging)
    ) { request, next in
        guard case .after(let delay) = request[Hedging.self] else { return next(request) }
        return Hedge(delay: delay, outcomes: .transient, budget: .hedging, request: request, next: next).plan()
    }
}

extension RequestChanging {
    /// Returns a copy whose request is sent a second time if there is no response after a delay.
    ///
    ///     Episode.all.hedged(after: .milliseconds(300))
    ///
    /// It replaces the delay of `Policy.hedging(after:unless:budget:)` in the Webservice's list. Without that
    /// policy, the second request is sent just outside of redirects, with the standard outcomes and budget: inside a
    /// retry, and inside all other policies except those for each hop.
    public func hedged(after delay: Duration) -> Self {
        option(Hedging.self, .after(delay)).bringing(.hedgingRequests)
    }
}

extension Policy.Role {
    /// Sends a second request.
    public static let hedge = Policy.Role(
        "hedge", outside: [.retry: "each of the two requests is retried"],
        inside: [
            .signing: "the second request repeats the signature and its nonce",
            .limit: "the second request has no permit of its own",
        ])
}

/// The hedge of a request.
enum Hedging: RequestOption {
    enum Value: Hashable {
        /// The request has no delay: the Webservice's policy applies, if there is one.
        case unsaid
        /// The request has its own delay.
        case after(Duration)
        /// A policy further outside hedges the request.
        case followed
    }

    static let defaultValue = Value.unsaid

    /// The name of the store's entry with the rest of the budget for the origin of a request.
    static func entryName(of request: Request) -> String {
        StoreEntry.scratchName(Origin(request.url).map { "hedging-budget \($0)" } ?? "hedging-budget")
    }
}

extension RetryBudget {
    /// Ten second requests at once, then one for every twenty successful loads: at most 5 % more requests.
    public static let hedging = RetryBudget(capacity: 10, deposit: 0.05)
}

/// The one or two requests of a load.
private struct Hedge: Sendable {
    let delay: Duration
    let outcomes: Outcomes
    let budget: RetryBudget?
    let request: Request
    let next: Policy.Sending

    /// A response that doesn't win while the other request is under way.
    private struct Refused: Error {
        let response: Response
    }

    func plan() -> Plan<Response> {
        guard HedgingRule.objection(to: request) == nil else { return next(request) }
        return attempt(request).hedged(after: delay, by: second()).continuing { outcome in
            switch outcome {
            case .success: settled(outcome)
            case .failure(let refused as Refused): .outcome(.success(refused.response))
            case .failure(let error): .failure(error)
            }
        }
    }

    private func attempt(_ request: Request) -> Plan<Response> {
        var request = request
        if request[Hedging.self] != .unsaid { request[Hedging.self] = .followed }
        return next(request).continuing { [request] outcome in
            var outcome = outcome
            guard outcomes.match(&outcome, of: request) != nil, case .success(let response) = outcome else {
                return .outcome(outcome)
            }
            return .failure(Refused(response: response))
        }
    }

    /// Sends the second request, unless the budget is used up.
    private func second() -> Plan<Response> {
        withdrawal().flatMap { isAllowed in
            guard isAllowed else {
                return note(.refused, "the budget is used up").flatMap { Plan<Response>.failure(OutOfRace()) }
            }
            return note(.repeated, "sending a second request").flatMap { attempt(request.alone()) }
                .flatMap { response in note(.won, "the second request was faster").map { response } }
        }
    }

    private func withdrawal() -> Plan<Bool> {
        guard let budget else { return .value(true) }
        return Plan.update(Hedging.entryName(of: request), budget.withdrawn).map(budget.allowsRetry)
    }

    /// Deposits a success in the budget.
    private func settled(_ outcome: Result<Response, any Error>) -> Plan<Response> {
        guard let budget else { return .outcome(outcome) }
        return Plan.update(Hedging.entryName(of: request), budget.deposited).continuing { _ in .outcome(outcome) }
    }

    private func note(_ action: LoadDecision.Action, _ end: String) -> Plan<Void> {
        let reason = "no response after \(delay.brief), \(end)"
        return .note(LoadDecision(.hedge, action, of: Origin(request.url), for: delay, reason))
    }
}

extension LoadDecision.Kind {
    /// A second request because the first one takes long.
    public static let hedge: LoadDecision.Kind = "hedge"
}

extension LoadDecision.Action {
    /// The second request was answered first.
    public static let won: LoadDecision.Action = "won"
}
