/// The invalidation of stored responses by changes on the server (RFC 9111, section 4.4).
///
/// What an exchange invalidates is kept under keys of their own, which apply to every user. A request reads those of
/// its URL.
package enum CacheInvalidation {
    /// Returns the keys of what an exchange invalidates: the target of an unsafe request, and the URLs in Location and
    /// Content-Location with the same origin. Returns none after an error, or if the exchange itself can be stored.
    package static func keys(
        of response: Response, to request: Request, caching: Caching = .standard
    ) -> [CacheKey] {
        guard response.status.isSuccessful || response.status.isRedirection else { return [] }
        return keys(namedBy: response.headerFields, changedBy: request, caching)
    }

    /// Returns the keys of what a failed exchange invalidates, because the server may have made the change anyway.
    /// Returns none if the request didn't reach the server, or after a cancellation: a canceled load does nothing more.
    static func keys(after failure: any Error, of request: Request, caching: Caching) -> [CacheKey] {
        let cause = (failure as? LoadError)?.underlyingError ?? failure
        let reached = !(failure is CancellationError) && (failure as? LoadError)?.stage != .request
        let isUnsent = [.cannotResolveHost, .cannotConnect, .proxyRefused, .insecure, .circuitOpen, .addressRefused]
            .contains((cause as? TransportError)?.kind)
        return reached && !isUnsent ? keys(namedBy: [:], changedBy: request, caching) : []
    }

    /// Returns the keys of the invalidations that apply to what is stored under a key, except that key itself. If parts
    /// of a query make no difference, the change of any query of the URL is one.
    package static func keys(under key: CacheKey, caching: Caching) -> [CacheKey] {
        let own = key.qualifier.isEmpty ? [] : [CacheKey(url: key.url)]
        return caching.mergesURLs ? own + [anyQuery(key.url)] : own
    }

    private static func keys(
        namedBy fields: HeaderFields, changedBy request: Request, _ caching: Caching
    ) -> [CacheKey] {
        guard !request.method.isSafe, CacheKey(request, caching: caching) == nil, let origin = Origin(request.url)
        else { return [] }
        let base = request.url.absoluteURL
        let named = [HeaderFields.Name.location, "Content-Location"].flatMap { fields.values(of: $0) }
            .compactMap { base.resolving($0) }
            .filter { Origin($0) == origin }
        var keys: [CacheKey] = []
        for url in [base] + named {
            let text = CacheKey.distinctive(CacheKey.normalized(url), of: request, .standard)
            for key in [CacheKey(url: text), anyQuery(text)] where !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// Returns the key of the invalidation of a URL with any query.
    private static func anyQuery(_ url: String) -> CacheKey {
        CacheKey(url: String(url.prefix { $0 != "?" }), qualifier: "any query")
    }
}

extension Caching {
    /// Whether different URLs have the same responses.
    fileprivate var mergesURLs: Bool { ignoresQueryOrder || !ignoredQueryItems.isEmpty }
}
