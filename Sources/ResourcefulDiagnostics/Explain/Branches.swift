/// Plans of one kind that start at the same time, one rehearsed after the other.
struct Branches<Element>: Sendable {
    /// The end of one branch, or where it waits for a response.
    private struct End: Sendable {
        let outcome: Plan<Element>?
        let elapsed: Duration
    }

    private var plans: ArraySlice<Plan<Element>>
    /// The number of branches that can wait for a response at the same time.
    private let limit: Int
    /// The rules, if the branches race.
    private let rules: RaceRules?
    private let scope: RehearsalScope
    private let start: Duration
    private var findings: Findings
    private var ends: [End] = []

    /// Creates the branches of which at most a limit run at once.
    init(of plans: [Plan<Element>], limit: Int?, in scope: RehearsalScope, _ findings: Findings) {
        self.plans = plans[...]
        self.limit = limit ?? .max
        rules = nil
        self.scope = scope
        start = findings.elapsed
        self.findings = findings
    }

    /// Creates the branches of a race.
    init(racing plans: [Plan<Element>], by rules: RaceRules, in scope: RehearsalScope, _ findings: Findings) {
        self.plans = plans[...]
        limit = .max
        self.rules = rules
        self.scope = scope
        start = findings.elapsed
        self.findings = findings
    }

    /// The plan that rehearses each branch that would start now.
    var rehearsed: Plan<Branches> {
        guard let plan = plans.first, startsNext else {
            var branches = self
            if !plans.isEmpty, !scope.layers.isOfPolicy { branches.findings.isContinued = true }
            return .value(branches)
        }
        var branchScope = scope
        // The other plan of a deadline only waits.
        if case .deadline = rules, !ends.isEmpty { branchScope.isMuted = true }
        return rehearsal(of: plan, in: branchScope, findings).flatMap { branch in
            var branches = self
            branches.plans = plans.dropFirst()
            branches.ends.append(End(outcome: branch.outcome, elapsed: branch.findings.elapsed))
            branches.findings = branch.findings
            branches.findings.elapsed = start
            return branches.rehearsed
        }
    }

    private var startsNext: Bool {
        guard let last = ends.last else { return true }
        switch rules {
        case nil: return !hasFailed && ends.count { $0.outcome == nil } < limit
        case .together, .deadline: return true
        case .staggered: return last.outcome?.failure != nil
        case .hedged: return false
        }
    }

    private var hasFailed: Bool { ends.contains { $0.outcome?.failure != nil } }

    private var isWaiting: Bool { ends.contains { $0.outcome == nil } }

    /// The values of all branches, if each of them has one.
    var all: Rehearsed<[Element]> {
        var findings = findings
        findings.elapsed = ends.map(\.elapsed).max() ?? start
        if let failure = ends.lazy.compactMap({ $0.outcome?.failure }).first {
            return Rehearsed(findings: findings, outcome: .failure(failure))
        }
        guard !isWaiting, plans.isEmpty else { return Rehearsed(findings: findings, outcome: nil) }
        let values = ends.compactMap { try? $0.outcome?.result?.get() }
        return Rehearsed(findings: findings, outcome: .outcome(.success(values)))
    }

    /// The outcome of the race, if one of the branches decides it before a response arrives.
    func winner(of rules: RaceRules) -> Rehearsed<Element> {
        var findings = findings
        if let deadline = ends.lazy.compactMap({ $0.outcome?.failure as? DeadlineExceeded }).first, !scope.isMuted {
            findings.add("deadline", deadline.deadline.inWords)
        }
        // A branch that waits for a response is faster than one that waits for a time.
        let ended = ends.filter { $0.outcome != nil && (!isWaiting || $0.elapsed == start) }
            .sorted { $0.elapsed < $1.elapsed }
        let first: End? =
            if case .deadline = rules { ended.first } else { ended.first { $0.outcome?.failure == nil } }
        let decisive = first ?? (isWaiting ? nil : ended.last { !($0.outcome?.failure is OutOfRace) } ?? ended.last)
        findings.elapsed = decisive?.elapsed ?? start
        return Rehearsed(findings: findings, outcome: decisive?.outcome)
    }
}

extension Plan {
    /// The error of a finished plan; nil if it has a value.
    fileprivate var failure: (any Error)? { if case .failure(let error) = head { error } else { nil } }
}
