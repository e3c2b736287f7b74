/// What is known of a policy without carrying it out.
struct PolicyTraits: Sendable {
    /// What it is for, as far as its place among others matters.
    enum Role: Sendable {
        case retry, cache, redirects, credentials, signing, cookies, limit, circuit, failover, clock, upgrade, envelope
        case other
    }

    /// What it is for.
    var role: Role
    /// What it does, on one line, without secrets: a word, then what there is to say.
    var text: String
    /// Whether it stands inside redirects by itself, and is done for each hop.
    var isPerHop = false
    /// Whether it asks what the resource makes of a response.
    var judges = false
    /// The store that it keeps responses in, when that is not the Webservice's own.
    var store: (any CacheReference)?
    /// How it uses a cache, when that is all that it does.
    var caching: Caching?
    /// What values are inside, when that is all that it says.
    var envelope: Envelope?
    /// Whose credentials it adds to a request; nil for nobody's.
    var user: (@Sendable (Request) -> Plan<String?>)?

    init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }
}

extension Policy {
    /// The store that it keeps responses in, when that is not the Webservice's own.
    package var cacheStore: (any CacheReference)? { parts.lazy.compactMap(\.traits.store).first }

    /// How it uses a cache, when that is what it does first.
    package var caching: Caching? { parts.first?.traits.caching }

    /// Whether it knows whose credentials it adds.
    package var identifiesUsers: Bool { parts.contains { $0.traits.user != nil } }
}
