/// A branch of a load that repeats a record.
final class RerunBranch {
    let rerun: Rerun
    /// The number in the record; nil if the record has no such branch.
    let number: Int?
    /// The places in the enclosing branches, the outermost first.
    let name: String
    /// Whether the recorded branch was canceled: what is missing in it was never complete.
    let isCut: Bool
    /// The number of effects so far.
    var count = 0
    private var groupCount = 0
    private var isClaimed = false

    init(_ rerun: Rerun, number: Int?, name: String, isCut: Bool) {
        (self.rerun, self.number, self.name, self.isCut) = (rerun, number, name, isCut)
    }

    /// Begins a group of concurrent plans.
    func beginGroup() { groupCount += 1 }

    /// Returns the branch at a place of the current group.
    func branch(_ place: Int) -> RerunBranch {
        let number = number.flatMap { number in
            rerun.number(
                of: RecordedLoad.Branch(
                    run: rerun.record.branches[number].run, outer: number, group: groupCount, place: place))
        }
        let name = name.isEmpty ? "\(place)" : "\(name).\(place)"
        return RerunBranch(rerun, number: number, name: name, isCut: number.map { rerun.isCut[$0] } ?? isCut)
    }

    /// Returns whether the caller is the first fiber of the branch.
    func claim() -> Bool {
        defer { isClaimed = true }
        return !isClaimed
    }

    /// The time when the enclosing plan saw the end of the branch.
    var end: Duration? { number.flatMap { rerun.end(ofBranch: $0) } }

    func release(at time: Duration) {
        if let number { rerun.release(number, at: time) }
    }
}
