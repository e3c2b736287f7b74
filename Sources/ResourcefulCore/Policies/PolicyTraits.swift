/// What is known of a policy without carrying it out.
struct PolicyTraits: Sendable {
    /// Whether the rules of retrying that requests have themselves are followed in it.
    var takesUpRetrying = false
    /// Whether what requests say about caching is followed in it.
    var takesUpCaching = false
    /// The store that it keeps responses in, when that is not the Webservice's own.
    var store: (any CacheReference)?

    /// How it uses a cache, when that is all that it does.
    var caching: Caching?
    /// Whose credentials it adds to a request; nil for nobody's.
    var user: (@Sendable (Request) -> Plan<String?>)?

    /// Those of a policy that has another one inside.
    func wrapping(_ inner: PolicyTraits) -> PolicyTraits {
        PolicyTraits(
            takesUpRetrying: takesUpRetrying || inner.takesUpRetrying,
            takesUpCaching: takesUpCaching || inner.takesUpCaching, store: store ?? inner.store,
            user: Self.both(user, inner.user))
    }

    private static func both(
        _ first: (@Sendable (Request) -> Plan<String?>)?, _ second: (@Sendable (Request) -> Plan<String?>)?
    ) -> (@Sendable (Request) -> Plan<String?>)? {
        guard let first, let second else { return first ?? second }
        return { request in
            first(request).flatMap { one in
                second(request).map { other in one.map { "\($0) \(other ?? "")" } ?? other }
            }
        }
    }
}
