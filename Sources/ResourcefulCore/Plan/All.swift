/// Loads any number at the same time, or at most so many at once, started in their order.
///
/// The values come in the order of the loadables, whichever is loaded first. The first failure cancels the rest and is
/// the outcome. A limit below 1 counts as 1; nil is no limit.
public func all<Value>(_ loadables: some Sequence<some Loadable<Value>>, atOnce limit: Int? = nil) -> Plan<[Value]> {
    Plan(.each(Boxed(Several(plans: loadables.map(\.plan), limit: limit.map { max(1, $0) }, next: .end))))
}

/// Plans of one kind to be done at once, whatever the kind is.
package protocol Each<Value>: Link {
    associatedtype Element
    associatedtype Value
    /// The plans, in their order.
    var plans: [Plan<Element>] { get }
    /// How many may be under way at once, 1 at the least; nil for all.
    var limit: Int? { get }
    /// How the plan goes on from all values in the order of the plans, or from the first error.
    var next: Next<[Element], Value> { get }
    /// The same plans, with another continuation behind.
    func followed<New>(by next: Next<Value, New>) -> any Each<New>
    /// The same, every request that is sent passing through a policy.
    func applying(_ policy: Policy) -> any Each<Value>
}

private final class Several<Element, Value>: Link, Each {
    private(set) var plans: [Plan<Element>]
    let limit: Int?
    private(set) var next: Next<[Element], Value>

    init(plans: [Plan<Element>], limit: Int?, next: Next<[Element], Value>) {
        self.plans = plans
        self.limit = limit
        self.next = next
    }

    func followed<New>(by last: Next<Value, New>) -> any Each<New> {
        Several<Element, New>(plans: plans, limit: limit, next: next.then(last))
    }

    func applying(_ policy: Policy) -> any Each<Value> {
        Several(plans: plans.map { $0.applying(policy) }, limit: limit, next: next.applying(policy))
    }

    override func takeLinks(into links: inout [Link]) {
        for index in plans.indices { plans[index].takeLink(into: &links) }
        next.takeLink(into: &links)
    }

    deinit { release() }
}
