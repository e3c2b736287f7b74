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
    /// Whether the path may have dot segments.
    let mayHaveDots: Bool
    /// The reason why the host can't be used; nil if it can.
    package let hostProblem: String?

    package init(_ url: URL) {
        var text = url.absoluteString
        self = text.withUTF8 { Target($0) }
    }

    /// Returns whether a URL has a scheme, and whether its path may have dot segments.
    static func form(of url: URL) -> (isAbsolute: Bool, mayHaveDots: Bool) {
        var text = url.absoluteString
        return text.withUTF8 { bytes in
            let parts = URLParts(bytes)
            return (parts.schemeEnd != nil, parts.mayHaveDotSegments(bytes))
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let parts = URLParts(bytes)
        isAbsolute = parts.schemeEnd != nil
        isHTTP = parts.isSecure(bytes) != nil
        mayHaveDots = parts.mayHaveDotSegments(bytes)
        guard isAbsolute, let authority = parts.authority else {
            (hasUserInformation, hasHost, hostProblem) = (false, false, nil)
            return
        }
        let host = parts.hostStart
        hasUserInformation = host > authority.lowerBound
        hasHost = host < authority.upperBound && bytes[host] != UInt8(ascii: ":")
        hostProblem = hasHost ? HostText.problem(parts.host(bytes)) : nil
    }
}
