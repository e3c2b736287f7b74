/// The attempts of one load. A rule decides what follows each outcome.
struct Attempts: Sendable {
    /// A rule in a box: it has several sets, and each function of a load that keeps it would count references to all.
    final class Rule: Sendable {
        let rule: RetryRule

        init(_ rule: RetryRule) { self.rule = rule }
    }

    private let box: Rule
    private let request: Request
    private let next: Policy.Sending

    init(_ rule: Rule, _ request: Request, next: @escaping Policy.Sending) {
        (box, self.request, self.next) = (rule, request, next)
    }

    private var rule: RetryRule { box.rule }

    /// Returns the plan of all attempts.
    func plan() -> Plan<Response> {
        // A cache that answers alone would say the same again.
        guard rule.limit > 0, request[OwnCacheMode.self] != .onlyIfCached else { return next(request) }
        guard rule.deadline != nil else { return attempt(0, since: nil, left: nil) }
        return Plan.now.flatMap { attempt(0, since: $0, left: rule.deadline) }
    }

    /// Returns the plan of one attempt and all that follow it, given the number of earlier attempts and the time left.
    private func attempt(_ number: Int, since start: Date?, left: Duration?) -> Plan<Response> {
        next(limited(to: left)).continuing { outcome in
            var outcome = outcome
            guard let summary = rule.outcomes.match(&outcome, of: request) else { return settled(outcome) }
            let failed = Failed(outcome: outcome, summary: summary)
            if let objection = objection(toRetry: number, after: outcome) {
                return accept(failed, because: objection, number)
            }
            return wait(before: number, after: failed.outcome).flatMap { wait in
                retry(number, after: failed, wait: wait, since: start)
            }
        }
    }

    /// Returns an outcome that isn't retried. A success is deposited in the budget.
    private func settled(_ outcome: Result<Response, any Error>) -> Plan<Response> {
        guard let budget = rule.budget, case .success = outcome else { return .outcome(outcome) }
        return Plan.update(RetryBudget.entryName(of: request), budget.deposited).continuing { _ in .outcome(outcome) }
    }

    private func objection(toRetry number: Int, after outcome: Result<Response, any Error>) -> String? {
        if let own = request.objectionToRepeating ?? objectionToRefreshing(after: outcome) { return own }
        return number < rule.limit ? nil : "\(number) of \(rule.limit) retries made"
    }

    /// The reason why the refresh of a token that failed inside isn't sent again by this policy; nil if it can be.
    private func objectionToRefreshing(after outcome: Result<Response, any Error>) -> String? {
        guard case .failure(let error as LoadError) = outcome, error.request[RefreshesToken.self],
            !request[RefreshesToken.self]
        else { return nil }
        guard error.request[Retrying.self] == .unsaid else { return "the refresh of the token has its own rule" }
        // Nothing was sent.
        if Outcomes.transport(.cannotResolveHost, .cannotConnect).contains(outcome) { return nil }
        return error.request.objectionToRepeating.map { "the token was being renewed, and \($0)" }
    }

    /// Returns the wait before a retry: drawn from the backoff, and in addition to what the server asks for.
    private func wait(before number: Int, after outcome: Result<Response, any Error>) -> Plan<Wait> {
        let drawn =
            rule.waits.jitter == .none
            ? Plan.value(rule.waits.longest(before: number))
            : Plan.random.map { rule.waits.wait(before: number, drawing: $0) }
        guard case .success(let response) = outcome, let asked = response.headerFields.retryAfter else {
            return drawn.map { Wait(drawn: $0, asked: .zero) }
        }
        return drawn.flatMap { drawn in
            guard case .date = asked else {
                return Plan.value(Wait(drawn: drawn, asked: asked.duration(from: .distantPast)))
            }
            return Plan.now.map { Wait(drawn: drawn, asked: asked.duration(from: $0)) }
        }
    }

    /// An outcome that the rule retries, and the reason.
    private struct Failed: Sendable {
        let outcome: Result<Response, any Error>
        let summary: String
    }

