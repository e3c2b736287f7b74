/// The properties of a policy that are known without carrying it out.
struct PolicyTraits: Sendable {
    /// The purpose of a policy, if its place among others depends on it.
    enum Role: Sendable {
        case retry, cache, redirects, credentials, signing, cookies, limit, circuit, failover, clock, upgrade, hedge
        case envelope
        case other
    }

    /// The way to trace what is sent.
    struct Tracing: Sendable {
        /// Gives a request its trace, before all policies.
        let begin: @Sendable (Request) -> Plan<Request>
        /// Sends a request with a span of its own, after all policies.
        let send: @Sendable (Request, @escaping Policy.Sending) -> Plan<Response>
    }

    /// The purpose of the policy.
    var role: Role
    /// The summary of the policy on one line, without secrets: a word, then the details.
    var text: String
    /// Whether the policy is inside redirects by default, and is carried out for each hop.
    var isPerHop = false
    /// Whether the policy asks what the resource makes of a response.
    var judges = false
    /// The store that the policy keeps responses in, if it isn't the Webservice's own.
    var store: (any CacheReference)?
    /// The way the policy uses a cache, if it does nothing else.
    var caching: Caching?
    /// The envelope of the values, if the policy sets nothing else.
    var envelope: Envelope?
    /// The way to trace what is sent, if the policy does nothing else.
    var tracing: Tracing?
    /// The function that identifies the user whose credentials the policy adds to a request, or nil if it doesn't know.
    /// The function returns nil for no user.
    var user: (@Sendable (Request) -> Plan<String?>)?
    /// The place of the policy in the order of a load, if it identifies users.
    var number: Int?
    /// The function that returns what the policy would do to a request. Its plan only reads.
    var remarks: (@Sendable (Request) -> Plan<PolicyRemarks>)?
    /// Whether the policy only calls functions that observe, which an explanation doesn't call.
    var isWatching = false
    /// Whether the policy can send a request of its own before it sends a request on.
    var sendsFirst = false

    init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }
}

/// What a policy would do to a request.
struct PolicyRemarks: Sendable, ExpressibleByStringInterpolation {
    /// The subject; nil for the first word of the policy's summary.
    var subject: String?
    /// The text, without secrets; nil if there is nothing to say.
    var text: String?
    /// The settings without effect.
    var warnings: [String] = []
    /// The entry that the explanation continues with if the policy would first send a request of its own.
    var supposition: Supposition?
    /// The request as a cache sees it.
    var seen: Request?

    init(_ text: String?, warnings: [String] = []) { (self.text, self.warnings) = (text, warnings) }

    init(stringLiteral text: String) { self.init(text) }
}

extension Policy {
    /// The way the policy uses a cache, if that comes first in it.
    package var caching: Caching? { parts.first?.traits.caching }

    /// Whether the policy knows whose credentials it adds.
    package var identifiesUsers: Bool { parts.contains { $0.traits.user != nil } }
}
