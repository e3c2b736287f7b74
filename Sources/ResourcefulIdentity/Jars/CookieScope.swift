/// The parts of a URL that decide about cookies.
struct CookieScope: Sendable {
    /// The host, in lower case, without a dot at its end.
    let host: String
    /// The path, at least `/`.
    let path: String
    /// Whether it is `https`, or this machine.
    let isSecure: Bool
    let scheme: String

    /// Returns nil if the URL isn't `http` or `https`.
    init?(_ url: URL) {
        guard let origin = Origin(url) else { return nil }
        (host, scheme) = (origin.knownHost, origin.scheme)
        let sent = SentTarget(url).path
        path = sent.isEmpty ? "/" : String(sent)
        isSecure = origin.isSecure
    }

    /// Whether the host is a domain or below it (RFC 6265, section 5.1.3).
    func matches(domain: String) -> Bool {
        host.hasBytes(of: domain) || Self.isHost(host, below: domain) && !Host.isAddress(host)
    }

    /// Whether a name ends with a dot and another name.
    static func isHost(_ host: String, below domain: String) -> Bool {
        let (host, domain) = (host.utf8, domain.utf8)
        guard host.count > domain.count, !domain.isEmpty else { return false }
        return host.suffix(domain.count).elementsEqual(domain)
            && host.dropLast(domain.count).last == UInt8(ascii: ".")
    }

    /// Whether the path is another one or below it (section 5.1.4).
    func matches(path other: String) -> Bool { Self.path(path, matches: other) }

    /// Whether a path is another one or below it.
    static func path(_ path: String, matches other: String) -> Bool {
        let (path, other) = (path.utf8, other.utf8)
        guard path.starts(with: other) else { return false }
        return path.count == other.count || other.last == UInt8(ascii: "/")
            || path.dropFirst(other.count).first == UInt8(ascii: "/")
    }

    /// The path of a cookie that has none: the folder (section 5.1.4).
    var defaultPath: String {
        guard path.hasPrefix("/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    /// The site: the scheme and the registrable domain, such as `https://example.org`.
    func site(_ suffixes: PublicSuffixes) -> String { "\(scheme)://\(suffixes.site(of: host))" }
}

extension StringProtocol {
    /// Whether two texts are the same bytes. `==` compares letters, of which some can be written in two ways.
    func hasBytes(of other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
