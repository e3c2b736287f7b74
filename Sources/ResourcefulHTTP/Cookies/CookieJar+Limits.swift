// A server can't fill the memory. A domain with too many cookies loses its own ones: those that were stored first are
// removed first, and those that aren't secure before those that are (RFC 6265bis, section 5.7).
extension CookieJar {
    /// How many cookies a domain may have, and all domains together.
    static let limits = (ofDomain: 180, inAll: 3_000)

    /// Returns a jar with no more cookies than the limits allow.
    func limited() -> CookieJar {
        guard cookies.count > Self.limits.ofDomain else { return self }
        let excess = domains.flatMap { $0.prefix(max(0, $0.count - Self.limits.ofDomain)) }
        return without(excess).trimmed(to: Self.limits.inAll) { _ in 1 }
    }

    /// Returns a jar whose stored form has at most a number of bytes.
    package func fitting(bytes limit: Int) -> CookieJar { trimmed(to: limit) { $0.storedLine.utf8.count + 1 } }

    /// The places of the cookies of each domain, in the order in which they are removed. Domains that were stored first
    /// come first.
    private var domains: [[Int]] {
        let places: [String: [Int]] = Dictionary(grouping: cookies.indices) { cookies[$0].domain }
        return places.values.sorted { $0[0] < $1[0] }.map { places in
            places.filter { !cookies[$0].isSecure } + places.filter { cookies[$0].isSecure }
        }
    }

    /// Returns a jar whose cookies have at most a size. Cookies are removed from the largest domain, so that no domain
    /// can remove the cookies of another one.
    private func trimmed(to limit: Int, size: (Cookie) -> Int) -> CookieJar {
        let sizes = cookies.map(size)
        var total = sizes.reduce(0, +)
        guard total > limit else { return self }
        var domains = domains.map { (places: $0[...], size: $0.reduce(0) { $0 + sizes[$1] }) }
        var excess: [Int] = []
        while total > limit, let largest = domains.indices.max(by: { domains[$0].size < domains[$1].size }),
            let place = domains[largest].places.popFirst()
        {
            domains[largest].size -= sizes[place]
            total -= sizes[place]
            excess.append(place)
        }
        return without(excess)
    }

    private func without(_ places: some Sequence<Int>) -> CookieJar {
        let removed = Set(places)
        guard !removed.isEmpty else { return self }
        return CookieJar(stored: cookies.indices.filter { !removed.contains($0) }.map { cookies[$0] })
    }
}
