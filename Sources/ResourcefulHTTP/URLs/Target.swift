/// The parts of a URL that determine whether and where a request can be sent.
package struct Target {
    /// Whether the URL has a scheme. A URL without one is relative.
    package let isAbsolute: Bool
    /// Whether the scheme is `http` or `https`.
    package let isHTTP: Bool
    /// Whether the URL has a user or a password before the host.
    package let hasUserInformation: Bool
    /// Whether the URL has a host that isn't empty.
    package let hasHost: Bool
    /// Whether there may be something to normalize.
    let isUnusual: Bool
    /// The reason why the host or the port can't be used; nil if they can.
    package let hostProblem: String?

    package init(_ url: URL) {
        var text = url.absoluteString
        self = text.withUTF8 { Target($0) }
    }

    /// Returns whether a URL has a scheme, and whether there may be something to normalize.
    static func form(of url: URL) -> (isAbsolute: Bool, isUnusual: Bool) {
        var text = url.absoluteString
        return text.withUTF8 { bytes in
            let parts = URLParts(bytes)
            return (parts.schemeEnd != nil, parts.isUnusual(bytes))
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let parts = URLParts(bytes)
        isAbsolute = parts.schemeEnd != nil
        isHTTP = parts.isSecure(bytes) != nil
        isUnusual = parts.isUnusual(bytes)
        guard isAbsolute, let authority = parts.authority else {
            (hasUserInformation, hasHost, hostProblem) = (false, false, nil)
            return
        }
        let host = parts.host(bytes)
        hasUserInformation = parts.hostStart > authority.lowerBound
        hasHost = !host.isEmpty
        let rest = bytes[host.endIndex..<authority.upperBound]
        let isPort = HostText.port(rest, standard: 80) != nil
        hostProblem = !hasHost ? nil : isPort ? HostText.problem(host) : "the port is more than 65535"
    }
}
