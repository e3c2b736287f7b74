/// The effects of one load, or of a run that loads share, in the order in which they were complete.
///
/// It keeps references, and looks at nothing: a load that succeeds pays for a lock and a place in an array.
package final class EffectLog: Sendable {
    /// A branch: the one that contains it, the number of the group of concurrent plans there, and its place in the
    /// group.
    package struct Branch: Sendable {
        package let outer: Int
        package let group: Int
        package let place: Int
    }

    package struct State: Sendable {
        /// The first effects, and the last ones in a ring that begins at `oldest`.
        package var (first, last, oldest) = ([LoggedEffect](), [LoggedEffect](), 0)
        package var lostCount = 0
        /// The branches from number 1 on.
        package var branches: [Branch] = []
        /// The number of groups in each branch that has any.
        package var groups: [Int: Int] = [:]
        package var byteCount = 0
        package var hasEnded = false

        /// The kept effects, in order.
        package var effects: [LoggedEffect] { first + last[oldest...] + last[..<oldest] }
    }

    /// The key of a shared run; nil for a load.
    package let key: RunKey?
    package let began = ContinuousClock.now
    private let limits: LogLimits
    private let state = Locked(State())

    init(_ limits: LogLimits, key: RunKey? = nil) {
        self.limits = limits
        self.key = key
    }

    deinit { limits.budget.giveBack(state.withLock { $0.byteCount }) }

    /// Creates the log of a run that several loads wait for.
    func ofRun(_ key: RunKey) -> EffectLog { EffectLog(limits, key: key) }

    /// What was logged so far.
    package var content: State { state.withLock { $0 } }

    /// Adds an effect of a branch.
    func add(_ kind: LoggedEffect.Kind, in branch: Int) {
        let size = kind.size
        state.withLock { state in
            let isKept = size == 0 || limits.takes(size, after: state.byteCount)
            if isKept { state.byteCount += size }
            // The clock is read under the lock, so the entries are in the order of time.
            let kind = isKept ? kind : kind.withoutContent
            state.add(LoggedEffect(time: .now, branch: branch, kind: kind, size: isKept ? size : 0), limits)
        }
    }

    /// Counts an effect that isn't kept.
    fileprivate func lose() { state.withLock { $0.lostCount += 1 } }

    /// Returns the bytes of a log that receives no more effects to the budget of the loads under way.
    func settle() {
        let size = state.withLock { state -> Int in
            guard key == nil || state.hasEnded else { return 0 }
            defer { state.byteCount = 0 }
            return state.byteCount
        }
        limits.budget.giveBack(size)
    }

    /// Records that a run has its outcome.
    func end() { state.withLock { $0.hasEnded = true } }

    /// Numbers a group of concurrent plans in a branch.
    func nextGroup(in branch: Int) -> Int {
        state.withLock { state in
            // A plan that repeats forever has as many groups as it likes, but not as many branches.
            state.groups[branch, default: 0] += 1
            return state.groups[branch] ?? 0
        }
    }

    /// Numbers a branch; nil if there are too many.
    func branch(_ place: Int, ofGroup group: Int, in branch: Int) -> Int? {
        state.withLock { state in
            guard state.branches.count < limits.branches else { return nil }
            state.branches.append(Branch(outer: branch, group: group, place: place))
            return state.branches.count
        }
    }
}

extension EffectLog.State {
    fileprivate mutating func add(_ effect: LoggedEffect, _ limits: LogLimits) {
        if first.count < limits.effects - limits.effects / 2 { return first.append(effect) }
        if last.count < limits.effects / 2 { return last.append(effect) }
        lostCount += 1
        guard !last.isEmpty else { return }
        let size = last[oldest].size
        byteCount -= size
        limits.budget.giveBack(size)
        last[oldest] = effect
        oldest = (oldest + 1) % last.count
    }
}

/// How much a log keeps.
package struct LogLimits: Sendable {
    /// The number of effects of a load, at least 2.
    package let effects: Int
    /// The number of bytes of bodies and entries of a load.
    package let bytes: Int
    /// The number of branches of a load, each of which takes little more than its place in a list.
    var branches: Int { effects.multipliedReportingOverflow(by: 64).overflow ? effects : 64 * effects }
    /// The bytes of all loads under way.
    package let budget: ByteBudget

    package init(effects: Int, bytes: Int, budget: ByteBudget) {
        (self.effects, self.bytes, self.budget) = (effects, bytes, budget)
    }

    /// Takes bytes from the budget. Returns false if they exceed the limits.
    fileprivate func takes(_ size: Int, after count: Int) -> Bool {
        size <= bytes - min(bytes, count) && budget.take(size)
    }
}

/// The bytes that the logs of all loads under way may keep.
package final class ByteBudget: Sendable {
    private let left: Locked<Int>

    package init(_ bytes: Int) { left = Locked(bytes) }

    fileprivate func take(_ size: Int) -> Bool {
        left.withLock { left in
            guard size <= left else { return false }
            left -= size
            return true
        }
    }

    fileprivate func giveBack(_ size: Int) {
        if size > 0 { left.withLock { $0 += size } }
    }
}

/// A branch of a log.
final class BranchLog: Sendable {
    let log: EffectLog
    /// The number of the branch; nil if it isn't logged, because there are too many.
    private let branch: Int?

    init(_ log: EffectLog, branch: Int? = 0) { (self.log, self.branch) = (log, branch) }

    /// Adds an effect.
    func add(_ kind: LoggedEffect.Kind) {
        if let branch { log.add(kind, in: branch) } else { log.lose() }
    }

    /// Numbers a group of concurrent plans.
    func nextGroup() -> Int { branch.map { log.nextGroup(in: $0) } ?? 0 }

    /// Returns the branch at a place of a group.
    func branch(_ place: Int, ofGroup group: Int) -> BranchLog {
        BranchLog(log, branch: branch.flatMap { log.branch(place, ofGroup: group, in: $0) })
    }

    /// Records that the enclosing plan has seen the end of a branch.
    func add(endOf other: BranchLog?) {
        if let number = other?.branch { add(.ended(branch: number)) }
    }
}
