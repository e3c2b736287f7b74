extension Plan {
    /// This plan, then the one that follows from its outcome, be it a value or an error.
    ///
    /// Every other combinator is written with this one. Constant time; nothing is carried out.
    public func continuing<New>(
        _ next: @escaping @Sendable (Result<Value, any Error>) -> Plan<New>
    ) -> Plan<New> {
        continuing(Next(next))
    }

    func continuing<New>(_ next: Next<Value, New>) -> Plan<New> {
        Plan<New>(Bind(self, next: next))
    }
}

/// One plan, then another, whatever the value of the first one is.
protocol Bound<Value> {
    associatedtype Value
    /// The plan one step further.
    func advanced() -> Plan<Value>
    /// `(m then f) then g` as `m then { f($0) then g }`, so that a chain nested to the left is walked in linear time.
    func rebound<New>(to next: Next<Value, New>) -> Plan<New>
    /// The part of a chain that this is.
    var link: Link { get }
}

private final class Bind<Source, Value>: Link, Bound {
    private var first: Plan<Source>
    private var next: Next<Source, Value>

    init(_ first: Plan<Source>, next: Next<Source, Value>) {
        self.first = first
        self.next = next
    }

    var link: Link { self }
    override var source: Link? { first.link }
    override var sourceText: String { first.firstText }

    func advanced() -> Plan<Value> { first.advanced(to: next) }

    func rebound<New>(to last: Next<Value, New>) -> Plan<New> { first.continuing(next.then(last)) }

    override func takeLinks(into links: inout [Link]) {
        if let link = first.link {
            links.append(link)
            first = .released
        }
        if let link = next.link {
            links.append(link)
            next = Next { _ in .released }
        }
    }

    deinit { release() }
}
