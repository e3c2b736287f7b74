/// What a rehearsal does at a policy, as a mark on the request that arrives there: an exchange with a mark isn't one.
final class VisitedPolicy: RequestOption, Hashable, Sendable {
    static var defaultValue: VisitedPolicy? { nil }

    let rehearse: @Sendable (RehearsalScope, Findings) -> Plan<Rehearsed<Response>>

    init(_ rehearse: @escaping @Sendable (RehearsalScope, Findings) -> Plan<Rehearsed<Response>>) {
        self.rehearse = rehearse
    }

    static func == (left: VisitedPolicy, right: VisitedPolicy) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Plan where Value == Response {
    /// Returns a plan that a rehearsal carries out by a function.
    fileprivate static func visit(
        _ request: Request,
        _ rehearse: @escaping @Sendable (RehearsalScope, Findings) -> Plan<Rehearsed<Response>>
    ) -> Plan {
        var request = request
        request[VisitedPolicy.self] = VisitedPolicy(rehearse)
        return .exchange(request)
    }

    /// Returns this plan after lines of an explanation.
    fileprivate func after(_ lines: [Explanation.Line], for request: Request) -> Plan {
        .visit(request) { scope, findings in
            var findings = findings
            if !scope.isMuted { findings.lines += lines }
            return rehearsal(of: self, in: scope, findings)
        }
    }
}

extension LoadOrder {
    /// Returns the plan from a request to its response for a rehearsal: each policy also makes its remarks.
    func visitingPlan(
        for submission: SendThroughPolicies, in layers: RequestLayers, judge: (any ResourceReader)?
    ) throws -> Plan<Response> {
        let request = try self.request(of: submission, in: layers)
        let arrangement = self.arrangement(for: submission, in: layers)
        let visited = arrangement.replacingParts { part in
            // The policies that a request brings along aren't listed.
            (part.traits.rule as? BroughtPolicies.Rule).map { $0.parts(of: request).map(\.visited) } ?? [part.visited]
        }
        let plan = visited.plan(for: request) { judge }
        return .visit(request) { scope, findings in
            var findings = findings
            if !scope.isMuted {
                findings.add(arrangement, with: request, in: layers)
                for warning in noticed { findings.add(warning: warning) }
            }
            return rehearsal(of: plan, in: scope, findings)
        }
    }
}

extension Findings {
    /// Adds what doesn't depend on what is stored: the request, the envelope of its value, and the warnings about the
    /// order.
    fileprivate mutating func add(_ arrangement: Arrangement, with request: Request, in layers: RequestLayers) {
        if !layers.isOfPolicy { add("request", "\(request)") }
        if arrangement.caches || request.hasCacheOptions,
            let user = arrangement.users(of: request.identity, and: request)
        {
            add("user", user)
        }
        if let step = arrangement.enclosing.map({ LoadOrder.Step($0) }) { add(step.name, step.detail) }
        for warning in arrangement.warnings + arrangement.loadWarnings { add(warning: warning) }
    }
}

extension Arrangement {
    /// The warnings that matter for one load, though the order isn't wrong.
    fileprivate var loadWarnings: [String] {
        guard let first = parts.firstIndex(where: \.traits.sendsFirst),
            let last = parts.lastIndex(where: { $0.traits.role == .cache }), first < last
        else { return [] }
        return ["\(LoadOrder.Step(parts[first].traits).name) is outside cache: a stored response waits for a token"]
    }
}

extension Policy.Part {
    /// Returns a copy that makes its remarks before it does what it does.
    fileprivate var visited: Policy.Part {
        let step = LoadOrder.Step(traits)
        if let rule = traits.rule as? any ExplainedRule {
            return Policy.Part(traits) { [apply] request, next in
                .visit(request) { scope, findings in
                    rehearsal(of: rule.remarks(on: request), in: scope, findings).flatMap { rehearsed in
                        let plan = Plan.catching { try apply(request, next) }
                        return rehearsed.rehearsing(plan, of: step.name, in: scope)
                    }
                }
            }
        }
        return Policy.Part(traits) { [traits, apply] request, next in
            // Only stored responses can tell of the redirects that it would follow.
            if traits.role == .redirects {
                return try apply(request) { hop in
                    guard hop.url != request.url else { return next(hop) }
                    let line = Explanation.Line(subject: step.name, text: "a stored redirect leads to \(hop)")
                    return next(hop).after([line], for: hop)
                }
            }
            let plan = Plan.catching { traits.isWatching ? next(request) : try apply(request, next) }
            guard !traits.text.isEmpty else { return plan }
            return plan.after([Explanation.Line(subject: step.name, text: step.detail)], for: request)
        }
    }
}

extension Rehearsed<PolicyRemarks> {
    /// Rehearses the plan of a policy that made these remarks.
    fileprivate func rehearsing(
        _ plan: Plan<Response>, of policy: String, in scope: RehearsalScope
    ) -> Plan<Rehearsed<Response>> {
        var findings = findings
        let remarks: PolicyRemarks
        switch outcome?.result {
        case .success(let made): remarks = made
        case .failure(let error): return .value(Rehearsed<Response>(findings: findings, outcome: .failure(error)))
        case nil: return .value(Rehearsed<Response>(findings: findings, outcome: nil))
        }
        if !scope.isMuted {
            if let text = remarks.text { findings.add(remarks.subject ?? policy, text) }
            for warning in remarks.warnings { findings.add(warning: warning) }
            if let seen = remarks.seen { findings.seenByCache = seen }
        }
        guard !remarks.supposedEntries.isEmpty else { return rehearsal(of: plan, in: scope, findings) }
        var muted = scope
        muted.isMuted = true
        return rehearsal(of: plan, in: muted, findings).flatMap { attempted -> Plan<Rehearsed<Response>> in
            var findings = attempted.findings
            if findings.isWaiting { return .value(Rehearsed<Response>(findings: findings, outcome: nil)) }
            if attempted.outcome == nil {
                for (name, entry) in remarks.supposedEntries { findings.entries.updateValue(entry, forKey: name) }
                findings.isSupposing = true
            }
            return rehearsal(of: plan, in: scope, findings)
        }
    }
}
