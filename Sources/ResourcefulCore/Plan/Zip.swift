/// Loads two at the same time. The first failure cancels the other one and is the outcome.
public func zip<A, B>(_ a: some Loadable<A>, _ b: some Loadable<B>) -> Plan<(A, B)> {
    Plan(.both(Boxed(Pair(left: a.plan, right: b.plan, next: .end))))
}

/// Loads three at the same time. The first failure cancels the others and is the outcome.
public func zip<A, B, C>(_ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>) -> Plan<(A, B, C)> {
    zip(zip(a, b), c).map { ($0.0, $0.1, $1) }
}

/// Loads four at the same time. The first failure cancels the others and is the outcome.
public func zip<A, B, C, D>(
    _ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>, _ d: some Loadable<D>
) -> Plan<(A, B, C, D)> {
    zip(zip(a, b), zip(c, d)).map { ($0.0, $0.1, $1.0, $1.1) }
}

/// Loads five at the same time. The first failure cancels the others and is the outcome.
public func zip<A, B, C, D, E>(
    _ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>, _ d: some Loadable<D>, _ e: some Loadable<E>
) -> Plan<(A, B, C, D, E)> {
    zip(zip(a, b), zip(c, d, e)).map { ($0.0, $0.1, $1.0, $1.1, $1.2) }
}

/// Loads six at the same time. The first failure cancels the others and is the outcome.
public func zip<A, B, C, D, E, F>(
    _ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>, _ d: some Loadable<D>, _ e: some Loadable<E>,
    _ f: some Loadable<F>
) -> Plan<(A, B, C, D, E, F)> {
    zip(zip(a, b, c), zip(d, e, f)).map { ($0.0, $0.1, $0.2, $1.0, $1.1, $1.2) }
}

/// Two plans to be done at once, whatever their values are.
package protocol Both<Value>: Link {
    associatedtype Left
    associatedtype Right
    associatedtype Value
    /// One of them.
    var left: Plan<Left> { get }
    /// The other one.
    var right: Plan<Right> { get }
    /// How the plan goes on from both values, or from the first error.
    var next: Next<(Left, Right), Value> { get }
    /// The same two plans, with another continuation behind.
    func followed<New>(by next: Next<Value, New>) -> any Both<New>
    /// The same, every request that is sent passing through a policy.
    func applying(_ policy: Policy) -> any Both<Value>
}

private final class Pair<Left, Right, Value>: Link, Both {
    private(set) var left: Plan<Left>
    private(set) var right: Plan<Right>
    private(set) var next: Next<(Left, Right), Value>

    init(left: Plan<Left>, right: Plan<Right>, next: Next<(Left, Right), Value>) {
        self.left = left
        self.right = right
        self.next = next
    }

    func followed<New>(by last: Next<Value, New>) -> any Both<New> {
        Pair<Left, Right, New>(left: left, right: right, next: next.then(last))
    }

    func applying(_ policy: Policy) -> any Both<Value> {
        Pair(left: left.applying(policy), right: right.applying(policy), next: next.applying(policy))
    }

    override func takeLinks(into links: inout [Link]) {
        left.takeLink(into: &links)
        right.takeLink(into: &links)
        next.takeLink(into: &links)
    }

    deinit { release() }
}
