extension Hedging {
    /// Returns whether a second request can be sent, after the request's own delay or else the given one.
    static func remarks(
        on request: Request, after general: Duration?, _ budget: RetryBudget?
    ) -> Plan<PolicyRemarks> {
        let own: Duration? = if case .after(let delay) = request[Hedging.self] { delay } else { nil }
        guard request[Hedging.self] != .followed, let delay = own ?? general else {
            return .value(PolicyRemarks(nil))
        }
        return remarks(on: request, delay, isOwn: own != nil, budget).map { remarks in
            var remarks = remarks
            remarks.subject = "hedging"
            return remarks
        }
    }

    private static func remarks(
        on request: Request, _ delay: Duration, isOwn: Bool, _ budget: RetryBudget?
    ) -> Plan<PolicyRemarks> {
        let objection = request.objectionToRepeating ?? (request.leavesBody ? "its body is read as a stream" : nil)
        if let objection {
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
        return Plan.read(entry).map { entry in
            let left = budget.retriesLeft(entry)
            guard left > 0 else { return "sent once, because the budget of \(budget.capacity) is used up" }
            return "\(text); \(left) of \(budget.capacity) left in the budget"
        }
    }
}
