extension Webservice {
    /// The cookies that a GET request for a URL would send now. A relative URL is resolved against the base URL.
    ///
    /// If `Policy.cookies(publicSuffixes:ignoredByCaches:accepting:)` has a list of suffixes, pass the same list.
    public func cookies(for url: URL, publicSuffixes: PublicSuffixes = .wellKnown) async -> [Cookie] {
        let absolute = (try? Request(url: url).resolved(against: baseURL).url) ?? url
        return (try? await load(Plan<[Cookie]>.cookies(for: absolute, publicSuffixes: publicSuffixes))) ?? []
    }

    /// All cookies in the store, for example to export them (``CookieJar/netscape``).
    public func cookies() async -> CookieJar { (try? await load(Plan<CookieJar>.cookies)) ?? CookieJar() }

    /// Adds cookies to the store. They replace those with the same name, domain and path.
    ///
    /// If `Policy.cookies(publicSuffixes:ignoredByCaches:accepting:)` has a list of suffixes, pass the same list.
    public func addCookies(_ jar: CookieJar, publicSuffixes: PublicSuffixes = .wellKnown) async {
        try? await load(Plan.addCookies(jar, publicSuffixes: publicSuffixes))
    }

    /// Removes cookies from the store. Without a condition, it removes all. Loads that are already running can set
    /// cookies again.
    public func removeCookies(where isRemoved: @escaping @Sendable (Cookie) -> Bool = { _ in true }) async {
        // It can't fail, but a canceled task removes nothing.
        try? await load(Plan.removeCookies(where: isRemoved))
    }
}
