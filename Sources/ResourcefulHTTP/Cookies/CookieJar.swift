#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Cookies that were stored, as a value: what comes next is a function of a jar, a response and a moment.
///
///     let jar = CookieJar().storing(response, to: request, at: now)
///     jar.cookies(for: next, at: now)
///
/// ``Policy/cookies(publicSuffixes:accepting:)`` does both for every hop of every load, with a jar in the
/// Webservice's store. (RFC 6265, sections 5.3 and 5.4; RFC 6265bis.)
public struct CookieJar: Hashable, Sendable {
    /// The cookies, in the order in which they were stored last.
    public internal(set) var cookies: [Cookie] = []

    /// A jar with cookies of your own, however many. Of two that are the same, the later one stays.
    public init(_ cookies: some Sequence<Cookie> = []) {
        var index = CookieIndex()
        for cookie in cookies { index.store(cookie) }
        self.cookies = index.cookies
    }

    /// Cookies of which no two are the same.
    init(stored cookies: [Cookie]) { self.cookies = cookies }

    /// Whether there is no cookie in it.
    public var isEmpty: Bool { cookies.isEmpty }

    /// The jar after a response to a request: with the cookies that the server has set and may set, without those that
    /// it has ended, and without those that have expired.
    ///
    /// - Parameters:
    ///   - response: The response of one hop, whatever its status.
    ///   - request: What was asked, with an absolute URL.
    ///   - time: When the response came.
    ///   - publicSuffixes: Under which domains anybody can have one.
    public func storing(
        _ response: Response, to request: Request, at time: Date, publicSuffixes: PublicSuffixes = .wellKnown
    ) -> CookieJar {
        storing(response, to: request, at: time, publicSuffixes: publicSuffixes) { _ in true }
    }

    package func storing(
        _ response: Response, to request: Request, at time: Date, publicSuffixes: PublicSuffixes,
        accepting isAccepted: (Cookie) -> Bool
    ) -> CookieJar {
        guard let scope = CookieScope(request.url) else { return self }
        let site = request.firstScope?.site(publicSuffixes) ?? scope.site(publicSuffixes)
        var index = CookieIndex(cookies)
        for line in response.headerFields.values(of: .setCookie) {
            guard let cookie = Cookie(parsing: line, from: scope, inLoadsOf: site, at: time, publicSuffixes),
                isAccepted(cookie), scope.isSecure || !index.hides(cookie)
            else { continue }
            index.store(cookie)
        }
        return CookieJar(stored: index.cookies.filter { !$0.hasExpired(at: time) }).limited()
    }

    /// The cookies that go along with a request, in their order: longer paths first, then older cookies.
    ///
    /// Those that are `SameSite` stay out of a request that a redirection of another site has led to: all of them if
    /// they are `strict`, those of a request that does more than read if they are `lax`. Partitioned ones go along
    /// where the load has begun at the same site as when they were set.
    public func cookies(
        for request: Request, at time: Date, publicSuffixes: PublicSuffixes = .wellKnown
    ) -> [Cookie] {
        guard !cookies.isEmpty, let scope = CookieScope(request.url) else { return [] }
        let own = scope.site(publicSuffixes)
        let site = request.firstScope?.site(publicSuffixes) ?? own
        let found = cookies.filter { cookie in
            (cookie.isHostOnly ? scope.host.hasBytes(of: cookie.domain) : scope.matches(domain: cookie.domain))
                && scope.matches(path: cookie.path) && (scope.isSecure || !cookie.isSecure)
                && !cookie.hasExpired(at: time) && (cookie.partition ?? site) == site
                && (site == own || cookie.goesAcrossSites(with: request.method))
        }
        return found.sorted { left, right in
            left.path.utf8.count == right.path.utf8.count
                ? left.created < right.created : left.path.utf8.count > right.path.utf8.count
        }
    }

    /// The cookies that go along with a GET request for a URL.
    public func cookies(for url: URL, at time: Date, publicSuffixes: PublicSuffixes = .wellKnown) -> [Cookie] {
        cookies(for: Request(url: url), at: time, publicSuffixes: publicSuffixes)
    }

    /// The jar without some of its cookies.
    public func removing(where isRemoved: (Cookie) throws -> Bool) rethrows -> CookieJar {
        var jar = self
        try jar.cookies.removeAll(where: isRemoved)
        return jar
    }

    /// The jar after the end of a session: with those cookies alone that say how long they live.
    public func endingSession() -> CookieJar { removing { $0.expiry == nil } }

    /// The jar with the cookies of another one, which take the place of those that are the same.
    public func merging(_ other: CookieJar) -> CookieJar {
        var index = CookieIndex(cookies)
        for cookie in other.cookies { index.store(cookie) }
        return CookieJar(stored: index.cookies)
    }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A line for each cookie, without its value.
    public var description: String { cookies.map(\.description).joined(separator: "\n") }

    /// The description.
    public var debugDescription: String { description }

    /// The cookies, for a debugger or `dump`, without their values.
    public var customMirror: Mirror { Mirror(self, children: ["cookies": cookies]) }
}

extension Cookie {
    /// Whether it goes along with a request that another site has led to.
    fileprivate func goesAcrossSites(with method: Request.Method) -> Bool {
        switch sameSite {
        case .strict: false
        case .lax: method.isSafe
        case .some(.none), nil: true
        }
    }
}

extension Request {
    /// Where the load has begun, when that was another origin.
    fileprivate var firstScope: CookieScope? { firstURL.flatMap { CookieScope($0) } }
}
