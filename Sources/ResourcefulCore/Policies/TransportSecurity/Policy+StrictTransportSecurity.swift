#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Policy {
    /// Sends `http` requests as `https` to hosts that have asked for it, or that are known to (RFC 6797).
    ///
    ///     Webservice(policies: [.strictTransportSecurity(preloaded: ["example.org"])])
    ///
    /// A host asks by the field `Strict-Transport-Security` in a response that came securely; what it says is kept in
    /// the store, one entry for each host (`transport-security/example.org`). Port 80 becomes 443, any other stays
    /// (section 8.3). An address is no host (section 8.1.1). A load fails as `insecure` where its URL has no secure
    /// form.
    ///
    /// It belongs at the end of the list, inside redirects, where it sees each hop. A request for `https` costs nothing
    /// before it is sent; one for `http` a look at our clock and a read for each label of its host.
    ///
    /// - Parameter hosts: Hosts that are known from the beginning, with those below them.
    public static func strictTransportSecurity(preloaded hosts: Set<String> = []) -> Policy {
        let known = Set(hosts.map { $0.lowercased() })
        var traits = PolicyTraits(
            .upgrade, "transport security: as each host asks, and \(known.count) from the beginning")
        traits.isPerHop = true
        return Policy(traits) { request, next in
            guard let origin = Origin(request.url) else { return next(request) }
            guard origin.scheme == "http" else {
                return next(request).flatMap { remembering($0, of: origin) }
            }
            return isSecure(SecureHost.chain(of: origin), known).flatMap { isSecure in
                guard isSecure else { return next(request) }
                guard let url = request.url.secured else {
                    let reason = "\(origin) is to be reached securely alone, and its URL has no secure form"
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

    /// Whether one of some hosts is to be reached securely alone, the first of them for itself.
    private static func isSecure(_ chain: [String], _ known: Set<String>) -> Plan<Bool> {
        if chain.isEmpty { return .value(false) }
        if chain.contains(where: known.contains) { return .value(true) }
        return Plan.now.flatMap { now in isSecure(chain[...], isHost: true, at: now) }
    }

    private static func isSecure(_ chain: ArraySlice<String>, isHost: Bool, at time: Date) -> Plan<Bool> {
        guard let host = chain.first else { return .value(false) }
        return secureHost(host).flatMap { found -> Plan<Bool> in
            if let found, found.end > time, isHost || found.includesSubdomains { return .value(true) }
            return isSecure(chain.dropFirst(), isHost: false, at: time)
        }
    }

    /// What a host has said, in a response that came securely.
    private static func remembering(_ response: Response, of origin: Origin) -> Plan<Response> {
        // Of several fields the first counts (section 8.1).
        guard let field = response.headerFields.first(where: { $0.name == "Strict-Transport-Security" }),
            let statement = StrictTransportSecurity(parsing: field.value), let host = SecureHost.chain(of: origin).first
        else { return .value(response) }
        return zip(Plan.now, secureHost(host)).flatMap { now, known -> Plan<Response> in
            let said = SecureHost(statement, at: now)
            let isOver = statement.maximumAge <= .zero
            if isOver ? known == nil : said.isMuch(like: known, at: now) { return .value(response) }
            return Plan.write(isOver ? nil : said.entry(at: now), to: entryName(host)).map { _ in response }
        }
    }

    private static func secureHost(_ host: String) -> Plan<SecureHost?> {
        Plan<StoreEntry?>.read(entryName(host)).map { $0.flatMap { SecureHost($0) } }
    }

    private static func entryName(_ host: String) -> String { "transport-security/\(host)" }
}

extension URL {
    /// The same URL with `https` in the place of `http`, and without port 80; nil where that is no URL.
    fileprivate var secured: URL? {
        let text = absoluteString
        var secured = "https\(text.dropFirst("http".count))"
        if port == 80, let range = secured.range(of: ":80", after: "https://".count) { secured.removeSubrange(range) }
        return URL(string: secured)
    }
}

extension String {
    /// The place of a port at the end of the authority, which begins so many characters on.
    fileprivate func range(of port: String, after count: Int) -> Range<String.Index>? {
        let authority = dropFirst(count).prefix { !"/?#".contains($0) }
        guard authority.hasSuffix(port) else { return nil }
        return authority.index(authority.endIndex, offsetBy: -port.count)..<authority.endIndex
    }
}
