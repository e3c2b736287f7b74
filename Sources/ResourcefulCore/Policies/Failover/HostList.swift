#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hosts that serve the same, the preferred one first: which of them to ask, as pure decisions.
struct HostList: Sendable {
    let origins: [Origin]
    /// How long the first one is left alone after it has failed.
    let returning: Duration

    /// A list of hosts.
    ///
    /// - Throws: ``RequestError`` that names the host, when one is more or less than an origin, or is in it twice, or
    ///   when `http` and `https` are mixed: what was meant to be secret would be sent in clear.
    init(_ urls: [URL], returning: Duration) throws(RequestError) {
        var origins: [Origin] = []
        for url in urls {
            let (target, text) = (Target(url), URLText(url))
            let isBare = text.query == nil && text.fragment == nil && (text.path.isEmpty || text.path == "/")
            guard isBare, !target.hasUserInformation, let origin = Origin(url) else {
                let shown = Redaction.standard.redacted(url)
                throw RequestError("\(shown) is no host for a failover: that is a scheme, a host and a port")
            }
            if let first = origins.first, first.scheme != origin.scheme {
                throw RequestError("a failover can't mix the schemes of \(first) and \(origin)")
            }
            if origins.contains(origin) { throw RequestError("\(origin) is twice among the hosts of a failover") }
            origins.append(origin)
        }
        guard (1...256).contains(urls.count) else {
            throw RequestError("a failover has from 1 to 256 hosts, and not \(urls.count)")
        }
        (self.origins, self.returning) = (origins, max(.zero, returning))
    }

    /// The name of the remembered host, in the store.
    var name: String { "failover \(origins[0])" }

    /// The remembered host, when it is another one than the first.
    func remembered(_ entry: StoreEntry?) -> Int? {
        guard let entry, let index = entry.data.first.map(Int.init), origins.indices.contains(index) else { return nil }
        return index == 0 ? nil : index
    }

    /// The memory of a host that has served, or is to be asked next. Of the first one nothing is remembered.
    func entry(for index: Int, at now: Date) -> StoreEntry? {
        index == 0 ? nil : StoreEntry(bytes: [UInt8(index)], date: now)
    }

    /// Whether it is time to try the first one again, instead of the remembered one.
    func isDue(_ entry: StoreEntry?, at now: Date) -> Bool {
        guard let entry, remembered(entry) != nil else { return false }
        let elapsed = Duration.seconds(now.timeIntervalSince(entry.date))
        return elapsed >= returning || elapsed < .zero
    }

    /// The hosts in the order in which they are asked: from the remembered one on, after the first when that is due.
    func order(from remembered: Int?, tryingFirst: Bool) -> [Int] {
        let start = remembered ?? 0
        let round = (0..<origins.count).map { (start + $0) % origins.count }
        return tryingFirst ? [0] + round.filter { $0 != 0 } : round
    }

    /// The request as it goes to one of the hosts; all but scheme, host and port stays byte for byte.
    func request(_ request: Request, to index: Int) -> Request {
        guard Origin(request.url) != origins[index] else { return request }
        let text = request.url.absoluteString
        let authority = text.utf8.firstIndex(of: UInt8(ascii: ":")).map { text.utf8.index($0, offsetBy: 3) }
        guard let authority else { return request }
        let rest = text[authority...].utf8.drop {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        guard let url = URL(string: "\(origins[index])" + (Substring(rest))) else { return request }
        var moved = request
        moved.url = url
        moved.headerFields["Host"] = nil
        return moved
    }
}
