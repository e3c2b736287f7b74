/// How a plan goes on from an outcome: a function, or one continuation after another.
package struct Next<Outcome, Value>: Sendable {
    private enum Kind {
        case function(@Sendable (Result<Outcome, any Error>) -> Plan<Value>)
        case composed(any Composing<Outcome, Value>)
    }

    private let kind: Frozen<Kind>

    init(_ function: @escaping @Sendable (Result<Outcome, any Error>) -> Plan<Value>) {
        kind = Frozen(content: .function(function))
    }

    private init(composed: any Composing<Outcome, Value>) {
        kind = Frozen(content: .composed(composed))
    }

    /// The rest of the plan.
    package func callAsFunction(_ outcome: Result<Outcome, any Error>) -> Plan<Value> {
        switch kind.content {
        case .function(let function): function(outcome)
        case .composed(let composed): composed.continued(from: outcome)
        }
    }

    /// This continuation, then another. Constant time.
    func then<New>(_ next: Next<Value, New>) -> Next<Outcome, New> {
        Next<Outcome, New>(composed: Composed(first: self, second: next))
    }

    /// The part of a chain that this holds, if it holds one.
    var link: Link? {
        if case .composed(let composed) = kind.content { composed.link } else { nil }
    }
}

extension Next where Outcome == Value {
    /// The outcome is the plan's own.
    static var end: Next { Next { Plan(.done($0)) } }
}

/// One continuation after another, whatever lies between them.
private protocol Composing<Outcome, Value> {
    associatedtype Outcome
    associatedtype Value
    func continued(from outcome: Result<Outcome, any Error>) -> Plan<Value>
    var link: Link { get }
}

private final class Composed<Outcome, Middle, Value>: Link, Composing {
    private var first: Next<Outcome, Middle>
    private var second: Next<Middle, Value>

    init(first: Next<Outcome, Middle>, second: Next<Middle, Value>) {
        self.first = first
        self.second = second
    }

    var link: Link { self }

    func continued(from outcome: Result<Outcome, any Error>) -> Plan<Value> {
        first(outcome).continuing(second)
    }

    override func takeLinks(into links: inout [Link]) {
        if let link = first.link {
            links.append(link)
            first = Next { _ in .released }
        }
        if let link = second.link {
            links.append(link)
            second = Next { _ in .released }
        }
    }

    deinit { release() }
}
