/// A scheme, host and port, which credentials are tied to (RFC 9110, section 4.3.1).
///
///     let isOurs = Origin(link) == Origin(api)
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`, in lower case.
    public let scheme: String
    /// The host, in lower case. A host with a trailing dot differs from the one without, as in browsers.
    public let host: String
    /// The port; the scheme's default port if the URL has none.
    public let port: Int

    /// Creates the origin of an absolute `http` or `https` URL; nil for any other URL, and for a host that programs
    /// interpret in different ways, such as `127.1` or `loc%61lhost`.
    public init?(_ url: URL) {
        if let plain = Self.plain(url) {
            self = plain
            return
        }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty, Target(url).hostProblem == nil
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    private init(scheme: String, host: String, port: Int) {
        (self.scheme, self.host, self.port) = (scheme, host, port)
    }

    /// Returns the origin of a URL in the most common form: `http` or `https`, a lowercase host, and optionally a port.
    /// This avoids `URL`, which parses its text again for each part.
    private static func plain(_ url: URL) -> Origin? {
        guard url.baseURL == nil else { return nil }
        var text = url.absoluteString
        return text.withUTF8 { bytes in
            let parts = URLParts(bytes)
            guard let isSecure = parts.isSecure(bytes), let authority = parts.authority
            else { return nil }
            let host = bytes[authority].prefix(while: isPlainHostByte)
            var port = isSecure ? 443 : 80
            let rest = bytes[host.endIndex..<authority.upperBound]
            if let colon = rest.first {
                let digits = rest.dropFirst()
                guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count),
                    digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
                else { return nil }
                port = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            }
            guard !host.isEmpty, HostText.problem(host) == nil else { return nil }
            return Origin(
                scheme: isSecure ? "https" : "http", host: String(decoding: host, as: UTF8.self), port: port)
        }
    }

    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
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
