extension RequestChanging {
    /// Returns a copy whose responses are stored and reused as the server says (RFC 9111).
    ///
    /// Like all settings here, this applies in the place of the Webservice's cache policy. If there is none, it applies
    /// just inside redirects, with the Webservice's store.
    public func cached() -> Self { cached(.standard) }

    /// Returns a copy whose responses are stored and reused for a time, whatever the server says.
    ///
    /// This also caches responses to methods other than GET and HEAD, if the body is in memory. Responses that the
    /// server forbids to store are kept only in memory.
    ///
    /// - Parameters:
    ///   - lifetime: The time that a response is used without asking the server.
    ///   - staleWhileRevalidating: The time after that in which it is used at once, and validated in the background.
    ///   - staleIfError: The time after that in which it is used if the server fails or can't be reached.
    public func cached(
        for lifetime: Duration, staleWhileRevalidating: Duration? = nil, staleIfError: Duration? = nil
    ) -> Self {
        cached(
            Caching(
                lifetime: lifetime, staleWhileRevalidating: staleWhileRevalidating, staleIfError: staleIfError))
    }

    /// Returns a copy with its own way to use the cache, which replaces the Webservice's.
    public func cached(_ caching: Caching) -> Self { option(OwnCaching.self, caching) }

    /// Returns a copy that is never read from a cache or stored in one.
    public func uncached() -> Self { option(OwnCacheMode.self, .never) }

    /// Returns a copy that always asks the server. The response is stored.
    public func refreshed() -> Self { option(OwnCacheMode.self, .refresh) }

    /// Returns a copy that uses stored responses only after the server has confirmed them.
    public func validated() -> Self { option(OwnCacheMode.self, .validate) }

    /// Returns a copy that doesn't use the network. It uses the stored response, however old, or a 504 if there is none
    /// (RFC 9111, section 5.2.1.7).
    public func onlyIfCached() -> Self { option(OwnCacheMode.self, .onlyIfCached) }
}

/// The way in which a request uses the cache; nil for the Webservice's.
enum OwnCaching: RequestOption {
    static let defaultValue: Caching? = nil
}

/// The way in which a request uses stored responses; nil for the default of its caching.
enum OwnCacheMode: RequestOption {
    static let defaultValue: Caching.Mode? = nil
}

extension Request {
    /// Whether the request has its own settings for caches.
    package var hasCacheOptions: Bool {
        !options.isEmpty && (self[OwnCaching.self] != nil || self[OwnCacheMode.self] != nil)
    }

    /// Whether the request has its own way to use the cache.
    package var hasOwnCaching: Bool { hasCacheOptions && self[OwnCaching.self] != nil }

    /// Returns the caching of the request, given the Webservice's; nil if neither has any.
    package func caching(orElse general: Caching?) -> Caching? {
        guard !options.isEmpty else { return general.map(caching(or:)) }
        return general != nil || hasCacheOptions ? caching(or: general ?? .standard) : nil
    }

    /// Returns the caching of the request, given the Webservice's.
    package func caching(or general: Caching) -> Caching {
        let own = options.isEmpty ? nil : self[OwnCaching.self]
        var caching = own ?? general
        // Only a request itself can ask to cache other methods; a general setting can't.
        if own == nil, method != .get, method != .head { caching.lifetime = nil }
        guard !options.isEmpty else { return caching }
        if let mode = self[OwnCacheMode.self] { caching.mode = mode }
        return caching
    }
}
