/// How a plan goes on from an outcome.
package struct Next<Outcome, Value> {
    private let continuation: any Continuing<Outcome, Value>

    /// A function. It is the last one when its plans send, wait and ask for nothing more.
    init(isLast: Bool = false, _ function: @escaping @Sendable (Result<Outcome, any Error>) -> Plan<Value>) {
        self.init(Function(isLast: isLast, function))
    }

    init(_ continuation: any Continuing<Outcome, Value>) { self.continuation = continuation }

    /// The rest of the plan.
    package func callAsFunction(_ outcome: Result<Outcome, any Error>) -> Plan<Value> {
        continuation.plan(from: outcome)
    }

    /// This continuation, then another. Constant time.
    func then<New>(_ next: Next<Value, New>) -> Next<Outcome, New> { continuation.followed(by: next) }

    /// Whether the outcome is the plan's own.
    var isEnd: Bool { continuation.isEnd }

    /// Whether nothing more is sent, waited or asked for: all that is left is to transform the outcome.
    var isLast: Bool { continuation.isLast }

    /// The link that this is, if it is one.
    var link: Link? { continuation.link }

    /// Moves the link that this is, if it is one, into a list.
    mutating func takeLink(into links: inout [Link]) {
        guard let link = continuation.link else { return }
        links.append(link)
        self = Next { _ in .released }
    }
}

extension Next<Response, Response> {
    /// The response is the plan's own: what nearly every request that is sent begins with, so there is one for all.
    static var response: Next { Next(endOfResponse) }
}

private let endOfResponse = End<Response>()

extension Next where Outcome == Value {
    /// The outcome is the plan's own.
    static var end: Next { Next(End<Value>()) }
}

/// A function, the reading of a resource, nothing, or one continuation after another.
protocol Continuing<Outcome, Value>: AnyObject {
    associatedtype Outcome
    associatedtype Value
    func plan(from outcome: Result<Outcome, any Error>) -> Plan<Value>
    func followed<New>(by next: Next<Value, New>) -> Next<Outcome, New>
    var isEnd: Bool { get }
    var isLast: Bool { get }
    var link: Link? { get }
}

extension Continuing {
    var isEnd: Bool { false }
    var link: Link? { nil }

    func followed<New>(by next: Next<Value, New>) -> Next<Outcome, New> { Next(Composed(Next(self), next)) }
}

private final class Function<Outcome, Value>: Continuing {
    private let function: @Sendable (Result<Outcome, any Error>) -> Plan<Value>
    let isLast: Bool

    init(isLast: Bool, _ function: @escaping @Sendable (Result<Outcome, any Error>) -> Plan<Value>) {
        self.function = function
        self.isLast = isLast
    }

    func plan(from outcome: Result<Outcome, any Error>) -> Plan<Value> { function(outcome) }
}

private final class End<Value>: Continuing, Sendable {
    var isEnd: Bool { true }
    var isLast: Bool { true }

    func plan(from outcome: Result<Value, any Error>) -> Plan<Value> { .outcome(outcome) }

    func followed<New>(by next: Next<Value, New>) -> Next<Value, New> { next }
}

private final class Composed<Outcome, Middle, Value>: Link, Continuing {
    // Nil only once they were taken.
    private var first: Next<Outcome, Middle>?
    private var second: Next<Middle, Value>?

    init(_ first: Next<Outcome, Middle>, _ second: Next<Middle, Value>) {
        self.first = first
        self.second = second
    }

    var isEnd: Bool { false }
    var link: Link? { self }

    func plan(from outcome: Result<Outcome, any Error>) -> Plan<Value> {
        guard let first, let second else { return .released }
        return first(outcome).continuing(second)
    }

    func followed<New>(by next: Next<Value, New>) -> Next<Outcome, New> {
        Next(Composed<Outcome, Value, New>(Next(self), next))
    }

    override func takeLinks(into links: inout [Link]) {
        if let link = first?.link {
            links.append(link)
            first = nil
        }
        if let link = second?.link {
            links.append(link)
            second = nil
        }
    }

    deinit { release() }
}
