/// A scheme, host and port, which credentials are tied to (RFC 9110, section 4.3.1).
///
///     let isOurs = Origin(link) == Origin(api)
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`, in lower case.
    public let scheme: String
    /// The host, in lower case, an IPv6 address in its shortest form (RFC 5952). A host with a trailing dot differs
    /// from the one without, as in browsers.
    public let host: String
    /// The port; the scheme's default port if the URL has none.
    public let port: Int

    /// Creates the origin of an absolute `http` or `https` URL; nil for any other URL, for a host that programs
    /// interpret in different ways, such as `127.1` or `loc%61lhost`, and for a port above 65535.
    public init?(_ url: URL) {
        // The text is what a transport connects to. `URL` itself may have other parts, and takes longer.
        var text = url.baseURL == nil ? url.absoluteString : url.absoluteURL.absoluteString
        guard let origin = text.withUTF8({ Origin($0) }) else { return nil }
        self = origin
    }

    private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let parts = URLParts(bytes)
        guard let isSecure = parts.isSecure(bytes), let authority = parts.authority else { return nil }
        let host = parts.host(bytes)
        let rest = bytes[host.endIndex..<authority.upperBound]
        guard !host.isEmpty, HostText.problem(host) == nil,
            let port = HostText.port(rest, standard: isSecure ? 443 : 80)
        else { return nil }
        scheme = isSecure ? "https" : "http"
        self.host = HostText.canonical(host)
        self.port = port
    }

    /// The host by which servers are known: without a trailing dot, which leads to the same server.
    package var serverName: String { host.count > 1 && host.hasSuffix(".") ? String(host.dropLast()) : host }

    /// The origin as a URL without a path.
    public var description: String {
        // Policies name what they store by origins: interpolation would cost four times as much.
        var text = scheme
        let isAddress = host.utf8.contains(UInt8(ascii: ":"))
        text += isAddress ? "://[" : "://"
        text += host
        text += isAddress ? "]:" : ":"
        text += String(port)
        return text
    }
}
