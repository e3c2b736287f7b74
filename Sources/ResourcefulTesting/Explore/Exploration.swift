import ResourcefulCore

/// Which orders of a plan were tried, all of them to a good end.
public struct Exploration: Hashable, Sendable, CustomStringConvertible {
    /// How many orders were tried one after the other.
    public internal(set) var tried = 0
    /// How many more were drawn by chance, since there were too many to try all.
    public internal(set) var drawn = 0
    /// What the draws began with.
    public let seed: UInt64
    /// Whether there are no others. Orders that differ only in steps that have nothing to do with each other are one.
    public var isComplete: Bool { drawn == 0 }

    /// What was tried.
    public var description: String {
        let orders = tried == 1 ? "order" : "orders"
        if isComplete { return tried == 1 ? "the only order" : "all \(tried) orders" }
        return "\(tried) \(orders) and \(drawn) more by chance (seed \(seed)), of more than can be tried"
    }
}

/// An order of the branches in which something goes wrong, the simplest one that was found.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// What goes wrong: what the check or the load has thrown; nil when the check came out false.
    public let underlyingError: (any Error)?
    /// The order. A run with it does the same again.
    public let order: DryRun.Order
    /// Everything that happened.
    public let events: [DryRun.Event]
    /// Which orders were tried until one failed.
    public let exploration: Exploration

    /// What goes wrong, what happened before, in ten lines at most, and how to see it again.
    public var description: String {
        let tried = exploration.tried + exploration.drawn
        let reason = underlyingError.map { Redaction.standard.text(of: $0) } ?? "the check is false"
        return """
            in one order of the branches (found in run \(tried)): \(reason)
            \(Story(events, upTo: 10).lines.map { "  \($0)" }.joined(separator: "\n"))
            to see it again: run.order = \(order)
            """
    }
}
