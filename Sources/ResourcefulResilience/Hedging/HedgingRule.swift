/// When a second request is sent.
struct HedgingRule: ExplainedRule {
    /// The time after the first request, for requests without one of their own.
    let delay: Duration?
    let budget: RetryBudget?

    /// Returns whether a second request can be sent.
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        let own: Duration? = if case .after(let delay) = request[Hedging.self] { delay } else { nil }
        guard request[Hedging.self] != .followed, let delay = own ?? delay else { return .value(PolicyRemarks(nil)) }
        return remarks(on: request, delay, isOwn: own != nil).map { remarks in
            var remarks = remarks
            remarks.subject = "hedging"
            return remarks
        }
    }

    /// Returns the reason not to send a request twice; nil if it can be.
    static func objection(to request: Request) -> String? {
        if let objection = request.objectionToRepeating { return objection }
        if request.leavesBody { return "its body is read as a stream" }
        let isOwn = if case .after = request[Hedging.self] { true } else { false }
        return !isOwn && request.ownRetryRule?.limit == 0 ? "it is never retried" : nil
    }

    private func remarks(on request: Request, _ delay: Duration, isOwn: Bool) -> Plan<PolicyRemarks> {
        if let objection = Self.objection(to: request) {
            let warnings = isOwn ? ["the request's own hedging has no effect: \(objection)"] : []
            return .value(PolicyRemarks("sent once, because \(objection)", warnings: warnings))
        }
        let text = "a second request after \(delay.brief)"
        guard let budget else { return .value("\(text)") }
        guard budget.capacity > 0 else {
            return .value(
                PolicyRemarks(
                    "sent once", warnings: ["the hedging budget has a capacity of 0: there is no second request"]))
        }
        return Plan.read(Hedging.entryName(of: request)).map { entry in
            let left = budget.retriesLeft(entry)
            guard left > 0 else { return "sent once, because the budget of \(budget.capacity) is used up" }
            return "\(text); \(left) of \(budget.capacity) left in the budget"
        }
    }
}
