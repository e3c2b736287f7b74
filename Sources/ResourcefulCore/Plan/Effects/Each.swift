/// A command that carries out any number of plans of one kind at once.
package struct Each<Element>: Command {
    package typealias Outcome = [Element]

    /// The plans, in order.
    package private(set) var plans: [Plan<Element>]
    /// The maximum number of plans under way at once, at least 1; nil for all.
    package let limit: Int?

    package var text: String {
        let shown = plans.prefix(3).map(\.description) + (plans.count > 3 ? ["… \(plans.count) in all"] : [])
        return "(\(shown.joined(separator: " ∥ ")))\(limit.map { ", \($0) at once" } ?? "")"
    }

    package static var holdsPlans: Bool { true }

    package var depth: UInt8 { plans.reduce(0) { max($0, $1.link?.depth ?? 0) } }

    package mutating func takeLinks(into links: inout [Link]) {
        for index in plans.indices { plans[index].takeLink(into: &links) }
    }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<[Element], Performer.Value>
    ) -> Performer.Answer {
        interpreter.each(self, then: next)
    }
}

/// Loads any number of loadables at the same time, or at most `limit` at once. They start in order.
///
/// The values are in the order of the loadables, whichever is loaded first. The first failure cancels the rest and is
/// the outcome. A limit below 1 counts as 1; nil is no limit.
public func all<Value>(_ loadables: some Sequence<some Loadable<Value>>, atOnce limit: Int? = nil) -> Plan<[Value]> {
    Plan(Each(plans: loadables.map(\.plan), limit: limit.map { max(1, $0) }))
}

extension Plan {
    /// Loads any number of loadables at the same time, as the free function `all(_:atOnce:)` does. Use it if a model's
    /// own `all` hides that function.
    public static func all<Element>(
        _ loadables: some Sequence<some Loadable<Element>>, atOnce limit: Int? = nil
    ) -> Plan where Value == [Element] {
        Plan(Each(plans: loadables.map(\.plan), limit: limit.map { max(1, $0) }))
    }
}
