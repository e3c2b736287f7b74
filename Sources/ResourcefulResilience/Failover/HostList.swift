/// Equivalent hosts, the preferred one first. Decides which of them to ask, without side effects.
struct HostList: Sendable {
    let origins: [Origin]
    /// The time until the first host is tried again after it has failed.
    let returning: Duration

    /// Creates a list of hosts.
    ///
    /// - Throws: `RequestError` if there are no hosts or more than 256, if a URL isn't just an origin, if a host is
    ///   listed twice, or if `http` and `https` are mixed, which would send secrets in clear. The error names the host.
    init(_ urls: [URL], returning: Duration) throws(RequestError) {
        var origins: [Origin] = []
        for url in urls {
            let isBare = url.query() == nil && url.fragment() == nil && ["", "/"].contains(url.path())
            guard isBare, url.user() == nil, url.password() == nil, let origin = Origin(url) else {
                let shown = Redaction.standard.redacted(url)
                throw RequestError("\(shown) can't be a failover host: use only a scheme, a host and a port")
            }
            if let first = origins.first, first.scheme != origin.scheme {
                throw RequestError("a failover can't mix the schemes of \(first) and \(origin)")
            }
            if origins.contains(origin) { throw RequestError("\(origin) is listed twice in a failover") }
            origins.append(origin)
        }
        guard (1...256).contains(urls.count) else {
            throw RequestError("a failover must have 1 to 256 hosts, not \(urls.count)")
        }
        (self.origins, self.returning) = (origins, max(.zero, returning))
    }

    /// The name of the store's entry with the remembered host.
    var name: String { StoreEntry.scratchName("failover \(origins[0])") }

    /// Returns the remembered host; nil if it is the first one.
    func remembered(_ entry: StoreEntry?) -> Int? {
        guard let entry, let index = entry.data.first.map(Int.init), origins.indices.contains(index) else { return nil }
        return index == 0 ? nil : index
    }

    /// Returns the entry for a host that has served, or is asked next; nil for the first one, which isn't remembered.
    func entry(for index: Int, at now: Date) -> StoreEntry? {
        index == 0 ? nil : StoreEntry(data: Data([UInt8(index)]), date: now)
    }

    /// Whether it is time to try the first host again instead of the remembered one.
    func isDue(_ entry: StoreEntry?, at now: Date) -> Bool {
        guard let entry, remembered(entry) != nil else { return false }
        let elapsed = Duration.seconds(now.timeIntervalSince(entry.date))
        return elapsed >= returning || elapsed < .zero
    }

    /// Returns the hosts in the order of asking: from the remembered one on, or the first one before that.
    func order(from remembered: Int?, tryingFirst: Bool) -> [Int] {
        let start = remembered ?? 0
        let round = (0..<origins.count).map { (start + $0) % origins.count }
        return tryingFirst ? [0] + round.filter { $0 != 0 } : round
    }

    /// Returns the request for one of the hosts. Only the scheme, host and port of its URL change.
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

extension HostList: ExplainedRule {
    /// Returns which host a request would be sent to first.
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let origin = Origin(request.url), origins.contains(origin) else {
            return .value("not for this origin")
        }
        return Plan.read(name).flatMap { entry -> Plan<PolicyRemarks> in
            guard let remembered = remembered(entry) else { return .value("\(origins[0]) first") }
            let host = origins[remembered]
            guard request.objectionToRepeating == nil else { return .value("\(host), which served last") }
            return Plan.now.map { now in
                guard !isDue(entry, at: now) else { return "\(origins[0]) is tried again, then \(host)" }
                let elapsed = now.timeIntervalSince(entry?.date ?? now)
                let rest = returning - .seconds(elapsed)
                return "\(host), which served last; \(origins[0]) again in \(rest.brief)"
            }
        }
    }
}
