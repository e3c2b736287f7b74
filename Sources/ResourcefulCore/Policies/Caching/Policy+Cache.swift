extension Policy {
    /// Stores responses and reuses them, by the rules of RFC 9111 for a private cache, RFC 5861 and RFC 8246.
    ///
    /// Fresh responses to GET and HEAD are served without asking the server, stale ones are validated, and unsafe
    /// requests invalidate what is stored. Responses are kept in the Webservice's memory; `cache(in:)` keeps them
    /// elsewhere. A resource's own settings, such as
    /// ``RequestChanging/cached(for:staleWhileRevalidating:staleIfError:)``, take precedence.
    ///
    /// Each response of a redirect chain is stored on its own: redirects are followed just outside of the cache, unless
    /// the list says where. Responses to users with different credentials are kept apart. A response that the resource
    /// refuses, by its validation, its envelope or its parse, is never stored and never replaces a stored one.
    ///
    /// Put the policy before all policies that wait, count or add credentials. If your own policy adds credentials, let
    /// it identify their user (``Policy/init(named:role:perHop:identifying:explainedBy:_:)``) or put it before the
    /// cache: otherwise the responses aren't stored. Put a policy that changes the responses to read inside the cache.
    ///
    /// - Parameter caching: The way to use the cache. By default, the server decides.
    public static func cache(_ caching: Caching = .standard) -> Policy { cache(caching, in: nil) }

    /// Stores responses and reuses them for a time, whatever the server says.
    @_disfavoredOverload
    public static func cache(for lifetime: Duration) -> Policy { cache(Caching(lifetime: lifetime)) }

    /// The store of the responses; nil for the Webservice's.
    package static func cache(_ caching: Caching, in store: (any CacheReference)?) -> Policy {
        let cache = ResponseCache(caching: caching, store: store)
        var traits = PolicyTraits(.cache, "cache: \(caching)")
        traits.store = store
        traits.caching = caching
        traits.judges = true
        traits.rule = cache
        return Policy(traits) { request, next in cache.exchange(request, next) }
    }

    /// Applies the caching of requests if no other policy does.
    static let cachingRequests: Policy = {
        let cache = ResponseCache(caching: .standard, store: nil, isOfRequests: true)
        var traits = PolicyTraits(nil, "")
        traits.rule = cache
        traits.isForOptions = true
        return Policy(traits) { request, next in
            if request.hasCacheOptions { return cache.exchange(request, next) }
            // A change ends what resources with their own caching have stored.
            return request.method.isSafe ? next(request) : cache.passing(request, .standard) { _ in next(request) }
        }
    }()
}
