/// What an effect asks for: a word, and what it is about. A record knows an effect by it.
package struct EffectName: Sendable {
    /// What an effect is about.
    package enum Subject: Sendable {
        case nothing
        case text(String)
        case entry(EntryName)
        case cached(CacheKey)
        case gate(GateKey)
        case duration(Duration)
    }

    /// The word, such as `read`.
    package let word: String
    /// What the effect is about.
    package let subject: Subject
    /// Whether a load that repeats a record takes the outcome from there.
    package let isRepeated: Bool

    /// Creates the name of an effect.
    package init(_ word: String, _ subject: Subject = .nothing, isRepeated: Bool = true) {
        (self.word, self.subject, self.isRepeated) = (word, subject, isRepeated)
    }

    /// The name for waiting for a permit.
    package static func permit(_ gate: GateKey) -> EffectName { EffectName("permit", .gate(gate)) }
}

/// What came of an effect, in one of the forms that a record has.
package enum EffectOutcome: Sendable {
    /// Nothing that is kept, but no failure.
    case done
    /// It was canceled before it was complete.
    case canceled
    case failed(any Error)
    case date(Date)
    /// A number; no record has one that secrets are made of.
    case number(UInt64, isSecret: Bool = false)
    case entry(StoreEntry?)
    case cached(CacheEntry?)
    indirect case decided(LoadDecision)
    /// An entry of this size, which is too large to keep.
    case size(Int)

    /// The bytes of an entry that it keeps in memory.
    package var size: Int {
        switch self {
        case .entry(let entry): entry?.data.count ?? 0
        case .cached(let entry): entry?.size ?? 0
        default: 0
        }
    }
}

/// Receives each effect of a plan, once, when it has its outcome.
package protocol EffectObserver: AnyObject {
    /// Receives an effect, and what came of it.
    func tell(_ name: EffectName, _ outcome: EffectOutcome)
}

/// A continuation that tells an observer of the outcome. It exists only from an effect until its outcome.
final class Told<Asked: Command, Value>: Continuation<Asked.Outcome, Value> {
    private let next: Next<Asked.Outcome, Value>
    private let (command, name, observer): (Asked, EffectName, any EffectObserver)

    init(_ next: Next<Asked.Outcome, Value>, of command: Asked, named name: EffectName, to observer: any EffectObserver)
    {
        self.next = next
        (self.command, self.name, self.observer) = (command, name, observer)
        super.init(above: 0)
    }

    override var onlyTransforms: Bool { next.onlyTransforms }

    override func plan(from outcome: Result<Asked.Outcome, any Error>) -> Plan<Value> {
        switch outcome {
        case .success(let value): observer.tell(name, command.told(value))
        case .failure(is CancellationError): observer.tell(name, .canceled)
        case .failure(let error): observer.tell(name, .failed(error))
        }
        return next(outcome)
    }
}
