extension DryRun {
    /// A branch of a plan: its place in each enclosing `zip` or `all`, the outermost first.
    package struct Branch: Hashable, Sendable, CustomStringConvertible {
        /// The places, counted from 0.
        package var places: [Int]

        /// Creates a branch from its places.
        package init(_ places: [Int] = []) { self.places = places }

        /// The plan itself, outside of all concurrent branches.
        package static let root = Branch()

        /// A letter for each place, such as `b` or `ba`, or numbers if a place is beyond the alphabet. Empty for
        /// ``root``.
        package var description: String {
            guard places.contains(where: { $0 >= 26 }) else {
                return String(decoding: places.map { UInt8(97 + max(0, $0)) }, as: UTF8.self)
            }
            return places.map(String.init).joined(separator: ".")
        }
    }
}

/// The position of a branch: its place, and the branch that contains it. Plans may be deeply nested, so the list of
/// places is built only for events.
final class BranchPlace {
    private let place: Int
    private var outer: BranchPlace?

    init(_ place: Int, in outer: BranchPlace?) { (self.place, self.outer) = (place, outer) }

    /// The branch with all places, the outermost first.
    var branch: DryRun.Branch {
        var places: [Int] = []
        var next: BranchPlace? = self
        while let branch = next {
            places.append(branch.place)
            next = branch.outer
        }
        return DryRun.Branch(places.reversed())
    }

    // A loop, because recursive deallocation needs a stack as deep as the plan.
    deinit {
        var next = outer
        outer = nil
        while isKnownUniquelyReferenced(&next), let last = next {
            next = last.outer
            last.outer = nil
        }
    }
}

extension FiberContext {
    /// Returns the context of a branch in this context.
    func branching(_ place: Int) -> FiberContext {
        var context = self
        context.branch = BranchPlace(place, in: branch)
        context.rerun = rerun?.branch(place)
        return context
    }
}
