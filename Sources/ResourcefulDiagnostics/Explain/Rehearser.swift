/// Rehearses a plan: carries it out up to what it would send, without sending, writing or waiting.
///
/// The result is a plan, too. It only reads the store and the cache, tells the time, draws numbers and counts what is
/// under way; no other effect is ever made here. What the plan would change is kept in the ``Findings``.
func rehearsal<Value>(
    of plan: Plan<Value>, in scope: RehearsalScope, _ findings: Findings
) -> Plan<Rehearsed<Value>> {
    var (plan, findings) = (plan, findings)
    while true {
        let step = plan.head
        guard case .effect(let effect) = step else {
            return .value(Rehearsed(findings: findings, outcome: Plan(step)))
        }
        findings.effectCount += 1
        guard findings.effectCount <= Rehearser<Value>.limit else {
            findings.isContinued = true
            return .value(Rehearsed(findings: findings, outcome: nil))
        }
        switch effect.performed(by: Rehearser(scope: scope, findings: findings, plan: Plan(step))) {
        case .plan(let next, let found): (plan, findings) = (next, found)
        case .outside(let rest): return rest
        case .end(let found): return .value(Rehearsed(findings: found, outcome: nil))
        }
    }
}

/// Rehearses one effect.
struct Rehearser<Value> {
    /// How the rehearsal continues after an effect.
    enum Turn {
        /// With another plan.
        case plan(Plan<Value>, Findings)
        /// With something that must be read first.
        case outside(Plan<Rehearsed<Value>>)
        /// Not at all: the plan waits for a response.
        case end(Findings)
    }

    let scope: RehearsalScope
    var findings: Findings
    /// The plan that begins with the effect.
    let plan: Plan<Value>

    /// The maximum number of effects of a rehearsal: a plan can continue forever without sending anything.
    static var limit: Int { 100_000 }

    /// Continues with the outcome of an effect, which a plan finds. When it is found, the effect is rehearsed again.
    func outcome<Outcome>(
        then next: Next<Outcome, Value>, by find: @escaping @Sendable (Findings) -> Plan<Rehearsed<Outcome>>
    ) -> Turn {
        var findings = findings
        if let answer = findings.answer as? Plan<Outcome> {
            findings.answer = nil
            return .plan(answer.continuing(next), findings)
        }
        let isContinued = !next.onlyTransforms && !scope.layers.isOfPolicy
        // Finds later, so that plans inside each other don't need the stack.
        let finding = Plan<Void>.value(()).flatMap { [findings] in find(findings) }
        return .outside(
            finding.flatMap { [plan, scope] found -> Plan<Rehearsed<Value>> in
                var findings = found.findings
                guard let outcome = found.outcome else {
                    if isContinued { findings.isContinued = true }
                    return .value(Rehearsed(findings: findings, outcome: nil))
                }
                findings.answer = outcome
                return rehearsal(of: plan, in: scope, findings)
            })
    }

    /// Continues with an outcome.
    func resume<Outcome>(with outcome: Outcome, _ next: Next<Outcome, Value>, _ findings: Findings) -> Turn {
        .plan(next(.success(outcome)), findings)
    }

    /// Rehearses this effect again after something was read.
    func again<Read: Sendable>(
        after reading: Plan<Read>, _ change: @escaping @Sendable (inout Findings, Read) -> Void
    ) -> Turn {
        .outside(
            reading.flatMap { [plan, scope, findings] read in
                var findings = findings
                change(&findings, read)
                return rehearsal(of: plan, in: scope, findings)
            })
    }
}
