/// The progress of a load that repeats a record.
final class Rerun {
    /// Indices of effects, in order. Those that are used are skipped from the beginning, each once.
    private struct Unused {
        var indices: [Int] = []
        private var start = 0

        /// Returns the first index that isn't used and satisfies a condition.
        mutating func first(in isUsed: [Bool], where isFitting: (Int) -> Bool) -> Int? {
            while start < indices.count, isUsed[indices[start]] { start += 1 }
            return indices[start...].first { !isUsed[$0] && isFitting($0) }
        }
    }

    private struct Slot: Hashable {
        let branch: Int
        let key: RecordedEffect.Key
    }

    let record: RecordedLoad
    /// The time of the run when the load began.
    let start: Duration
    private var isUsed: [Bool]
    /// The unused effects of each branch, by key, the first one last.
    private var slots: [Slot: [Int]] = [:]
    /// All exchanges, and the exchanges of each branch.
    private var allExchanges = Unused()
    private var exchanges: [Int: Unused] = [:]
    /// The waits of each branch.
    private var waits: [Int: Unused] = [:]
    private var numbers: [RecordedLoad.Branch: Int] = [:]
    /// The times when enclosing plans saw the ends of branches.
    private var ends: [Int: Duration] = [:]
    /// The branches in which not everything ended that began.
    private(set) var isCut: [Bool]
    private var releases: [Int: Duration] = [:]
    private(set) var divergences: [DryRun.Divergence] = []
    /// The shared runs that a branch of the load began.
    private(set) var begunRuns: Set<Int> = []
    /// The shared runs, by number.
    var runs: [Int: AnyObject] = [:]

    init(_ record: RecordedLoad, at start: Duration) {
        (self.record, self.start) = (record, start)
        isUsed = Array(repeating: false, count: record.effects.count)
        for (number, branch) in record.branches.enumerated() { numbers[branch] = number }
        for (index, effect) in record.effects.enumerated() {
            switch effect.kind {
            case .exchange:
                allExchanges.indices.append(index)
                exchanges[effect.branch, default: Unused()].indices.append(index)
            case .effect where effect.key?.word == "wait": waits[effect.branch, default: Unused()].indices.append(index)
            default: break
            }
        }
        for (index, effect) in record.effects.enumerated().reversed() {
            if let key = effect.key { slots[Slot(branch: effect.branch, key: key), default: []].append(index) }
            if case .run(let run?, isFirst: true) = effect.kind { begunRuns.insert(run) }
            if case .end(let branch) = effect.kind { ends[branch] = effect.time }
        }
        isCut = Array(repeating: false, count: record.branches.count)
        let abandoned = Self.abandonedRuns(of: record)
        for (number, branch) in record.branches.enumerated() {
            let isWhole = record.runs[branch.run].hasEnded && !abandoned.contains(branch.run)
            isCut[number] = branch.outer.map { isCut[$0] || ends[number] == nil } ?? !isWhole
        }
    }

    /// Returns the shared runs that were canceled, because all branches that waited for them were.
    private static func abandonedRuns(of record: RecordedLoad) -> Set<Int> {
        var (counts, last): ([Int: Int], [Slot: Int]) = ([:], [:])
        for effect in record.effects {
            guard case .run(let run, _) = effect.kind, let key = effect.key else { continue }
            let slot = Slot(branch: effect.branch, key: key)
            if let run {
                counts[run, default: 0] += 1
                last[slot] = run
            } else if let run = last.removeValue(forKey: slot) {
                counts[run, default: 0] -= 1
            }
        }
        return Set(counts.filter { $0.value == 0 }.keys)
    }

    /// The moment after everything that was recorded.
    var end: Duration {
        start + max(record.duration, record.effects.last?.time ?? .zero) + .nanoseconds(1)
    }

    /// Returns the number of a branch.
    func number(of branch: RecordedLoad.Branch) -> Int? { numbers[branch] }

    /// Returns the branch of a run.
    func branch(ofRun run: Int) -> RerunBranch {
        let number = record.branches.firstIndex { $0.run == run && $0.outer == nil }
        return RerunBranch(self, number: number, name: "", isCut: number.map { isCut[$0] } ?? false)
    }

    /// Returns the time when the enclosing plan saw the end of a branch; nil if there is no such plan.
    func end(ofBranch number: Int) -> Duration? {
        guard record.branches[number].outer != nil else { return nil }
        return ends[number].map { start + $0 } ?? end
    }

    /// Takes the next effect with a key in a branch.
    func take(_ key: RecordedEffect.Key, in branch: Int) -> RecordedEffect? {
        guard let index = slots[Slot(branch: branch, key: key)]?.popLast() else { return nil }
        isUsed[index] = true
        return record.effects[index]
    }

    /// Takes the cancellation of a wait for a run, if it is the next effect with its key in a branch.
    func takeCancellation(of key: RecordedEffect.Key, in branch: Int) -> Bool {
        guard let index = slots[Slot(branch: branch, key: key)]?.last,
            case .run(nil, isFirst: false) = record.effects[index].kind
        else { return false }
        return take(key, in: branch) != nil
    }

