extension Policy {
    /// Keeps responses and uses them again, by the rules of RFC 9111 for a private cache, RFC 5861 and RFC 8246.
    ///
    /// Fresh responses to GET and HEAD are served without asking, stale ones are validated, and what changes something
    /// invalidates. They are kept in the memory of the Webservice; `cache(in:)` keeps them elsewhere. What a resource
    /// says itself, ``RequestChanging/cached(for:staleWhileRevalidating:staleIfError:)`` say, comes first.
    ///
    /// Each response on the way of a redirect is one for itself: redirects are followed just outside of the cache,
    /// unless the list says where. What users see by their own credentials is kept apart. Nothing that the resource
    /// refuses, by its validation, its envelope or its parse, is stored or replaces what is stored.
    ///
    /// The policy belongs in front of all that waits, counts or adds credentials. A policy of your own that adds them
    /// says whose they are (``Policy/init(named:perHop:identifying:_:)``), or stands in front of the cache: what it
    /// adds further inside is not kept. A policy that changes what is read of a response belongs inside the cache.
    ///
    /// - Parameter caching: How it is used; as the server says unless told otherwise.
    public static func cache(_ caching: Caching = .standard) -> Policy { cache(caching, in: nil) }

    /// Keeps responses and uses them again for a time, whatever the server says.
    @_disfavoredOverload
    public static func cache(for lifetime: Duration) -> Policy { cache(Caching(lifetime: lifetime)) }

    /// Keeps responses in a store; nil for that of the Webservice.
    package static func cache(_ caching: Caching, in store: (any CacheReference)?) -> Policy {
        let cache = ResponseCache(caching: caching, store: store)
        var traits = PolicyTraits(.cache, "cache: \(caching)")
        traits.store = store
        traits.caching = caching
        traits.judges = true
        return Policy(traits) { request, next in cache.exchange(request, next) }
    }

    /// Follows what requests say about caching, where no other policy does.
    static let cachingRequests = Policy(PolicyTraits(.other, "")) { request, next in
        guard request.saysHowToCache else { return next(request) }
        return ResponseCache(caching: .standard, store: nil).exchange(request, next)
    }
}
