// A server can't fill the memory. A site with too many cookies loses its own ones: those that were stored first are
// removed first, and those that aren't secure before those that are (RFC 6265bis, section 5.7). A site is a domain that
// was registered: a host can set cookies for all its parent domains, so limits of each would bound nothing.
extension CookieJar {
    /// How many cookies a site may have, and all sites together.
    static let limits = (ofSite: 180, inAll: 3_000)

    /// Returns a jar with no more cookies than the limits allow. If all sites together have too many, the one with the
    /// most loses some; among equal ones, the one that was stored least recently.
    func limited(_ suffixes: PublicSuffixes) -> CookieJar {
        guard cookies.count > Self.limits.ofSite else { return self }
        let groups = Dictionary(grouping: cookies.indices) { suffixes.site(of: cookies[$0].domain) }.values
        var sites = groups.sorted { ($0.last ?? 0) < ($1.last ?? 0) }.map { removable($0)[...] }
        for site in sites.indices { sites[site] = sites[site].suffix(Self.limits.ofSite) }
        var excess = sites.reduce(0) { $0 + $1.count } - Self.limits.inAll
        while excess > 0, let largest = sites.indices.max(by: { sites[$0].count < sites[$1].count }) {
            sites[largest].removeFirst()
            excess -= 1
        }
        return CookieJar(stored: sites.joined().sorted().map { cookies[$0] })
    }

    /// Returns a jar of one site whose stored form has at most a number of bytes.
    func fitting(bytes limit: Int) -> CookieJar {
        let sizes = cookies.map { $0.storedLine.utf8.count + 1 }
        var total = sizes.reduce(0, +)
        guard total > limit else { return self }
        let kept = removable(Array(cookies.indices)).drop { place in
            defer { total -= sizes[place] }
            return total > limit
        }
        return CookieJar(stored: kept.sorted().map { cookies[$0] })
    }

    /// The places of cookies in the order in which they are removed.
    private func removable(_ places: [Int]) -> [Int] {
        places.filter { !cookies[$0].isSecure } + places.filter { cookies[$0].isSecure }
    }
}
