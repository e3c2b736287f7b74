// A server can't fill the memory. Cookies that were stored first are removed first, and those that aren't secure before
// those that are.
extension CookieJar {
    /// How many cookies a host may have, and all hosts together.
    static let limits = (ofHost: 180, inAll: 3_000)

    /// Returns a jar with no more cookies than the limits allow.
    func limited() -> CookieJar {
        guard cookies.count > Self.limits.ofHost else { return self }
        let hosts = Dictionary(grouping: cookies.indices) { cookies[$0].domain }
        let excess = hosts.values.flatMap { removable($0).prefix(max(0, $0.count - Self.limits.ofHost)) }
        let jar = without(excess)
        return jar.without(jar.removable(jar.cookies.indices).prefix(max(0, jar.cookies.count - Self.limits.inAll)))
    }

    /// Returns a jar whose stored form has at most a number of bytes.
    package func fitting(bytes limit: Int) -> CookieJar {
        let sizes = cookies.map { $0.storedLine.utf8.count + 1 }
        var size = sizes.reduce(0, +)
        guard size > limit else { return self }
        let excess = removable(cookies.indices).prefix { place in
            guard size > limit else { return false }
            size -= sizes[place]
            return true
        }
        return without(excess)
    }

    /// Places in the order in which their cookies are removed.
    private func removable(_ places: some Collection<Int>) -> [Int] {
        places.filter { !cookies[$0].isSecure } + places.filter { cookies[$0].isSecure }
    }

    private func without(_ places: some Sequence<Int>) -> CookieJar {
        let removed = Set(places)
        guard !removed.isEmpty else { return self }
        return CookieJar(stored: cookies.indices.filter { !removed.contains($0) }.map { cookies[$0] })
    }
}
