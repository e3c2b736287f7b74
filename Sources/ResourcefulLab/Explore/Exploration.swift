/// The orders of a plan that were tried.
public struct Exploration: Hashable, Sendable, CustomStringConvertible {
    /// The number of orders that were tried systematically.
    public internal(set) var tried = 0
    /// The number of orders that were drawn at random, because there were too many to try all.
    var drawn = 0
    /// The seed of the draws.
    let seed: UInt64
    /// Whether no orders had to be drawn because all were tried. Orders that differ only in independent steps count as
    /// one.
    public var isComplete: Bool { drawn == 0 }

    /// A summary of the orders that were tried.
    public var description: String {
        let orders = tried == 1 ? "order" : "orders"
        if isComplete { return tried == 1 ? "the only order" : "all \(tried) orders" }
        return "\(tried) \(orders) and \(drawn) more at random (seed \(seed)), of too many to try all"
    }
}

/// The simplest order of the branches that was found to fail.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// The error of the check or the load; nil if the check returned false.
    public let underlyingError: (any Error)?
    /// The order. A run with this order fails again in the same way.
    public let order: DryRun.Order
    /// All events, in order.
    public let events: [DryRun.Event]
    /// The orders that were tried until one failed.
    public let exploration: Exploration

    /// The reason, the events before it in at most ten lines, and the code that reproduces it.
    public var description: String {
        let tried = exploration.tried + exploration.drawn
        let reason = underlyingError.map { Redaction.standard.text(of: $0) } ?? "the check returned false"
        return """
            in one order of the branches (found in run \(tried)): \(reason)
            \(EventLog(events, upTo: 10).lines.map { "  \($0)" }.joined(separator: "\n"))
            to reproduce: run.order = \(order)
            """
    }
}
