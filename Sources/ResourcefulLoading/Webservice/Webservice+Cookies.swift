public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Webservice {
    /// The cookies that would go along with a GET request for a URL now, in their order. A relative URL is resolved
    /// against the base URL. See ``Policy/cookies(publicSuffixes:accepting:)``.
    ///
    /// Pass the list of public suffixes that the policy has, if it has one.
    public func cookies(for url: URL, publicSuffixes: PublicSuffixes = .wellKnown) async -> [Cookie] {
        let absolute = (try? Request(url: url).resolved(against: baseURL).url) ?? url
        return (try? await load(Plan<[Cookie]>.cookies(for: absolute, publicSuffixes: publicSuffixes))) ?? []
    }

    /// All cookies in the store, to look at or to export (``CookieJar/netscape``).
    public func cookies() async -> CookieJar { (try? await load(Plan<CookieJar>.cookies)) ?? CookieJar() }

    /// Adds cookies to the store; they take the place of those that are the same.
    public func addCookies(_ jar: CookieJar) async { try? await load(Plan.addCookies(jar)) }

    /// Removes cookies from the store: one, those of a site, all. What was under way before may set them again.
    public func removeCookies(where isRemoved: @escaping @Sendable (Cookie) -> Bool = { _ in true }) async {
        // Nothing that it does can fail; a task that is cancelled has nothing removed any more.
        try? await load(Plan.removeCookies(where: isRemoved))
    }
}
