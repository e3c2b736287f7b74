/// The parts of a URL that decide about cookies.
package struct CookieScope: Sendable {
    /// The host, in lower case, without a dot at its end.
    package let host: String
    /// The path, at least `/`.
    let path: String
    /// Whether it is `https`, or this machine.
    package let isSecure: Bool
    let scheme: String

    /// Returns nil if the URL isn't `http` or `https`.
    package init?(_ url: URL) {
        guard let origin = Origin(url) else { return nil }
        (host, scheme) = (origin.serverName, origin.scheme)
        let sent = URLText(url).path
        path = sent.isEmpty ? "/" : String(sent)
        isSecure = origin.scheme == "https" || Self.isLoopback(origin.serverName)
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        return host.hasPrefix("127.") && isAddress(host)
    }

    /// Whether a host is an IP address, which has no subdomains.
    package static func isAddress(_ host: String) -> Bool {
        host.contains(":")
            || host.utf8.last.map { (0x30...0x39).contains($0) } == true
                && host.split(separator: ".").allSatisfy { label in label.utf8.allSatisfy { (0x30...0x39).contains($0) }
                }
    }

    /// Whether the host is a domain or below it (RFC 6265, section 5.1.3).
    func matches(domain: String) -> Bool {
        host.hasBytes(of: domain) || Self.isHost(host, below: domain) && !Self.isAddress(host)
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
    package func hasBytes(of other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
