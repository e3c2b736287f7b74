extension DryRun {
    /// A place where a repeated load isn't as it was recorded.
    ///
    ///     var run = try DryRun(from: BlackBox("sync-failed.box"), baseURL: api, policies: policies)
    ///     #expect(throws: LoadError.self) { try run.load(sync) }
    ///     #expect(run.divergences.isEmpty)
    public struct Divergence: Error, Hashable, Sendable, CustomStringConvertible {
        /// The time in the run.
        public let time: Duration
        /// The place of the branch in each enclosing `zip`, `all` or race, such as `1.0`; empty for the plan itself.
        public let branch: String
        /// The number of the effect in the branch, from 1 on; nil at the end of the load.
        public let number: Int?
        /// What was recorded; nil if nothing was.
        public let recorded: String?
        /// What the plan of today does instead; nil if it does nothing.
        public let asked: String?

        /// The time, the branch, and both sides, on one line.
        public var description: String {
            let place = branch.isEmpty ? "" : " in branch \(branch)"
            let step = number.map { ", effect \($0)" } ?? ""
            let sides =
                switch (recorded, asked) {
                case (let recorded?, let asked?): "recorded \(recorded), today \(asked)"
                case (let recorded?, nil): "recorded \(recorded), not today"
                case (nil, let asked?): "not recorded, today \(asked)"
                case (nil, nil): "differs"
                }
            return "at \(time.inWords)\(place)\(step): \(sides)"
        }
    }
}
