/// What a plan comes to next: a value, a failure, or an effect that says itself how it is followed and performed.
///
/// One word in memory, whatever the value: so it passes through generic code at no cost.
package enum Step<Value> {
    /// The plan has come to a value.
    case value(Boxed<Value>)
    /// The plan has failed.
    case failure(any Error)
    /// Something is asked of the interpreter first.
    case effect(Effect<Value>)
}

/// A command, and how the plan goes on from its outcome, whatever the type of the outcome: see ``Asking``, which is the
/// only kind there is.
package class Effect<Value>: Link {
    /// What is asked for, on one line.
    var text: String { "" }

    /// The request that is sent, if it is one.
    var request: Request? { nil }

    /// Whether the outcome of the command is the plan's own, so that nothing stands between it and what follows.
    var isBare: Bool { false }

    /// The same command, its outcome handed on to another continuation.
    func followed<New>(by next: Next<Value, New>) -> Plan<New> { .released }

    /// Has an interpreter carry the command out.
    package func performed<Performer: Interpreter>(by interpreter: Performer) -> Performer.Answer
    where Performer.Value == Value {
        interpreter.goOn(with: .released)
    }
}

/// Something of any size, in one word.
package final class Boxed<Content> {
    /// What is in it.
    package let content: Content

    init(_ content: Content) { self.content = content }
}

private final class Asking<Asked: Command, Value>: Effect<Value> {
    // Both change only while they are taken apart.
    private var command: Asked
    private var next: Next<Asked.Outcome, Value>

    init(_ command: Asked, _ next: Next<Asked.Outcome, Value>) {
        self.command = command
        self.next = next
        super.init(above: Asked.holdsPlans ? max(command.depth, next.link.depth) : next.link.depth)
    }

    override var text: String { command.text }
    override var request: Request? { command.request }
    override var isBare: Bool { next.isEnd }
    override var isLast: Bool { next.isLast }

    override func followed<New>(by last: Next<Value, New>) -> Plan<New> { Plan<New>(command, next.then(last)) }

    override func performed<Performer: Interpreter>(by interpreter: Performer) -> Performer.Answer
    where Performer.Value == Value {
        command.performed(by: interpreter, then: next)
    }

    override func takeLinks(into links: inout [Link]) {
        command.takeLinks(into: &links)
        next.takeLink(into: &links)
    }

    deinit { if isDeep { release() } }
}

extension Plan {
    /// A command, and how the plan goes on from its outcome.
    init<Asked: Command>(_ command: Asked, _ next: Next<Asked.Outcome, Value>) {
        self.init(.effect(Asking(command, next)))
    }

    /// A command, whose outcome is the plan's own.
    init<Asked: Command<Value>>(_ command: Asked) { self.init(command, .end) }
}

extension Step {
    /// The same step, its outcome handed on to another continuation.
    func followed<New>(by next: Next<Value, New>) -> Plan<New> {
        switch self {
        case .value(let value): next(.success(value.content))
        case .failure(let error): next(.failure(error))
        case .effect(let effect): effect.followed(by: next)
        }
    }

    /// Whether the outcome of the effect is the plan's own.
    var isBare: Bool { if case .effect(let effect) = self { effect.isBare } else { false } }

    /// Whether nothing is asked for after this.
    var isLast: Bool { if case .effect(let effect) = self { effect.isLast } else { true } }

    /// What is asked for, on one line.
    var text: String {
        switch self {
        case .value: "done"
        case .failure(let error): "failed: \(Redaction.standard.text(of: error))"
        case .effect(let effect): effect.text
        }
    }
}
