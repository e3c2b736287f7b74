/// The next step of a plan: a value, a failure, or an effect that knows how it is continued and performed.
///
/// It is one word in memory for every type of value, so generic code passes it on at no cost.
package enum Step<Value> {
    /// The plan has its value.
    case value(Boxed<Value>)
    /// The plan has failed.
    case failure(any Error)
    /// The plan first asks the interpreter for something.
    case effect(Effect<Value>)
}

/// A command and the continuation from its outcome, of any type. Its only subclass is ``CommandStep``.
package class Effect<Value>: Link {
    /// The command on one line.
    var text: String { "" }

    /// The request that is sent, if the command sends one.
    var request: Request? { nil }

    /// Whether the plan has the outcome of the command, with nothing in between.
    var isBare: Bool { false }

    /// Returns the plan with the same command and its outcome handed on to another continuation.
    func followed<New>(by next: Next<Value, New>) -> Plan<New> { .released }

    /// What the command asks for, for observers; nil if they don't see it.
    package var effectName: EffectName? { nil }

    /// Has an interpreter carry out the command.
    package func performed<Performer: Interpreter>(by interpreter: Performer) -> Performer.Answer
    where Performer.Value == Value {
        interpreter.resume(with: .released)
    }

    /// Has an interpreter carry out the command, and tells an observer of the outcome.
    package func performed<Performer: Interpreter>(
        by interpreter: Performer, telling observer: any EffectObserver
    ) -> Performer.Answer where Performer.Value == Value {
        performed(by: interpreter)
    }
}

/// Content of any size, in one word.
package final class Boxed<Content> {
    /// The content.
    package let content: Content

    init(_ content: Content) { self.content = content }
}

private final class CommandStep<Asked: Command, Value>: Effect<Value> {
    // These change only while the chain is taken apart, by its last owner: accesses never overlap.
    @exclusivity(unchecked) private var command: Asked
    @exclusivity(unchecked) private var next: Next<Asked.Outcome, Value>

    init(_ command: Asked, _ next: Next<Asked.Outcome, Value>) {
        self.command = command
        self.next = next
        super.init(above: Asked.holdsPlans ? max(command.depth, next.link.depth) : next.link.depth)
    }

    override var text: String { command.text }
    override var request: Request? { command.request }
    override var isBare: Bool { next.isEnd }
    override var onlyTransforms: Bool { next.onlyTransforms }

    override func followed<New>(by last: Next<Value, New>) -> Plan<New> { Plan<New>(command, next.then(last)) }

    override func performed<Performer: Interpreter>(by interpreter: Performer) -> Performer.Answer
    where Performer.Value == Value {
        command.performed(by: interpreter, then: next)
    }

    override var effectName: EffectName? { command.effectName }

    override func performed<Performer: Interpreter>(
        by interpreter: Performer, telling observer: any EffectObserver
    ) -> Performer.Answer where Performer.Value == Value {
        guard let name = command.effectName else { return performed(by: interpreter) }
        return command.performed(by: interpreter, then: Next(Told(next, of: command, named: name, to: observer)))
    }

    override func takeLinks(into links: inout [Link]) {
        command.takeLinks(into: &links)
        next.takeLink(into: &links)
    }

    deinit { if isDeep { release() } }
}

extension Plan {
    /// Creates a plan from a command and the continuation from its outcome.
    init<Asked: Command>(_ command: Asked, _ next: Next<Asked.Outcome, Value>) {
        self.init(.effect(CommandStep(command, next)))
    }

    /// Creates a plan that has the outcome of a command.
    package init<Asked: Command<Value>>(_ command: Asked) { self.init(command, .end) }
}

extension Step {
    /// Returns the plan with the same step and its outcome handed on to another continuation.
    func followed<New>(by next: Next<Value, New>) -> Plan<New> {
        switch self {
        case .value(let value): next(.success(value.content))
        case .failure(let error): next(.failure(error))
        case .effect(let effect): effect.followed(by: next)
        }
    }

    /// Whether the plan has the outcome of the effect.
    var isBare: Bool { if case .effect(let effect) = self { effect.isBare } else { false } }

    /// Whether nothing is asked for after this step.
    var onlyTransforms: Bool { if case .effect(let effect) = self { effect.onlyTransforms } else { true } }

    /// The step on one line.
    var text: String {
        switch self {
        case .value: "done"
        case .failure(let error): "failed: \(Redaction.standard.text(of: error))"
        case .effect(let effect): effect.text
        }
    }
}
