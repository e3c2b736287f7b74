// Shared runs, permits, and plans at the same time.
extension Rehearser {
    func share<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Inner, Value>) -> Turn {
        outcome(then: next) { [scope, plan = sharing.plan, key = sharing.key] findings in
            Plan.count(of: .run(key)).flatMap { count -> Plan<Rehearsed<Inner>> in
                guard count > 0 else { return rehearsal(of: plan, in: scope, findings) }
                var findings = findings
                findings.add("sharing", "waits for a load that is under way: \(key)")
                return .value(Rehearsed(findings: findings, outcome: nil))
            }
        }
    }

    func begin<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Void, Value>) -> Turn {
        var background = scope
        background.isInBackground = true
        return outcome(then: next) { [background, plan = sharing.plan, key = sharing.key] findings in
            Plan.count(of: .run(key)).flatMap { count -> Plan<Rehearsed<Void>> in
                guard count == 0 else { return .value(Rehearsed(findings: findings, outcome: .value(()))) }
                return rehearsal(of: plan, in: background, findings).map { begun in
                    var after = begun.findings
                    // Nothing waits for the run.
                    (after.elapsed, after.isContinued) = (findings.elapsed, findings.isContinued)
                    after.isWaiting = findings.isWaiting
                    return Rehearsed(findings: after, outcome: .value(()))
                }
            }
        }
    }

    func limit<Inner>(_ limiting: Limiting<Inner>, then next: Next<Inner, Value>) -> Turn {
        outcome(then: next) { [scope, plan = limiting.plan] in rehearsal(of: plan, in: scope, $0) }
    }

    func both<Left, Right>(_ both: Both<Left, Right>, then next: Next<(Left, Right), Value>) -> Turn {
        outcome(then: next) { [scope, right = both.right, left = both.left] findings in
            let start = findings.elapsed
            return rehearsal(of: left, in: scope, findings).flatMap { left in
                var findings = left.findings
                findings.elapsed = start
                return rehearsal(of: right, in: scope, findings).map { right in
                    var findings = right.findings
                    findings.elapsed = max(left.findings.elapsed, right.findings.elapsed)
                    return Rehearsed(findings: findings, outcome: joined(left.outcome, right.outcome))
                }
            }
        }
    }

    func each<Element>(_ each: Each<Element>, then next: Next<[Element], Value>) -> Turn {
        outcome(then: next) { [scope, plans = each.plans, limit = each.limit] findings in
            Branches(of: plans, limit: limit, in: scope, findings).rehearsed.map(\.all)
        }
    }

    func race<Element>(_ race: Race<Element>, then next: Next<Element, Value>) -> Turn {
        outcome(then: next) { [scope, plans = race.plans, rules = race.rules] findings in
            Branches(racing: plans, by: rules, in: scope, findings).rehearsed.map { $0.winner(of: rules) }
        }
    }
}

/// Returns a finished plan with the values of two; nil if one of them waits and the other one hasn't failed.
private func joined<Left, Right>(_ left: Plan<Left>?, _ right: Plan<Right>?) -> Plan<(Left, Right)>? {
    do {
        let (left, right) = (try left?.result?.get(), try right?.result?.get())
        guard let left, let right else { return nil }
        return .outcome(.success((left, right)))
    } catch {
        return .failure(error)
    }
}
