/// Compares a newer answer with the report on an older one.
struct BreakSearch {
    private let report: Sensitivity
    private let failure: Sensitivity.Failure?
    private let outline: BodyOutline
    private let branches: [Sensitivity.Path: Int]

    /// - Parameters:
    ///   - report: The report on the older answer.
    ///   - outline: The newer body.
    ///   - failure: The reason why the newer answer can't be read; nil if it can.
    init(_ report: Sensitivity, _ outline: BodyOutline, _ failure: Sensitivity.Failure?) {
        self.report = report
        self.outline = outline
        self.failure = failure
        branches = Dictionary(
            outline.branches.indices.map { (outline.branches[$0].path, $0) }, uniquingKeysWith: { one, _ in one })
    }

    /// The breaks in the order of the report. The reason why the newer answer can't be read is the first if it isn't
    /// among them.
    var breaks: [Sensitivity.Break] {
        let breaks = report.members.filter { $0.need != .notRead }.flatMap(breaks(of:))
        guard let failure else { return breaks }
        let path = Sensitivity.Path(failure.path ?? [])
        if breaks.contains(where: { $0.failure != nil && $0.path == path }) { return breaks }
        let member = path.steps.isEmpty ? nil : report.members.first { $0.path == path }
        return [Sensitivity.Break(path, member, failure: failure)] + breaks
    }

    private func breaks(of member: Sensitivity.Member) -> [Sensitivity.Break] {
        let total = total(of: member.path)
        let counts = counts(of: member.path, total)
        let isGone = counts.reduce(0) { $0 + ($1.change == .missing || $1.change == .null ? $1.count : 0) } == total
        var breaks: [Sensitivity.Break] = []
        for (change, count) in counts where count > 0 {
            switch member[change] {
            case .fails(let reason)? where failure != nil:
                // It was missing in some places before, where another member may have told that it isn't needed.
                if change == .missing, member.holders < member.parents, count < total { continue }
                breaks.append(.init(member.path, member, change, places: count, of: total, failure: reason))
            case .anotherValue? where isMeaning(change, of: member, isGone: isGone) && !(isGone && !breaks.isEmpty):
                breaks.append(.init(member.path, member, change, places: count, of: total))
            default: break
            }
        }
        return breaks
    }

    /// Whether another value than before also has another meaning: the member is gone from everywhere, or has a type
    /// that it didn't have.
    private func isMeaning(_ change: Sensitivity.Change, of member: Sensitivity.Member, isGone: Bool) -> Bool {
        guard member.kinds != [.null] else { return false }
        return change == .missing || change == .null ? isGone : true
    }

    /// The number of places in the newer body that could have a member.
    private func total(of path: Sensitivity.Path) -> Int {
        switch path.steps.last {
        case nil: 1
        case .element?: branches[path].map { outline.branches[$0].places.count } ?? 0
        case .key?:
            branches[Sensitivity.Path(path.steps.dropLast())].map { parent in
                outline.branches[parent].places.count { outline.places[$0].kind == .object }
            } ?? 0
        }
    }

    /// The number of places in which a member of the newer body is missing, and in which it has each type that it
    /// didn't have.
    private func counts(
        of path: Sensitivity.Path, _ total: Int
    ) -> [(change: Sensitivity.Change, count: Int)] {
        guard let branch = branches[path] else { return [(.missing, total)] }
        let known = report.members.first { $0.path == path }?.kinds ?? []
        let missing = path.steps.last == .element ? 0 : total - outline.holders(of: branch)
        return [(.missing, missing)]
            + outline.kinds(of: branch).filter { !known.contains($0) || $0 == .null }.map { kind in
                (.init(to: kind), outline.branches[branch].places.count { outline.places[$0].kind == kind })
            }
    }
}
