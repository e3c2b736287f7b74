/// The properties of a policy that are known without carrying it out.
package struct PolicyTraits: Sendable {
    /// Where a policy applies.
    package enum Place: Sendable {
        /// Where it is in the list.
        case listed
        /// Outside all policies of the list.
        case outermost
        /// Inside all policies of the list: to each request as it is sent.
        case innermost
        /// To values, and not to requests.
        case nowhere
    }

    /// The purpose of the policy, if its place among others can matter.
    package var role: Policy.Role?
    /// The summary of the policy on one line, without secrets: a word, then the details.
    package var text: String
    /// Where the policy applies.
    package var place = Place.listed
    /// Whether the policy is inside redirects by default, and is carried out for each hop.
    package var isPerHop = false
    /// Whether a user has written the policy: it may do anything to a request.
    var isCustom = false
    /// Whether the policy does nothing to safe requests without options.
    var isForOptions = false
    /// Whether the policy asks what the resource makes of a response.
    package var judges = false
    /// The store that the policy keeps responses in, if it isn't the Webservice's own.
    var store: (any CacheReference)?
    /// The way the policy uses a cache, if it does nothing else.
    var caching: Caching?
    /// The envelope of the values, if the policy sets nothing else.
    var envelope: Envelope?
    /// The function that identifies the user whose credentials the policy adds to a request, or nil if it doesn't know.
    /// The function returns nil for no user.
    package var user: (@Sendable (Request) -> Plan<String?>)?
    /// The place of the policy in the order of a load, if it identifies users.
    var number: Int?
    /// The rule of the policy. An explanation shows its remarks if it is an ``ExplainedRule``.
    package var rule: (any Sendable)?
    /// Whether the policy only calls functions that observe, which an explanation doesn't call.
    package var isWatching = false
    /// Whether the policy can send a request of its own before it sends a request on.
    package var sendsFirst = false

    package init(_ role: Policy.Role?, _ text: String) {
        self.role = role
        self.text = text
    }
}

extension PolicyTraits: CustomReflectable {
    /// A mirror with only the summary, for debuggers and `dump`: a rule can have a password.
    package var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}

extension Policy {
    /// The way the policy uses a cache, if that comes first in it.
    package var caching: Caching? { parts.first?.traits.caching }

    /// Whether the policy knows whose credentials it adds.
    package var identifiesUsers: Bool { parts.contains { $0.traits.user != nil } }
}
