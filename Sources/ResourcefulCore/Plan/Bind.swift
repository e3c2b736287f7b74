extension Plan {
    /// This plan, then the one that follows from its outcome, be it a value or an error.
    ///
    /// Every other combinator is written with this one. Constant time; nothing is carried out.
    public func continuing<New>(
        _ next: @escaping @Sendable (Result<Value, any Error>) -> Plan<New>
    ) -> Plan<New> {
        continuing(Next(next))
    }

    /// This plan, then a continuation.
    package func continuing<New>(_ next: Next<Value, New>) -> Plan<New> {
        if case .step(let step) = node, step.isBare { return step.followed(by: next) }
        return Plan<New>(Chained(self, next: next))
    }
}

/// One plan, then another, whatever the value of the first one is: see ``Chained``, which is the only kind there is.
class Bind<Value>: Link {
    /// The plan with the same outcome and one bind less in front of it.
    func reduced() -> Plan<Value> { .released }

    /// `(m then f) then g` as `m then { f($0) then g }`, so that a chain nested to the left is walked in linear time.
    func advanced<New>(to last: Next<Value, New>) -> Plan<New> { .released }
}

private final class Chained<Source, Value>: Bind<Value> {
    // Both change only while they are taken apart.
    private var first: Plan<Source>
    private var next: Next<Source, Value>

    init(_ first: Plan<Source>, next: Next<Source, Value>) {
        self.first = first
        self.next = next
        super.init(above: max(first.link?.depth ?? 0, next.link.depth))
    }

    override var source: Link? { first.bind }
    override var isLast: Bool { next.isLast }
    override var sourceText: String { first.description }

    override func reduced() -> Plan<Value> { first.advanced(to: next) }

    override func advanced<New>(to last: Next<Value, New>) -> Plan<New> { first.continuing(next.then(last)) }

    override func takeLinks(into links: inout [Link]) {
        first.takeLink(into: &links)
        next.takeLink(into: &links)
    }

    deinit { if isDeep { release() } }
}
