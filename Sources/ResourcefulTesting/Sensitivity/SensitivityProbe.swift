import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Changes the members of an answer one by one, and compares what a resource reads.
struct SensitivityProbe<Value> {
    /// The number of places of a path in which each change is made alone.
    private static var mostPlaces: Int { 4 }

    private let resource: Resource<Value>
    private let answer: ServerAnswer.Known
    private let value: Value
    private let comparison: ValueComparison
    let outline: BodyOutline
    private(set) var readings = 0

    /// - Throws: The error of the resource if it can't read the answer; `ParseFailure` if the body isn't JSON.
    init(_ resource: Resource<Value>, _ answer: ServerAnswer.Known) throws {
        self.resource = resource
        self.answer = answer
        value = try resource.value(in: answer)
        comparison = ValueComparison(ignoringDifferencesOf: value, try resource.value(in: answer))
        do {
            outline = try BodyOutline(answer.response.body)
        } catch var failure as ParseFailure {
            failure.expected = "JSON, whose members can be changed"
            throw failure
        }
    }

    /// Returns the report. Members near the root come first if there are more than the limit allows.
    mutating func report(limit: Int?) -> Sensitivity {
        let limit = limit ?? Self.limit(for: outline.bytes.count)
        let byDepth = outline.branches.indices.sorted {
            (outline.branches[$0].path.steps.count, $0) < (outline.branches[$1].path.steps.count, $1)
        }
        var members: [Int: Sensitivity.Member] = [:]
        for branch in byDepth where readings < limit { members[branch] = member(branch) }
        return Sensitivity(
            members: outline.ordered.compactMap { members[$0] }, unknown: outline.unknown,
            leftOut: byDepth.count - members.count, readings: readings)
    }

    /// Returns the number of readings for a body of a size: a total of 64 MB, but at least 200 and at most 10,000.
    private static func limit(for size: Int) -> Int { min(10_000, max(200, (64 << 20) / max(size, 1))) }

    private mutating func member(_ branch: Int) -> Sensitivity.Member {
        let places = outline.branches[branch].places
        let effects = Sensitivity.Change.all.compactMap { change -> Sensitivity.Effect? in
            let changed = places.filter { outline.applies(change, at: $0) }
            return changed.isEmpty ? nil : .init(change: change, outcome: worst(of: change, at: changed))
        }
        return Sensitivity.Member(
            path: outline.branches[branch].path, kinds: outline.kinds(of: branch), need: Self.need(effects),
            effects: effects, holders: outline.holders(of: branch), parents: outline.parents(of: branch))
    }

    private static func need(_ effects: [Sensitivity.Effect]) -> Sensitivity.Need {
        if effects.contains(where: { $0.change == .missing && $0.outcome.failure != nil }) { return .needed }
        return effects.allSatisfy { $0.outcome == .sameValue } ? .notRead : .optional
    }

    /// Returns the worst outcome of a change in all places at once, and in some of them alone.
    private mutating func worst(of change: Sensitivity.Change, at places: [Int]) -> Sensitivity.Outcome {
        var worst = outcome(of: change, at: places)
        guard places.count > 1 else { return worst }
        let count = min(places.count, Self.mostPlaces)
        for index in 0..<count where worst.failure == nil {
            worst = worst.worse(outcome(of: change, at: [places[index * (places.count - 1) / (count - 1)]]))
        }
        return worst
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