    /// Takes the next wait of a branch, whatever its duration.
    func takeWait(in branch: Int) -> RecordedEffect? {
        let index = waits[branch, default: Unused()].first(in: isUsed) { _ in true }
        guard let index, let key = record.effects[index].key else { return nil }
        return take(key, in: branch)
    }

    func note(_ branch: RerunBranch, at time: Duration, recorded: String?, asked: String?) -> DryRun.Divergence {
        let divergence = DryRun.Divergence(
            time: time - start, branch: branch.name, number: branch.count, recorded: recorded, asked: asked)
        if divergences.count < 1_000 { divergences.append(divergence) }
        return divergence
    }

    /// Records when a branch was released before its end.
    func release(_ branch: Int, at time: Duration) { releases[branch] = min(releases[branch] ?? time, time - start) }
}

// Exchanges.
extension Rerun {
    /// Takes the recorded exchange of an equal request: one of the branch, or one that another branch doesn't use.
    func takeExchange(_ request: Request, in branch: RerunBranch, at time: Duration) -> RecordedEffect? {
        let fits = record.exchanges.fitting(request)
        let isFitting = { [record] (index: Int) -> Bool in
            guard case .exchange(let number, let way, _) = record.effects[index].kind else { return false }
            return way != .memory && fits(number)
        }
        if let number = branch.number, let index = exchanges[number]?.first(in: isUsed, where: isFitting) {
            return use(index)
        }
        guard !branch.isCut, let index = allExchanges.first(in: isUsed, where: isFitting),
            !record.effects[index].isCanceled
        else { return nil }
        let recorded = name(ofBranch: record.effects[index].branch)
        _ = note(
            branch, at: time,
            recorded: "\(shown(index)) in \(recorded.isEmpty ? "the plan itself" : "branch \(recorded)")",
            asked: "in \(branch.name.isEmpty ? "the plan itself" : "branch \(branch.name)")")
        return use(index)
    }

    /// Takes the response to a request that was answered from memory; nil if it wasn't.
    func takeMemory(_ request: Request, in branch: Int) -> Response? {
        let index = exchanges[branch]?.first(in: isUsed) { index in
            guard case .exchange(let number, .memory, _) = record.effects[index].kind else { return false }
            let other = record.exchanges.request(number)
            let redaction = record.exchanges.redaction.including(secretsOf: request)
            return other.method == request.method
                && redaction.redacted(other.url) == redaction.redacted(request.url)
        }
        guard let index, case .exchange(let number, _, _) = use(index).kind else { return nil }
        return try? record.exchanges.answer(number, to: request)
    }

    private func use(_ index: Int) -> RecordedEffect {
        isUsed[index] = true
        return record.effects[index]
    }

    private func shown(_ index: Int) -> String {
        guard case .exchange(let number, _, _) = record.effects[index].kind else { return "" }
        return "\(record.exchanges.request(number))"
    }

    /// Returns the places of a branch, the outermost first.
    func name(ofBranch number: Int) -> String {
        var (places, next) = ([String](), number)
        while let outer = record.branches[next].outer {
            places.append("\(record.branches[next].place)")
            next = outer
        }
        return places.reversed().joined(separator: ".")
    }
}

// The end of the load.
extension Rerun {
    /// Compares what remains, and the outcome.
    func finish<Value>(_ outcome: Result<Value, any Error>, at time: Duration) {
        runs = [:]
        for (index, effect) in record.effects.enumerated() where !isUsed[index] && !effect.isCanceled {
            guard case .exchange = effect.kind, !isExcused(effect) else { continue }
            divergences.append(
                DryRun.Divergence(
                    time: effect.time, branch: name(ofBranch: effect.branch), number: nil, recorded: shown(index),
                    asked: nil))
        }
        let asked: String
        switch outcome {
        case .success: asked = "a value"
        case .failure(let error): asked = shown(record.exchanges.redaction.text(of: error))
        }
        guard Self.comparable(asked) != Self.comparable(record.error) else { return }
        divergences.append(
            DryRun.Divergence(
                time: time - start, branch: "", number: nil, recorded: "the error: \(record.error)",
                asked: "\((try? outcome.get()) == nil ? "the error: " : "")\(asked)"))
    }

    /// Whether a recorded effect may be missing, because its branch was released before.
    private func isExcused(_ effect: RecordedEffect) -> Bool {
        var branch = effect.branch
        while true {
            if let release = releases[branch], release <= effect.time { return true }
            guard let outer = record.branches[branch].outer else { return isCut[branch] }
            branch = outer
        }
    }

    /// Returns a text without secrets, as in the record.
    func shown(_ text: String) -> String {
        String(
            decoding: record.exchanges.redaction.redacted(content: Data(text.utf8), of: .plainText), as: UTF8.self)
    }

    /// Returns a text in which all marks of secrets are the same.
    private static func comparable(_ text: String) -> String {
        text.replacing(Redaction.mark, with: "*").replacing("***", with: "*").replacing("redacted", with: "*")
    }
}
