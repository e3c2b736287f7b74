/// What a plan comes to next: a value, a failure, or an effect that says itself how it is followed and performed.
package enum Step<Value> {
    /// The plan has come to a value.
    case value(Boxed<Value>)
    /// The plan has failed.
    case failure(any Error)
    /// Something is asked of the interpreter first.
    case effect(any Effect<Value>)
}

/// A command, and how the plan goes on from its outcome, whatever the type of the outcome.
package protocol Effect<Value>: Link {
    associatedtype Value
    /// What is asked for, on one line.
    var text: String { get }
    /// The request that is sent, if it is one.
    var request: Request? { get }
    /// Whether the outcome of the command is the plan's own, so that nothing stands between it and what follows.
    var isBare: Bool { get }
    /// The same command, its outcome handed on to another continuation.
    func followed<New>(by next: Next<Value, New>) -> Plan<New>
    /// Has an interpreter carry the command out.
    func performed<Performer: Interpreter>(by interpreter: Performer) -> Performer.Answer
    where Performer.Value == Value
}

/// Something of any size, in one word.
package final class Boxed<Content> {
    /// What is in it.
    package let content: Content

    init(_ content: Content) { self.content = content }
}

/// The only kind of effect there is.
private final class Asking<Asked: Command, Value>: Link, Effect {
    // Both change only while they are taken apart.
    private var command: Asked
    private var next: Next<Asked.Outcome, Value>

    init(_ command: Asked, _ next: Next<Asked.Outcome, Value>) {
        self.command = command
        self.next = next
    }

    var text: String { command.text }
    var request: Request? { command.request }
    var isBare: Bool { next.isEnd }
    override var isLast: Bool { next.isLast }

    func followed<New>(by last: Next<Value, New>) -> Plan<New> { Plan<New>(command, next.then(last)) }

    func performed<Performer: Interpreter>(by interpreter: Performer) -> Performer.Answer
    where Performer.Value == Value {
        command.performed(by: interpreter, then: next)
    }

    override func takeLinks(into links: inout [Link]) {
        command.takeLinks(into: &links)
        next.takeLink(into: &links)
    }

    // A command without plans holds no chain but that of its continuation, which frees itself.
    deinit { if Asked.holdsPlans { release() } }
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