    /// The drawn wait, and the wait that the server asks for.
    private struct Wait: Sendable {
        let drawn: Duration
        let asked: Duration
    }

    /// Returns how long to wait. A server asks many clients for the same moment; if all came then, they would keep it
    /// down. So a random wait follows, in whole milliseconds.
    private func duration(of wait: Wait) -> Duration {
        guard wait.asked > .zero, rule.waits.jitter != .none else { return max(wait.drawn, wait.asked) }
        let (seconds, attoseconds) = wait.drawn.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return wait.asked + .seconds(seconds) + .milliseconds(milliseconds)
    }

    /// Waits and retries, unless the server's wait is too long, the deadline is too close, or the budget is used up.
    private func retry(
        _ number: Int, after failed: Failed, wait pause: Wait, since start: Date?
    ) -> Plan<Response> {
        let wait = duration(of: pause)
        guard pause.asked <= rule.longestRetryAfter else {
            let reason = "the server asks to wait \(pause.asked.brief), longer than \(rule.longestRetryAfter.brief)"
            return accept(failed, because: reason, number)
        }
        return timeLeft(since: start).flatMap { left, untilEnd in
            if [left, untilEnd].contains(where: { $0.map { wait >= $0 } ?? false }) {
                return accept(failed, because: "a wait of \(wait.brief) would pass the deadline", number)
            }
            return withdrawal().flatMap { isAllowed in
                guard isAllowed else { return accept(failed, because: "the retry budget is used up", number) }
                let reason = "\(failed.summary), retrying in \(wait.brief) (\(number + 1) of \(rule.limit))"
                return note(.repeated, failed, wait, number + 1, reason).flatMap { Plan.wait(for: wait) }.flatMap {
                    attempt(number + 1, since: start, left: left.map { $0 - wait })
                }
            }
        }
    }

    /// The time left until the deadline of the rule, and until that of the load; nil without one.
    private func timeLeft(since start: Date?) -> Plan<(Duration?, Duration?)> {
        let end = request[LoadDeadline.self]
        guard start != nil || end != nil else { return .value((nil, nil)) }
        return Plan.now.map { now in
            let own = rule.deadline.flatMap { all in start.map { all - .seconds(max(0, now.timeIntervalSince($0))) } }
            return (own, end.map { .seconds($0.timeIntervalSince(now)) })
        }
    }

    private func withdrawal() -> Plan<Bool> {
        guard let budget = rule.budget else { return .value(true) }
        return Plan.update(RetryBudget.entryName(of: request), budget.withdrawn).map(budget.allowsRetry)
    }

    /// Returns an outcome that the rule would retry, and says why it isn't: in a note, and in the error unless all
    /// retries were made.
    private func accept(_ failed: Failed, because reason: String, _ number: Int) -> Plan<Response> {
        let remark = number < rule.limit ? "not retried: \(reason)" : nil
        return note(.gaveUp, failed, nil, number, "\(failed.summary), not retried: \(reason)").continuing { _ in
            switch failed.outcome {
            case .success(var response):
                response.remark = remark
                return .value(response)
            case .failure(var error as LoadError):
                error.remark = remark
                return .failure(error)
            case .failure(let error): return .failure(error)
            }
        }
    }

    private func note(
        _ action: LoadDecision.Action, _ failed: Failed, _ wait: Duration?, _ count: Int, _ reason: String
    ) -> Plan<Void> {
        var url = request.url
        if case .failure(let error as LoadError) = failed.outcome, error.request[RefreshesToken.self] {
            url = error.request.url  // The server of tokens.
        }
        return .note(LoadDecision(.retry, action, ofServerAt: url, for: wait, count: count, reason))
    }

    /// Returns the request with a timeout of at most the time left.
    private func limited(to left: Duration?) -> Request {
        guard let left else { return request }
        var request = request
        request.timeout = min(request.timeout ?? left, left)
        return request
    }
}
