/// A policy's decision about a load, and the reason. Decisions are for observing a load, not for controlling it.
///
///     let offPeak = Policy { request, next in
///         Plan.note(LoadDecision(.peakHours, "waited until the night")).flatMap {
///             Plan.wait(for: .seconds(3600)).flatMap { next(request) }
///         }
///     }
public struct LoadDecision: Hashable, Sendable, CustomStringConvertible {
    /// The subject of a decision.
    ///
    ///     extension LoadDecision.Kind {
    ///         static let peakHours: LoadDecision.Kind = "peak hours"
    ///     }
    public struct Kind: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The kind as one word.
        public let description: String

        /// Creates a kind from its word.
        public init(stringLiteral word: String) { description = word }

        /// A decision whether to send a request again.
        public static let retry: Kind = "retry"
        /// Credentials that were asked for, renewed, or refused.
        public static let credentials: Kind = "credentials"
        /// A wait for a permit.
        public static let limit: Kind = "limit"
        /// A redirect that wasn't followed.
        public static let redirect: Kind = "redirect"
        /// A response that was served from a cache, stored, or validated.
        public static let cache: Kind = "cache"
        /// A setting that should be changed, as a load has shown. Printing the Webservice shows it, too.
        public static let warning: Kind = "warning"
        /// A load that waits for an equal one.
        public static let sharing: Kind = "sharing"
    }

    /// The subject of the decision.
    public let kind: Kind
    /// The decision and the reason for it, on one line, without secrets.
    public let reason: String

    /// Creates a decision.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The kind and the reason.
    public var description: String { "\(kind): \(reason)" }
}

/// A command that reports a decision to the observers.
struct Noting: Command {
    typealias Outcome = Void
    let decision: LoadDecision

    var text: String { "\(decision)" }

    var effectName: EffectName? { EffectName("note", isRepeated: false) }

    func told(_ outcome: Void) -> EffectOutcome { .decided(decision) }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Void, Performer.Value>
    ) -> Performer.Answer {
        interpreter.note(decision, then: next)
    }
}

extension Plan where Value == Void {
    /// Reports a decision and the reason to the observers of a load. It has no other effect.
    public static func note(_ decision: LoadDecision) -> Plan { Plan(Noting(decision: decision)) }
}
