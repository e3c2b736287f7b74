/// The continuation of a plan from an outcome.
package struct Next<Outcome, Value> {
    private let continuation: Continuation<Outcome, Value>

    /// Creates a continuation from a function. It is the last one if its plans don't send, wait, or ask for anything.
    init(onlyTransforms: Bool = false, _ function: @escaping @Sendable (Result<Outcome, any Error>) -> Plan<Value>) {
        continuation = Function(onlyTransforms: onlyTransforms, function)
    }

    /// Creates a continuation of any kind.
    init(_ continuation: Continuation<Outcome, Value>) { self.continuation = continuation }

    /// Returns the rest of the plan.
    package func callAsFunction(_ outcome: Result<Outcome, any Error>) -> Plan<Value> {
        continuation.plan(from: outcome)
    }

    /// Returns this continuation followed by another. Constant time.
    func then<New>(_ next: Next<Value, New>) -> Next<Outcome, New> { continuation.followed(by: next) }

    /// Whether the plan has the same outcome.
    var isEnd: Bool { continuation.isEnd }

    /// Whether all that's left is to transform the outcome: nothing more is sent, waited for, or asked for.
    package var onlyTransforms: Bool { continuation.onlyTransforms }

    /// The link of this continuation.
    var link: Link { continuation }

    /// The resource that reads a response here, if any, as the judge for one load.
    package var judge: (any ResourceReader)? { continuation.judge }

    /// Moves the link of this continuation into a list.
    mutating func takeLink(into links: inout [Link]) {
        links.append(continuation)
        self = Next(Continuation(above: 0))
    }
}

extension Next where Outcome == Value {
    /// The end of a plan, which has the same outcome.
    static var end: Next { Next(End<Value>()) }
}

/// A function, the reading of a resource, the end of a plan, or one continuation after another.
class Continuation<Outcome, Value>: Link {
    /// Returns the rest of the plan.
    func plan(from outcome: Result<Outcome, any Error>) -> Plan<Value> { .released }

    /// Returns this continuation followed by another.
    func followed<New>(by next: Next<Value, New>) -> Next<Outcome, New> { Next(Composed(Next(self), next)) }

    /// Whether the plan has the same outcome.
    var isEnd: Bool { false }

    /// The resource that reads a response here, if any, as the judge for one load.
    var judge: (any ResourceReader)? { nil }
}

private final class Function<Outcome, Value>: Continuation<Outcome, Value> {
    private let function: @Sendable (Result<Outcome, any Error>) -> Plan<Value>
    private let isTransform: Bool

    init(onlyTransforms: Bool, _ function: @escaping @Sendable (Result<Outcome, any Error>) -> Plan<Value>) {
        self.function = function
        isTransform = onlyTransforms
        super.init(above: 0)
    }

    override var onlyTransforms: Bool { isTransform }

    override func plan(from outcome: Result<Outcome, any Error>) -> Plan<Value> { function(outcome) }
}

private final class End<Value>: Continuation<Value, Value> {
    init() { super.init(above: 0) }

    override var isEnd: Bool { true }
    override var onlyTransforms: Bool { true }

    override func plan(from outcome: Result<Value, any Error>) -> Plan<Value> { .outcome(outcome) }

    override func followed<New>(by next: Next<Value, New>) -> Next<Value, New> { next }
}

private final class Composed<Outcome, Middle, Value>: Continuation<Outcome, Value> {
    // These change only while the chain is taken apart, by its last owner: accesses never overlap.
    @exclusivity(unchecked) private var first: Next<Outcome, Middle>
    @exclusivity(unchecked) private var second: Next<Middle, Value>

    init(_ first: Next<Outcome, Middle>, _ second: Next<Middle, Value>) {
        self.first = first
        self.second = second
        super.init(above: max(first.link.depth, second.link.depth))
    }

    override var judge: (any ResourceReader)? { first.judge }
    // A deep chain isn't walked, as that takes as much stack.
    override var onlyTransforms: Bool { !isDeep && first.onlyTransforms && second.onlyTransforms }

    override func plan(from outcome: Result<Outcome, any Error>) -> Plan<Value> {
        first(outcome).continuing(second)
    }

    override func takeLinks(into links: inout [Link]) {
        first.takeLink(into: &links)
        second.takeLink(into: &links)
    }

    deinit { if isDeep { release() } }
}
