/// A collection of cookies, as a value. A response makes a new jar of it.
///
///     let jar = CookieJar().storing(response, to: request, at: now)
///     print(jar.cookies(for: next, at: now).map(\.name))  // ["theme"]
///
/// `Policy.cookies(publicSuffixes:ignoredByCaches:accepting:)` does both for each request of a load, with jars in the
/// Webservice's store (RFC 6265, sections 5.3 and 5.4; RFC 6265bis).
public struct CookieJar: Hashable, Sendable {
    /// The cookies, in the order in which they were last stored.
    public internal(set) var cookies: [Cookie] = []

    /// Creates a jar with any number of cookies. A later cookie replaces an earlier one with the same name, domain and
    /// path.
    public init(_ cookies: some Sequence<Cookie> = []) {
        var index = CookieIndex()
        for cookie in cookies { index.store(cookie) }
        self.cookies = index.cookies
    }

    /// Cookies of which no two are the same.
    init(stored cookies: [Cookie]) { self.cookies = cookies }

    /// Whether it has no cookies.
    public var isEmpty: Bool { cookies.isEmpty }

    /// Stores the cookies of a response that the server is allowed to set, and removes those that have expired.
    ///
    /// A registered domain and its subdomains can have 180 cookies together, and a jar 3,000. The domain with the most
    /// loses its oldest ones first, and cookies that are secure last.
    ///
    /// - Parameters:
    ///   - response: A response with any status.
    ///   - request: Its request, with an absolute URL.
    ///   - time: When the response was received.
    ///   - publicSuffixes: The domains that no cookie can be for.
    public func storing(
        _ response: Response, to request: Request, at time: Date, publicSuffixes: PublicSuffixes = .wellKnown
    ) -> CookieJar {
        storing(response, to: request, at: time, publicSuffixes: publicSuffixes) { _ in true }
    }

    func storing(
        _ response: Response, to request: Request, at time: Date, publicSuffixes: PublicSuffixes,
        accepting isAccepted: (Cookie) -> Bool
    ) -> CookieJar {
        guard let scope = CookieScope(request.url) else { return self }
        let site = request.firstScope?.site(publicSuffixes) ?? scope.site(publicSuffixes)
        var index = CookieIndex(cookies.filter { !$0.hasExpired(at: time) })
        // No two are created at once, so that those with equally long paths keep their order.
        var latest = cookies.lazy.map(\.created).max() ?? .distantPast
        for line in response.headerFields.values(of: "Set-Cookie") {
            guard var cookie = Cookie(parsing: line, from: scope, inLoadsOf: site, at: time, publicSuffixes),
                isAccepted(cookie), scope.isSecure || !index.hides(cookie)
            else { continue }
            cookie.created = max(time, latest.addingTimeInterval(0.000_001))
            if index.store(cookie) { latest = cookie.created }
        }
        return CookieJar(stored: index.cookies.filter { !$0.hasExpired(at: time) }).limited(publicSuffixes)
    }

    /// The cookies to send with a request: longer paths first, then older cookies.
    ///
    /// A request that another site redirected gets no cookie that is `SameSite=Strict`, and one that is `SameSite=Lax`
    /// only if its method is safe. A partitioned cookie is sent if the load began at the site where it was set.
    public func cookies(
        for request: Request, at time: Date, publicSuffixes: PublicSuffixes = .wellKnown
    ) -> [Cookie] {
        guard !cookies.isEmpty, let scope = CookieScope(request.url) else { return [] }
        // Sites are compared only if something depends on them.
        let first = request.firstScope
        let comparesSites = first != nil || cookies.contains { $0.partition != nil }
        let own = comparesSites ? scope.site(publicSuffixes) : ""
        let site = first?.site(publicSuffixes) ?? own
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

    /// The cookies to send with a GET request for a URL.
    public func cookies(for url: URL, at time: Date, publicSuffixes: PublicSuffixes = .wellKnown) -> [Cookie] {
        cookies(for: Request(url: url), at: time, publicSuffixes: publicSuffixes)
    }

    /// The jar without some of its cookies.
    public func removing(where isRemoved: (Cookie) throws -> Bool) rethrows -> CookieJar {
        var jar = self
        try jar.cookies.removeAll(where: isRemoved)
        return jar
    }

    /// The jar without session cookies.
    public func endingSession() -> CookieJar { removing { $0.expiry == nil } }

    /// The jar with the cookies of another one, which replace those with the same name, domain and path.
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
    /// Whether it is sent with a request that another site redirected.
    fileprivate func goesAcrossSites(with method: Request.Method) -> Bool {
        switch sameSite {
        case .strict: false
        case .lax: method.isSafe
        case .some(.none), nil: true
        }
    }
}

extension Request {
    /// Where the load began, if that was another origin.
    fileprivate var firstScope: CookieScope? { firstURL.flatMap { CookieScope($0) } }
}
