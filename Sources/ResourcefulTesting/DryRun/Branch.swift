extension DryRun {
    /// A branch of a plan: its place in each `zip` or `all` that is around it, the outermost first.
    package struct Branch: Hashable, Sendable, CustomStringConvertible {
        /// The places, counted from 0.
        package var places: [Int]

        /// A branch by its places.
        package init(_ places: [Int] = []) { self.places = places }

        /// The plan itself, outside of all that is done at once.
        package static let root = Branch()

        /// A letter for each place, `b` or `ba`; numbers where the alphabet is too short. Nothing for ``root``.
        package var description: String {
            guard places.contains(where: { $0 >= 26 }) else {
                return String(decoding: places.map { UInt8(97 + max(0, $0)) }, as: UTF8.self)
            }
            return places.map(String.init).joined(separator: ".")
        }
    }
}

/// Where a branch is: its place, and the branch that it is a part of. Plans may be nested deeply, so its places are
/// written out for an event only.
final class BranchPlace {
    private let place: Int
    private var outer: BranchPlace?

    init(_ place: Int, in outer: BranchPlace?) { (self.place, self.outer) = (place, outer) }

    /// All places, the outermost first.
    var branch: DryRun.Branch {
        var places: [Int] = []
        var next: BranchPlace? = self
        while let branch = next {
            places.append(branch.place)
            next = branch.outer
        }
        return DryRun.Branch(places.reversed())
    }

    // In a loop: to free one within the other takes a stack as deep as the plan.
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
    /// What a branch is part of.
    func branching(_ place: Int) -> FiberContext {
        var context = self
        context.branch = BranchPlace(place, in: branch)
        return context
    }
}
