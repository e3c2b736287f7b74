/// A command that carries out two plans at once.
package struct Both<Left, Right>: Command {
    package typealias Outcome = (Left, Right)

    /// One of the plans.
    package private(set) var left: Plan<Left>
    /// The other plan.
    package private(set) var right: Plan<Right>

    package var text: String { "(\(left) ∥ \(right))" }

    package static var holdsPlans: Bool { true }

    package var depth: UInt8 { max(left.link?.depth ?? 0, right.link?.depth ?? 0) }

    package mutating func takeLinks(into links: inout [Link]) {
        left.takeLink(into: &links)
        right.takeLink(into: &links)
    }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<(Left, Right), Performer.Value>
    ) -> Performer.Answer {
        interpreter.both(self, then: next)
    }
}

/// Loads two values at the same time. The first failure cancels the other load and is the outcome.
public func zip<A, B>(_ a: some Loadable<A>, _ b: some Loadable<B>) -> Plan<(A, B)> {
    Plan(Both(left: a.plan, right: b.plan))
}

/// Loads three values at the same time. The first failure cancels the other loads and is the outcome.
public func zip<A, B, C>(_ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>) -> Plan<(A, B, C)> {
    zip(zip(a, b), c).map { ($0.0, $0.1, $1) }
}

/// Loads four values at the same time. The first failure cancels the other loads and is the outcome.
public func zip<A, B, C, D>(
    _ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>, _ d: some Loadable<D>
) -> Plan<(A, B, C, D)> {
    zip(zip(a, b), zip(c, d)).map { ($0.0, $0.1, $1.0, $1.1) }
}

/// Loads five values at the same time. The first failure cancels the other loads and is the outcome.
public func zip<A, B, C, D, E>(
    _ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>, _ d: some Loadable<D>, _ e: some Loadable<E>
) -> Plan<(A, B, C, D, E)> {
    zip(zip(a, b), zip(c, d, e)).map { ($0.0, $0.1, $1.0, $1.1, $1.2) }
}

/// Loads six values at the same time. The first failure cancels the other loads and is the outcome.
public func zip<A, B, C, D, E, F>(
    _ a: some Loadable<A>, _ b: some Loadable<B>, _ c: some Loadable<C>, _ d: some Loadable<D>, _ e: some Loadable<E>,
    _ f: some Loadable<F>
) -> Plan<(A, B, C, D, E, F)> {
    zip(zip(a, b, c), zip(d, e, f)).map { ($0.0, $0.1, $0.2, $1.0, $1.1, $1.2) }
}
