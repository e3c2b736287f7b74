#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Policy {
    /// Keeps the cookies that servers set, and sends them along, as browsers do (RFC 6265 and RFC 6265bis).
    ///
    ///     let webservice = Webservice(policies: [.retry(), .cookies()])
    ///
    /// It is done for each hop: a cookie that comes with a redirection goes along with the next request, and none goes
    /// where it doesn't belong. The cookies are in the Webservice's store, one entry for each site
    /// (`cookies/example.org`); with a store that keeps its entries in a file they are there after the next start, but
    /// for those of a session. Cookies in a request's own field are sent, too, and stand in for those of the same name.
    /// What users see by their cookies is cached apart.
    ///
    /// Redirects are followed just outside of it, wherever it stands, unless the list says where. A request costs a
    /// read, and a look at our clock where there are cookies of its site.
    ///
    /// - Parameters:
    ///   - publicSuffixes: Under which domains anybody can have one, so that no cookie is for all of them.
    ///   - isAccepted: Whether a cookie is kept that a server may set: called once or more for each.
    public static func cookies(
        publicSuffixes: PublicSuffixes = .wellKnown,
        accepting isAccepted: @escaping @Sendable (Cookie) -> Bool = { _ in true }
    ) -> Policy {
        let shelf = CookieShelf(suffixes: publicSuffixes, isAccepted: isAccepted)
        var traits = PolicyTraits(.cookies, "cookies: those of each site")
        traits.isPerHop = true
        traits.user = { request in shelf.user(of: request) }
        return Policy(traits) { request, next in
            guard let name = CookieShelf.name(for: request.url) else { return next(request) }
            return shelf.cookies(for: request, in: name).flatMap { cookies in
                next(request.carrying(cookies)).flatMap { shelf.storing($0, to: request, in: name) }
            }
        }
    }
}

/// How cookies are kept: what the policy reads and writes.
struct CookieShelf: Sendable {
    let suffixes: PublicSuffixes
    let isAccepted: @Sendable (Cookie) -> Bool

    /// The name of the entry of a URL's site: all hosts with the same last two labels. Nil for what is no `http` or
    /// `https` URL.
    static func name(for url: URL) -> String? { CookieScope(url).map { "\(prefix)\(CookieSite.name(of: $0.host))" } }

    /// What the names of entries with cookies begin with.
    static let prefix = "cookies/"

    /// The cookies that go along with a request.
    func cookies(for request: Request, in name: String) -> Plan<[Cookie]> {
        Plan.read(name).flatMap { entry -> Plan<[Cookie]> in
            guard let entry, !entry.data.isEmpty else { return .value([]) }
            return Plan.now.map { now in
                CookieJar(storedBytes: entry.data).cookies(for: request, at: now, publicSuffixes: suffixes)
            }
        }
    }

    /// Who the cookies of a request say that its user is; nil without any.
    func user(of request: Request) -> Plan<String?> {
        guard let name = Self.name(for: request.url) else { return .value(nil) }
        return cookies(for: request, in: name).map { cookies in
            guard !cookies.isEmpty else { return nil }
            let text = request.carrying(cookies).headerFields[.cookie] ?? ""
            return "\(CacheUser.ofCookies)\(Hexadecimal.text(of: SHA256.digest(of: text.utf8).prefix(8)))"
        }
    }

    /// Keeps what a response sets.
    func storing(_ response: Response, to request: Request, in name: String) -> Plan<Response> {
        // A cache inside has stored the fields of an earlier response.
        guard response.headerFields.contains(.setCookie), response.cacheStatus?.source != .hit else {
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
    /// The request with cookies in its field, behind its own, which stand in for those of the same name.
    func carrying(_ cookies: [Cookie]) -> Request {
        guard !cookies.isEmpty else { return self }
        let own = headerFields[.cookie].map { $0.isEmpty ? [] : [$0] } ?? []
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let names = Set(
            own.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.map { pair in
                pair.prefix { $0 != UInt8(ascii: "=") }.filter { !isSpace($0) }
            })
        let pairs = cookies.filter { names.isEmpty || !names.contains(Array($0.name.utf8)) }.map(\.pair)
        var request = self
        request.headerFields[.cookie] = (own + pairs).joined(separator: "; ")
        return request
    }
}
