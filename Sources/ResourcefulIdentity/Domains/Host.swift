/// The names and addresses of hosts.
enum Host {
    /// Whether a host is this machine.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        return host.hasPrefix("127.") && isAddress(host)
    }

    /// Whether a host is an IP address, which has no subdomains.
    static func isAddress(_ host: String) -> Bool {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        return host.contains(":")
            || host.utf8.last.map(isDigit) == true
                && host.split(separator: ".").allSatisfy { $0.utf8.allSatisfy(isDigit) }
    }
}

extension Origin {
    /// The host by which servers are known: without a trailing dot, which leads to the same server.
    var knownHost: String { host.count > 1 && host.hasSuffix(".") ? String(host.dropLast()) : host }

    /// Whether secrets can be sent there: by `https`, or to this machine.
    var isSecure: Bool { scheme == "https" || Host.isLoopback(knownHost) }
}
