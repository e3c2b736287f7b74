extension Rehearser: Interpreter {
    func resume(with plan: Plan<Value>) -> Turn { .plan(plan, findings) }

    func send(_ submission: SendThroughPolicies, then next: Next<Response, Value>) -> Turn {
        let judge = next.judge
        return outcome(then: next) { [scope] findings in
            do {
                let plan = try scope.order.visitingPlan(for: submission, in: scope.layers, judge: judge)
                var inner = scope
                inner.layers = .policy
                return rehearsal(of: plan, in: inner, findings)
            } catch {
                return .value(Rehearsed(findings: findings, outcome: .failure(error)))
            }
        }
    }

    func exchange(_ request: Request, then next: Next<Response, Value>) -> Turn {
        if let visited = request[VisitedPolicy.self] {
            return outcome(then: next) { [scope] findings in visited.rehearse(scope, findings) }
        }
        let checked: Request
        do throws(LoadError) {
            checked = try request.checked()
        } catch {
            return .plan(next(.failure(error)), findings)
        }
        guard checked.isJoinable else { return .end(sending(checked)) }
        guard let count = findings.answer as? Int else {
            return again(after: Plan.count(of: .run(.exchange(checked)))) { $0.answer = $1 }
        }
        let isTwin = findings.sent.contains { $0.request == checked }
        return .end(sending(checked, isJoining: count > 0 || isTwin))
    }

    /// Returns the findings with a request that would be sent, or that would join an equal one.
    private func sending(_ request: Request, isJoining: Bool = false) -> Findings {
        var findings = findings
        findings.answer = nil
        if isJoining {
            findings.add("sharing", "an equal request is under way: its response is used")
        } else {
            findings.sent.append(Findings.Sent(request: request, isInBackground: scope.isInBackground))
        }
        // A user who signs in only now isn't known to the cache yet, which isn't a mistake.
        if !findings.isSupposing, let seen = findings.seenByCache, request[SeenByCache.self],
            Response(status: 200).tellingCredentials(of: request).hidesCredentials(of: seen)
        {
            findings.add(
                warning: "a policy inside the cache adds credentials without a user: the response isn't stored")
        }
        return findings
    }

    func surround<Inner>(_ surrounded: Layered<Inner>, then next: Next<Inner, Value>) -> Turn {
        var inner = scope
        inner.layers = scope.layers.adding(surrounded.layer)
        return outcome(then: next) { [inner, plan = surrounded.plan] in rehearsal(of: plan, in: inner, $0) }
    }

    func wait(for duration: Duration, then next: Next<Void, Value>) -> Turn {
        var findings = findings
        findings.elapsed += max(.zero, duration)
        if !scope.layers.isOfPolicy, !scope.isMuted { findings.add("wait", duration.inWords) }
        return resume(with: (), next, findings)
    }

    func tellTime(then next: Next<Date, Value>) -> Turn { resume(with: findings.now, next, findings) }

    func drawNumber(isSecret: Bool, then next: Next<UInt64, Value>) -> Turn {
        outcome(then: next) { findings in
            Plan<UInt64>(DrawingNumber(isSecret: isSecret)).map { Rehearsed(findings: findings, outcome: .value($0)) }
        }
    }

    func ask<Asked: Sendable>(_ question: Question<Asked>, then next: Next<Asked, Value>) -> Turn {
        var findings = findings
        findings.add("asks", "for \(question)")
        (findings.isContinued, findings.isWaiting) = (true, true)
        return .end(findings)
    }

    func note(_ decision: LoadDecision, then next: Next<Void, Value>) -> Turn { resume(with: (), next, findings) }

    func count(_ counted: Underway, then next: Next<Int, Value>) -> Turn {
        outcome(then: next) { findings in
            Plan.count(of: counted).map { Rehearsed(findings: findings, outcome: .value($0)) }
        }
    }
}
