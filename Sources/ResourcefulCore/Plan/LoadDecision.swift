/// What a policy has decided about a load, and why: for those who watch, never for those who decide.
public struct LoadDecision: Hashable, Sendable, CustomStringConvertible {
    /// What it is about.
    public struct Kind: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// One word.
        public let rawValue: String

        /// A kind by its word.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A kind by its word.
        public init(stringLiteral word: String) { rawValue = word }

        /// Whether a request is sent again.
        public static let retry: Kind = "retry"
        /// Credentials that were asked for, renewed or refused.
        public static let credentials: Kind = "credentials"
        /// Another host that is asked.
        public static let failover: Kind = "failover"
        /// A circuit that was opened, tried or closed.
        public static let circuit: Kind = "circuit"
        /// A wait for one's turn.
        public static let limit: Kind = "limit"
        /// A redirection that was not followed.
        public static let redirect: Kind = "redirect"
        /// What is served from a cache, stored or validated.
        public static let cache: Kind = "cache"
        /// A load that waits for an equal one.
        public static let sharing: Kind = "sharing"
        /// What is known of the server's clock.
        public static let clock: Kind = "clock"

        /// The word.
        public var description: String { rawValue }
    }

    /// What it is about.
    public let kind: Kind
    /// What was decided and why, on one line, without secrets.
    public let reason: String

    /// A decision.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The kind and the reason.
    public var description: String { "\(kind): \(reason)" }
}

/// The name of ``LoadDecision`` in the version before.
@available(*, deprecated, renamed: "LoadDecision")
public typealias Decision = LoadDecision
