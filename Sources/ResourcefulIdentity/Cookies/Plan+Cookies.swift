extension Plan where Value == CookieJar {
    /// All cookies of `Policy.cookies(publicSuffixes:ignoredByCaches:accepting:)` in the store, including expired ones.
    public static var cookies: Plan<CookieJar> {
        CookieSites.all.flatMap { entries in
            let jars = entries.map { Plan<StoreEntry?>.read($0, showing: CookieJar.shown) }
            return Plan<[StoreEntry?]>.all(jars, atOnce: 1).map { found in
                found.compactMap { $0 }.reduce(CookieJar()) { $0.merging(CookieJar($1)) }
            }
        }
    }
}

extension Plan where Value == [Cookie] {
    /// The cookies that a GET request for an absolute URL would send now.
    public static func cookies(for url: URL, publicSuffixes: PublicSuffixes = .wellKnown) -> Plan<[Cookie]> {
        let shelf = CookieShelf(suffixes: publicSuffixes) { _ in true }
        guard let name = shelf.name(for: url) else { return .value([]) }
        return shelf.cookies(for: Request(url: url), in: name)
    }
}

extension Plan where Value == Void {
    /// Adds cookies to the store, for example from a browser's file. They replace those with the same name, domain and
    /// path. The store keeps 128 KB of cookies for each site, and 1,000 sites.
    ///
    /// If `Policy.cookies(publicSuffixes:ignoredByCaches:accepting:)` has a list of suffixes, pass the same list.
    public static func addCookies(_ jar: CookieJar, publicSuffixes: PublicSuffixes = .wellKnown) -> Plan<Void> {
        let sites = Dictionary(grouping: jar.cookies) { CookieShelf.prefix + publicSuffixes.site(of: $0.domain) }
        let names = sites.keys.sorted()
        return Plan<Date>.now.flatMap { now in
            let plans = names.map { name in
                let added = CookieJar(sites[name] ?? [])
                return CookieSites.changing(name, at: now) { $0.merging(added) }
            }
            return Plan<[Void]>.all(plans, atOnce: 1).map { _ in () }
        }
    }

    /// Removes cookies from the store. Without a condition, it removes all.
    ///
    ///     .removeCookies()
    ///     .removeCookies { $0.domain == "example.org" }
    ///     .removeCookies { $0.expiry == nil }          // session cookies
    ///
    /// Loads that are already running can set cookies again.
    public static func removeCookies(
        where isRemoved: @escaping @Sendable (Cookie) -> Bool = { _ in true }
    ) -> Plan<Void> {
        Plan<Date>.now.flatMap { now in
            CookieSites.all.flatMap { entries in
                let plans = entries.map { entry in
                    CookieSites.changing(entry, at: now) { $0.removing(where: isRemoved) }
                }
                return Plan<[Void]>.all(plans, atOnce: 1).map { _ in () }
            }
        }
    }
}
