/// Changes the members of an answer one by one, and compares what a resource reads.
struct SensitivityProbe<Value> {
    /// The number of places of a path in which each change is made alone.
    private static var mostPlaces: Int { 2 }

    /// The size above which elements that are like others are left out.
    private static var largeSize: Int { 4 << 10 }

    private let resource: Resource<Value>
    private let answer: ServerAnswer.Known
    private let value: Value
    private var comparison: ValueComparison
    private let outline: BodyOutline
    /// The whole body.
    private let whole: BodyOutline
    private var readings = 0

    /// - Throws: The error of the resource if it can't read the answer; `ParseFailure` if the body isn't JSON.
    init(_ resource: Resource<Value>, _ whole: ServerAnswer.Known) throws {
        var (answer, value) = (whole, try resource.value(in: whole))
        do {
            self.whole = try BodyOutline(whole.response.body)
        } catch var failure as ParseFailure {
            failure.expected = "JSON, whose members can be changed"
            throw failure
        }
        var outline = self.whole
        if outline.bytes.count > Self.largeSize {
            var sample = whole
            sample.response.body = outline.sample()
            // A resource that counts elements may not read the sample.
            if let sampled = try? resource.value(in: sample) {
                (answer, value, outline) = (sample, sampled, try BodyOutline(sample.response.body))
            }
        }
        (self.resource, self.answer, self.value, self.outline) = (resource, answer, value, outline)
        comparison = ValueComparison(ignoringDifferencesOf: value, try resource.value(in: answer))
    }

    /// Returns the report. If there are more members than the limit allows, those near the root come first.
    mutating func report(limit: Int?) -> Sensitivity {
        let limit = limit ?? Self.limit(for: outline.bytes.count)
        let byDepth = outline.branches.indices.sorted {
            (outline.branches[$0].path.steps.count, $0) < (outline.branches[$1].path.steps.count, $1)
        }
        var effects: [Int: [Sensitivity.Effect]] = [:]
        for branch in byDepth where readings < limit { effects[branch] = changesOfAll(branch) }
        for branch in byDepth where readings < limit {
            effects[branch] = effects[branch]?.map { changesOfSome($0, branch) }
        }
        let known = Dictionary(whole.branches.indices.map { (whole.branches[$0].path, $0) }) { one, _ in one }
        let members = outline.ordered.compactMap { branch in
            effects[branch].map { member(known[outline.branches[branch].path] ?? branch, $0) }
        }
        return Sensitivity(
            members: members, unknown: whole.unknown, leftOut: byDepth.count - effects.count, readings: readings)
    }

    /// Returns the number of readings for a body of a size: a total of 64 MB, but at least 200 and at most 10,000.
    private static func limit(for size: Int) -> Int { min(10_000, max(200, (64 << 20) / max(size, 1))) }

    private func member(_ branch: Int, _ effects: [Sensitivity.Effect]) -> Sensitivity.Member {
        Sensitivity.Member(
            path: whole.branches[branch].path, kinds: whole.kinds(of: branch), need: Self.need(effects),
            effects: effects, holders: whole.holders(of: branch), parents: whole.parents(of: branch))
    }

    private static func need(_ effects: [Sensitivity.Effect]) -> Sensitivity.Need {
        if effects.contains(where: { $0.change == .missing && $0.outcome.failure != nil }) { return .needed }
        return effects.allSatisfy { $0.outcome == .sameValue } ? .notRead : .optional
    }

    /// Returns the outcomes of all changes, each made in all places of a path at once.
    private mutating func changesOfAll(_ branch: Int) -> [Sensitivity.Effect] {
        Sensitivity.Change.all.compactMap { change in
            let places = places(of: change, branch)
            return places.isEmpty ? nil : .init(change: change, outcome: outcome(of: change, at: places))
        }
    }

    /// Returns the worst outcome of a change: the known one, or the outcome of the change in one place alone.
    private mutating func changesOfSome(_ effect: Sensitivity.Effect, _ branch: Int) -> Sensitivity.Effect {
        let places = places(of: effect.change, branch)
        let count = min(places.count, Self.mostPlaces)
        var worst = effect.outcome
        for index in 0..<(count > 1 ? count : 0) where worst.failure == nil {
            let place = places[index * (places.count - 1) / (count - 1)]
            worst = worst.worse(outcome(of: effect.change, at: [place]))
        }
        return .init(change: effect.change, outcome: worst)
    }

    private func places(of change: Sensitivity.Change, _ branch: Int) -> [Int] {
        outline.branches[branch].places.filter { outline.applies(change, at: $0) }
    }

    private mutating func outcome(of change: Sensitivity.Change, at places: [Int]) -> Sensitivity.Outcome {
        readings += 1
        var changed = answer
        changed.response.body = outline.body(with: change, at: places)
        do {
            return comparison.isSame(value, try resource.value(in: changed)) ? .sameValue : .anotherValue
        } catch {
            return .fails(Sensitivity.Failure(error))
        }
    }
}
