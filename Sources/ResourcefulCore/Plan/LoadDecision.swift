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
        /// A store that can't be used, or can be used again.
        public static let store: Kind = "store"
    }

    /// What was decided, as one of few words: levels and counters need no text.
    ///
    ///     let decision = LoadDecision(.peakHours, .waited, for: .seconds(3600), "waited until the night")
    ///     print(decision)  // peak hours: waited until the night
    public struct Action: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The action as one word, or a few with hyphens.
        public let description: String

        /// Creates an action from its word.
        public init(stringLiteral word: String) { description = word }

        /// A fresh response came from a cache.
        public static let hit: Action = "hit"
        /// A stale response came from a cache, as is allowed while it is validated in the background.
        public static let stale: Action = "stale"
        /// A stale response came from a cache instead of the failure of a server (RFC 5861, section 4).
        public static let staleIfError: Action = "stale-if-error"
        /// A cache had no response to use, and the server is asked.
        public static let missed: Action = "missed"
        /// The server is asked whether a stored response is still current, or a token is being renewed.
        public static let began: Action = "began"
        /// The server confirmed a stored response.
        public static let validated: Action = "validated"
        /// A response wasn't stored.
        public static let notStored: Action = "not-stored"
        /// A request is sent again.
        public static let repeated: Action = "repeated"
        /// A failure isn't retried any more.
        public static let gaveUp: Action = "gave-up"
        /// Nothing is sent, or a redirect isn't followed.
        public static let refused: Action = "refused"
        /// A token couldn't be renewed.
        public static let failed: Action = "failed"
        /// A load waits for a permit, or has waited.
        public static let waited: Action = "waited"
        /// A load waits for an equal one.
        public static let joined: Action = "joined"
        /// A store can't be used for now.
        public static let away: Action = "away"
        /// A store can be used again.
        public static let back: Action = "back"
    }

    /// The subject of the decision.
    public let kind: Kind
    /// What was decided; nil if only the reason says it.
    public let action: Action?
    /// The server that the decision is about; nil if there is none.
    public var origin: Origin? { server.origin }
    private let server: Server
    /// The time that the decision is about, such as a wait; nil if there is none.
    public let duration: Duration?
    /// The number that the decision is about, such as that of the retry; nil if there is none.
    public let count: Int?
    /// The decision and the reason for it, on one line, without secrets.
    public let reason: String

    /// Creates a decision of which only the reason says what was decided.
    public init(_ kind: Kind, _ reason: String) { self.init(kind, nil, reason) }

    /// Creates a decision.
    public init(
        _ kind: Kind, _ action: Action?, of origin: Origin? = nil, for duration: Duration? = nil, count: Int? = nil,
        _ reason: String
    ) {
        (self.kind, self.action, self.duration, self.count, self.reason) = (kind, action, duration, count, reason)
        server = Server(known: origin)
    }

    /// Creates a decision about the server of a URL, whose origin is parsed when somebody reads it.
    package init(
        _ kind: Kind, _ action: Action?, ofServerAt url: URL, for duration: Duration? = nil, count: Int? = nil,
        _ reason: String
    ) {
        (self.kind, self.action, self.duration, self.count, self.reason) = (kind, action, duration, count, reason)
        server = Server(url: url)
    }

    /// The kind and the reason.
    public var description: String { "\(kind): \(reason)" }
}

/// A server. Only its origin counts and is shown, since a URL may have secrets.
private struct Server: Hashable, CustomReflectable {
    var known: Origin?
    var url: URL?

    var origin: Origin? { url.flatMap { Origin($0) } ?? known }
    var customMirror: Mirror { Mirror(reflecting: origin as Any) }

    static func == (one: Server, other: Server) -> Bool { one.origin == other.origin }
    func hash(into hasher: inout Hasher) { hasher.combine(origin) }
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
