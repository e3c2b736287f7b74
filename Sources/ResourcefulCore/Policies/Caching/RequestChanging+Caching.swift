extension RequestChanging {
    /// The same, its responses kept and used again as the server says (RFC 9111).
    ///
    /// Like all that is said here, it is followed where the Webservice has its policy of caching, or inside all
    /// policies, in the store of the Webservice, when it has none.
    public func cached() -> Self { cached(.standard) }

    /// The same, its responses kept and used again for a time, whatever the server says.
    ///
    /// That is also the way to have responses to other methods than GET and HEAD cached, as long as the body is in
    /// memory. What the server forbids to store is kept in memory only.
    ///
    /// - Parameters:
    ///   - lifetime: How long a response is used without asking.
    ///   - staleWhileRevalidating: For how long after that it is used at once, and validated in the background.
    ///   - staleIfError: For how long after that it is used when the server fails or can't be reached.
    public func cached(
        for lifetime: Duration, staleWhileRevalidating: Duration? = nil, staleIfError: Duration? = nil
    ) -> Self {
        cached(
            Caching(
                lifetime: lifetime, staleWhileRevalidating: staleWhileRevalidating, staleIfError: staleIfError))
    }

    /// The same, with its own way to use the cache instead of that of the Webservice.
    public func cached(_ caching: Caching) -> Self { option(OwnCaching.self, caching) }

    /// The same, never taken from a cache or put into it.
    public func uncached() -> Self { option(OwnCacheMode.self, .never) }

    /// The same, asked of the server in any case; what it answers is stored.
    public func refreshed() -> Self { option(OwnCacheMode.self, .refresh) }

    /// The same, but what is stored is used only after the server has confirmed it.
    public func validated() -> Self { option(OwnCacheMode.self, .validate) }

    /// The same without the network: what is stored, however old; where there is nothing, a 504 as RFC 9111, section
    /// 5.2.1.7, says.
    public func onlyIfCached() -> Self { option(OwnCacheMode.self, .onlyIfCached) }
}

/// How a request wants the cache to be used; nil for as the Webservice says.
enum OwnCaching: RequestOption {
    static let defaultValue: Caching? = nil
}

/// How a request wants stored responses to be used; nil for as it or the Webservice says otherwise.
enum OwnCacheMode: RequestOption {
    static let defaultValue: Caching.Mode? = nil
}

extension Request {
    /// Whether it has something to say to a cache.
    var saysHowToCache: Bool {
        !options.isEmpty && (self[OwnCaching.self] != nil || self[OwnCacheMode.self] != nil)
    }

    /// What holds for it, where a Webservice says something else, or nothing; nil when nobody says anything.
    package func caching(orElse general: Caching?) -> Caching? {
        guard !options.isEmpty else { return general.map(caching(or:)) }
        return general != nil || saysHowToCache ? caching(or: general ?? .standard) : nil
    }

    /// What holds for it, where a Webservice says something else.
    func caching(or general: Caching) -> Caching {
        let own = options.isEmpty ? nil : self[OwnCaching.self]
        var caching = own ?? general
        // To have anything else cached is said of the one request, never of all.
        if own == nil, method != .get, method != .head { caching.lifetime = nil }
        guard !options.isEmpty else { return caching }
        if let mode = self[OwnCacheMode.self] { caching.mode = mode }
        return caching
    }
}
