#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Plan where Value == CookieJar {
    /// All cookies that ``Policy/cookies(publicSuffixes:accepting:)`` keeps in the store, expired ones among them.
    public static var cookies: Plan<CookieJar> {
        CookieSites.all.flatMap { entries in
            Plan<[StoreEntry?]>.all(entries.map { Plan<StoreEntry?>.read($0) }, atOnce: 1).map { found in
                found.compactMap { $0 }.reduce(CookieJar()) { $0.merging(CookieJar(storedBytes: $1.data)) }
            }
        }
    }
}

extension Plan where Value == [Cookie] {
    /// The cookies that would go along with a GET request for an absolute URL now, in their order.
    public static func cookies(for url: URL, publicSuffixes: PublicSuffixes = .wellKnown) -> Plan<[Cookie]> {
        guard let name = CookieShelf.name(for: url) else { return .value([]) }
        return CookieShelf(suffixes: publicSuffixes) { _ in true }.cookies(for: Request(url: url), in: name)
    }
}

extension Plan where Value == Void {
    /// Adds cookies to those in the store: from a file that a browser has written, say. They take the place of those
    /// that are the same.
    public static func addCookies(_ jar: CookieJar) -> Plan<Void> {
        let sites = Dictionary(grouping: jar.cookies) { CookieShelf.prefix + CookieSite.name(of: $0.domain) }
        let names = sites.keys.sorted()
        return Plan<Date>.now.flatMap { now in
            let plans = names.map { name in
                let added = CookieJar(sites[name] ?? [])
                return CookieSites.changing(name, at: now) { $0.merging(added) }
            }
            return Plan<[Void]>.all(plans, atOnce: 1).map { _ in () }
        }
    }

    /// Removes cookies from the store: one, those of a site, all.
    ///
    ///     .removeCookies()
    ///     .removeCookies { $0.domain == "example.org" }
    ///     .removeCookies { $0.expiry == nil }          // the end of a session
    ///
    /// What was under way before may set them again.
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
