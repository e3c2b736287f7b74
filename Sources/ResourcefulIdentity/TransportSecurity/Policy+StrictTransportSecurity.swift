extension Policy {
    /// Sends `http` requests as `https` to hosts that require it (RFC 6797).
    ///
    ///     Webservice(policies: [.strictTransportSecurity(preloaded: ["example.org"])])
    ///
    /// A host requires it with the field `Strict-Transport-Security` in a secure response. The requirements of 1,000
    /// hosts are kept in the store, in the entry `transport-security`, until they end. If there are more, the site with
    /// the most hosts loses one. Port 80 becomes 443; other ports don't change (section 8.3). IP addresses are ignored
    /// (section 8.1.1). The load fails as `insecure` if its URL has no secure form.
    ///
    /// Put it at the end of the list, inside redirects, where it sees each hop. A request for `https` costs nothing
    /// before it is sent. A request for `http` costs a look at the clock and one read.
    ///
    /// - Parameter hosts: Hosts that are known to require it from the beginning, with their subdomains.
    public static func strictTransportSecurity(preloaded hosts: Set<String> = []) -> Policy {
        let known = Set(hosts.map { $0.lowercased() })
        return Policy(
            named: "transport security: for hosts that ask for it, and \(known.count) preloaded", role: .upgrade,
            perHop: true, explainedBy: SecurityRule(known: known)
        ) { request, next in
            guard let origin = Origin(request.url) else { return next(request) }
            guard origin.scheme == "http" else {
                return next(request).flatMap { remembering($0, of: origin) }
            }
            return isSecure(SecureHost.chain(of: origin), known).flatMap { isSecure in
                guard isSecure else { return next(request) }
                guard let url = request.url.secured else {
                    let reason = "\(origin) requires https, and its URL can't be upgraded"
                    return .failure(
                        LoadError(
                            stage: .transport, request: request, underlyingError: TransportError(.insecure, reason)))
                }
                var secure = request
                secure.url = url
                return next(secure).flatMap { remembering($0, of: origin) }
            }
        }
    }

    /// Whether a host requires `https`. The first of the hosts is the host itself; the others are its parent domains.
    fileprivate static func isSecure(_ chain: [String], _ known: Set<String>) -> Plan<Bool> {
        if chain.isEmpty { return .value(false) }
        if chain.contains(where: known.contains) { return .value(true) }
        return Plan.now.flatMap { now in
            Plan.read(SecureHosts.name).map { SecureHosts($0).requireSecurity(of: chain, at: now) }
        }
    }

    /// Remembers the requirement of a host in a secure response.
    private static func remembering(_ response: Response, of origin: Origin) -> Plan<Response> {
        // If there are several fields, the first one counts (section 8.1).
        guard let field = response.headerFields.first(where: { $0.name == "Strict-Transport-Security" }),
            let statement = StrictTransportSecurity(parsing: field.value), let host = SecureHost.chain(of: origin).first
        else { return .value(response) }
        return zip(Plan.now, Plan.read(SecureHosts.name)).flatMap { now, entry -> Plan<Response> in
            let known = SecureHosts(entry)[host]
            let stated = statement.maximumAge <= .zero ? nil : SecureHost(statement, at: now)
            if stated?.isMuch(like: known, at: now) ?? (known == nil) { return .value(response) }
            return Plan.update(SecureHosts.name) { SecureHosts($0).entry(setting: stated, of: host, at: now) }
                .map { _ in response }
        }
    }
}

private struct SecurityRule: ExplainedRule {
    let known: Set<String>

    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let origin = Origin(request.url), origin.scheme == "http" else { return .value("already https") }
        return Policy.isSecure(SecureHost.chain(of: origin), known).map { isSecure in
            isSecure ? "sent as https, which \(origin.knownHost) requires" : "sent in cleartext"
        }
    }
}

extension Policy.Role {
    /// Sends requests as `https`.
    public static let upgrade = Policy.Role(
        "upgrade", outside: [.redirects: "the next hop may be sent in cleartext"],
        inside: [.signing: "the URL that is signed isn't the one that is sent"])
}

extension URL {
    /// The URL with `https` instead of `http`, and without port 80; nil if the result isn't a URL.
    fileprivate var secured: URL? {
        let text = absoluteString
        var secured = "https\(text.dropFirst("http".count))"
        if port == 80, let range = secured.range(of: ":80", after: "https://".count) { secured.removeSubrange(range) }
        return URL(string: secured)
    }
}

extension String {
    /// Returns the range of a port at the end of the authority, which begins after the given number of characters.
    fileprivate func range(of port: String, after count: Int) -> Range<String.Index>? {
        let authority = dropFirst(count).prefix { !"/?#".contains($0) }
        guard authority.hasSuffix(port) else { return nil }
        return authority.index(authority.endIndex, offsetBy: -port.count)..<authority.endIndex
    }
}
