/// Cookies while others are stored among them. Storing one takes the same time however many there are.
struct CookieIndex {
    /// What makes two cookies the same (RFC 6265bis, section 5.7).
    private struct Identity: Hashable {
        let cookie: Cookie

        static func == (left: Identity, right: Identity) -> Bool { left.cookie.isSame(as: right.cookie) }

        func hash(into hasher: inout Hasher) {
            hasher.combine(cookie.name)
            hasher.combine(cookie.domain)
            hasher.combine(cookie.path)
        }
    }

    /// Cookies in the order in which they were stored; nil where one was replaced.
    private var places: [Cookie?] = []
    private var known: [Identity: Int] = [:]
    /// The places of secure cookies by the names that are sent.
    private var secure: [String: [Int]] = [:]

    /// Begins with cookies of which no two are the same.
    init(_ cookies: [Cookie] = []) {
        known.reserveCapacity(cookies.count)
        for cookie in cookies { append(cookie) }
    }

    /// The cookies, in the order in which they were stored last.
    var cookies: [Cookie] { places.compactMap { $0 } }

    /// Whether it has a cookie that is the same as another one.
    func contains(_ cookie: Cookie) -> Bool { known[Identity(cookie: cookie)] != nil }

    /// Puts a cookie at the end. It replaces one that is the same, and keeps the date at which that one was created.
    ///
    /// - Returns: Whether there was none that is the same.
    @discardableResult
    mutating func store(_ cookie: Cookie) -> Bool {
        var (cookie, isNew) = (cookie, true)
        if let place = known[Identity(cookie: cookie)], let old = places[place] {
            cookie.created = old.created
            places[place] = nil
            isNew = false
        }
        append(cookie)
        return isNew
    }

    private mutating func append(_ cookie: Cookie) {
        known[Identity(cookie: cookie)] = places.count
        if cookie.isSecure { secure[cookie.sentName, default: []].append(places.count) }
        places.append(cookie)
    }

    /// Whether a cookie that isn't secure would take precedence over one that is (RFC 6265bis, section 5.7).
    func hides(_ cookie: Cookie) -> Bool {
        let name = cookie.sentName
        guard !cookie.isSecure, let others = secure[name] else { return false }
        return others.contains { place in
            guard let other = places[place], other.sentName.hasBytes(of: name) else { return false }
            let isNear =
                other.domain.hasBytes(of: cookie.domain) || CookieScope.isHost(other.domain, below: cookie.domain)
                || CookieScope.isHost(cookie.domain, below: other.domain)
            return isNear && CookieScope.path(cookie.path, matches: other.path)
        }
    }
}
