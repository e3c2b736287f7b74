extension Policy {
    /// Stores the cookies that servers set, and sends them, as browsers do (RFC 6265 and RFC 6265bis).
    ///
    ///     let webservice = Webservice(policies: [.retry(), .cookies()])
    ///
    /// - It applies to each request of a load: the cookie of a redirect is sent with the next request.
    /// - The cookies are in the Webservice's store, with one entry for each registered domain (`cookies/example.org`).
    ///   A store on the disk keeps them for the next start of the program, except session cookies.
    /// - A registered domain and its subdomains have at most 180 cookies and 128 KB together, and lose the oldest ones.
    ///   The store keeps 1,000 domains. If there are more, it removes the one that was used least recently.
    /// - If a request has a `Cookie` field of its own, its cookies replace stored ones of the same name.
    /// - A cache keeps the responses of users with different cookies apart. A response from the cache sets no cookies.
    ///   So a cookie that changes with every response, such as a load balancer's, keeps a cache from ever being used,
    ///   unless you name it in `ignoredByCaches`.
    ///
    /// Redirects are followed just outside of this policy, unless the list of policies says where. A request costs one
    /// read of the store, and the parsing of the site's cookies.
    ///
    /// - Parameters:
    ///   - publicSuffixes: The domains that no cookie can be for.
    ///   - ignoredByCaches: The names of cookies that don't tell users apart, such as those of load balancers and
    ///     analytics: `["AWSALB", "AWSALBCORS"]`. They are stored and sent as all others. Never name a cookie that
    ///     decides what a response contains: one user could get the cached response of another.
    ///   - isAccepted: Whether to store a cookie that the server is allowed to set. It can be called more than once for
    ///     each cookie.
    public static func cookies(
        publicSuffixes: PublicSuffixes = .wellKnown, ignoredByCaches: Set<String> = [],
        accepting isAccepted: @escaping @Sendable (Cookie) -> Bool = { _ in true }
    ) -> Policy {
        let shelf = CookieShelf(suffixes: publicSuffixes, ignoredByCaches: ignoredByCaches, isAccepted: isAccepted)
        return Policy(
            named: "cookies: those of each site\(shelf.ignoredText)", role: .cookies, perHop: true,
            identifying: { request in shelf.user(of: request) }, explainedBy: shelf
        ) { request, next in
            guard let name = shelf.name(for: request.url) else { return next(request) }
            return shelf.cookies(for: request, in: name, isUse: true).flatMap { cookies in
                next(request.carrying(cookies)).flatMap { shelf.storing($0, to: request, in: name) }
            }
        }
    }
}

/// The cookies in a store: what the policy reads and writes.
struct CookieShelf: Sendable {
    let suffixes: PublicSuffixes
    var ignoredByCaches: Set<String> = []
    let isAccepted: @Sendable (Cookie) -> Bool

    /// The name of the entry for a URL's site; nil if the URL isn't `http` or `https`.
    func name(for url: URL) -> String? { Origin(url).map { "\(Self.prefix)\(suffixes.site(of: $0.knownHost))" } }

    /// The beginning of the entries' names.
    static let prefix = "cookies/"

    /// The cookies to send with a request. To send them is a use of the site, which is noted once a day.
    func cookies(for request: Request, in name: String, isUse: Bool = false) -> Plan<[Cookie]> {
        Plan.read(name, showing: CookieJar.shown).flatMap { entry -> Plan<[Cookie]> in
            guard let entry, !entry.data.isEmpty else { return .value([]) }
            return Plan.now.flatMap { now -> Plan<[Cookie]> in
                let jar = CookieJar(entry)
                let cookies = jar.cookies(for: request, at: now, publicSuffixes: suffixes)
                guard isUse, !cookies.isEmpty, !entry.isOfDay(of: now) else { return .value(cookies) }
                return CookieSites.changing(name, at: now) { $0 }.map { cookies }
            }
        }
    }

    /// The names of the cookies that caches ignore, for a summary.
    var ignoredText: String {
        guard !ignoredByCaches.isEmpty else { return "" }
        return "; caches ignore \(Redaction.standard.line(ignoredByCaches.sorted().joined(separator: ", ")))"
    }

    /// Identifies the user of a request by its cookies; nil if there are none.
    func user(of request: Request) -> Plan<String?> {
        guard let name = name(for: request.url) else { return .value(nil) }
        return cookies(for: request, in: name).map { cookies in
            // Compared as bytes: `==` takes two spellings of a letter for one.
            let naming = cookies.filter { cookie in
                !ignoredByCaches.contains { $0.utf8.elementsEqual(cookie.name.utf8) }
            }
            // The user is the same before the first of the other cookies arrives.
            guard !naming.isEmpty else { return ignoredByCaches.isEmpty ? nil : "no cookies" }
            let text = request.carrying(naming).headerFields["Cookie"] ?? ""
            return "cookies \(Hexadecimal.text(of: MessageDigest.sha256(text.utf8).prefix(8)))"
        }
    }

    /// Stores the cookies of a response.
    func storing(_ response: Response, to request: Request, in name: String) -> Plan<Response> {
        // A response from a cache has the fields of an earlier one.
        guard response.headerFields.contains("Set-Cookie"), response.cacheStatus?.source != .hit else {
            return .value(response)
        }
        return Plan.now.flatMap { now in
            CookieSites.changing(name, at: now) { jar in
                jar.storing(response, to: request, at: now, publicSuffixes: suffixes, accepting: isAccepted)
            }.map { response }
        }
    }
}

extension Request {
    /// The request with cookies after its own, which replace cookies of the same name.
    func carrying(_ cookies: [Cookie]) -> Request {
        guard !cookies.isEmpty else { return self }
        let own = headerFields["Cookie"].map { $0.isEmpty ? [] : [$0] } ?? []
        let names = Set(
            own.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.map { Array(Cookie.name(in: $0).utf8) })
        let pairs = cookies.filter { names.isEmpty || !names.contains(Array($0.sentName.utf8)) }.map(\.pair)
        var request = self
        request.headerFields["Cookie"] = (own + pairs).joined(separator: "; ")
        return request
    }
}

extension Policy.Role {
    /// Keeps cookies.
    public static let cookies = Policy.Role("cookies", beginsHops: true)
}

extension CookieShelf: ExplainedRule {
    /// Returns the names of the cookies that would be sent with a request.
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let name = name(for: request.url) else { return .value("none") }
        return cookies(for: request, in: name).map { cookies in
            guard !cookies.isEmpty else { return "none for this URL" }
            return "\(Redaction.standard.line(cookies.map(\.name).joined(separator: ", ")))"
        }
    }
}
