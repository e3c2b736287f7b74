extension RetryRule: ExplainedRule {
    /// Returns what the rule, or the request's own one, would do with a request.
    public func remarks(on request: Request) -> Plan<PolicyRemarks> {
        switch request[Retrying.self] {
        case .unsaid: schedule(of: request)
        case .rule(let own): own.schedule(of: request, isOwn: true)
        case .followed: .value(PolicyRemarks(nil))
        }
    }

    fileprivate func schedule(of request: Request, isOwn: Bool = false) -> Plan<PolicyRemarks> {
        guard limit > 0 else { return .value("never") }
        if let objection = request.objectionToRepeating {
            return .value(
                PolicyRemarks(
                    "never, because \(objection)",
                    warnings: isOwn ? ["the request's own retry rule has no effect: \(objection)"] : []))
        }
        guard outcomes != .none else {
            return .value(PolicyRemarks("never", warnings: ["no outcome is retried: the retry rule has none"]))
        }
        let reason = request.method.isIdempotent ? "is idempotent" : "has an idempotency key"
        let text = "\(request.method) \(reason): \(schedule)"
        guard let budget else { return .value("\(text)") }
        guard budget.capacity > 0 else {
            return .value(
                PolicyRemarks("never", warnings: ["the retry budget has a capacity of 0: nothing is retried"]))
        }
        return Plan.read(RetryBudget.entryName(of: request)).map { entry in
            let left = budget.retriesLeft(entry)
            guard left > 0 else { return "never, because the budget of \(budget.capacity) is used up" }
            return "\(text); \(left) of \(budget.capacity) left in the budget"
        }
    }
}

extension OwnRetries: ExplainedRule {
    /// Returns what the request's own rule would do, if it has one.
    package func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard case .rule(let own) = request[Retrying.self] else { return .value(PolicyRemarks(nil)) }
        return own.schedule(of: request, isOwn: true).map { remarks in
            var remarks = remarks
            remarks.subject = "retry"
            return remarks
        }
    }
}
