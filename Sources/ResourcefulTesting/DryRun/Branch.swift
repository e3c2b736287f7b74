extension DryRun {
    /// A branch of a plan: its place in each `zip` or `all` that is around it, the outermost first.
    public struct Branch: Hashable, Sendable, CustomStringConvertible {
        /// The places, counted from 0.
        public var places: [Int]

        /// A branch by its places.
        public init(_ places: [Int] = []) { self.places = places }

        /// The plan itself, outside of all that is done at once.
        public static let root = Branch()

        /// A letter for each place, `b` or `ba`; numbers where the alphabet is too short. Nothing for ``root``.
        public var description: String {
            guard places.contains(where: { $0 >= 26 }) else {
                return String(decoding: places.map { UInt8(97 + max(0, $0)) }, as: UTF8.self)
            }
            return places.map(String.init).joined(separator: ".")
        }
    }
}

extension StrandContext {
    /// What a branch is part of.
    func branching(_ place: Int) -> StrandContext {
        var context = self
        context.branch.places.append(place)
        return context
    }
}
