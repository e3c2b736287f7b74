extension Plan {
    /// Returns this plan followed by the plan that a function makes from its outcome, which is a value or an error.
    ///
    /// All other combinators are built on this one. It takes constant time and carries out nothing.
    public func continuing<New>(
        _ next: @escaping @Sendable (Result<Value, any Error>) -> Plan<New>
    ) -> Plan<New> {
        continuing(Next(next))
    }

    /// Returns this plan followed by a continuation.
    package func continuing<New>(_ next: Next<Value, New>) -> Plan<New> {
        if case .step(let step) = node, step.isBare { return step.followed(by: next) }
        return Plan<New>(Chained(self, next: next))
    }
}

/// One plan followed by another, whatever the value of the first one is. Its only subclass is ``Chained``.
class Bind<Value>: Link {
    /// Returns the plan with the same outcome and one bind fewer at its front.
    func reduced() -> Plan<Value> { .released }

    /// Returns `(m then f) then g` as `m then { f($0) then g }`, so a chain nested to the left is walked in linear
    /// time.
    func advanced<New>(to last: Next<Value, New>) -> Plan<New> { .released }
}

private final class Chained<Source, Value>: Bind<Value> {
    // These change only while the chain is taken apart, by its last owner: accesses never overlap.
    @exclusivity(unchecked) private var first: Plan<Source>
    @exclusivity(unchecked) private var next: Next<Source, Value>

    init(_ first: Plan<Source>, next: Next<Source, Value>) {
        self.first = first
        self.next = next
        super.init(above: max(first.link?.depth ?? 0, next.link.depth))
    }

    override var source: Link? { first.bind }
    override var onlyTransforms: Bool { next.onlyTransforms }
    override var sourceText: String { first.description }

    override func reduced() -> Plan<Value> { first.advanced(to: next) }

    override func advanced<New>(to last: Next<Value, New>) -> Plan<New> { first.continuing(next.then(last)) }

    override func takeLinks(into links: inout [Link]) {
        first.takeLink(into: &links)
        next.takeLink(into: &links)
    }

    deinit { if isDeep { release() } }
}
