#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Scheme, host and port: what credentials are tied to (RFC 9110, section 4.3.1).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`, in lower case.
    public let scheme: String
    /// The host, in lower case.
    public let host: String
    /// The port, the scheme's own when the URL names none.
    public let port: Int

    /// The origin of an absolute `http` or `https` URL; nil for any other.
    public init?(_ url: URL) {
        if let plain = Self.plain(url) {
            self = plain
            return
        }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    private init(scheme: String, host: String, port: Int) {
        (self.scheme, self.host, self.port) = (scheme, host, port)
    }

    /// The origin of a URL as most are written: `http` or `https`, a host in lower case, and maybe a port. `URL` would
    /// take itself apart anew for each of them.
    private static func plain(_ url: URL) -> Origin? {
        guard url.baseURL == nil else { return nil }
        var text = url.absoluteString
        return text.withUTF8 { bytes in
            let isSecure = bytes.starts(with: "https://".utf8)
            guard isSecure || bytes.starts(with: "http://".utf8) else { return nil }
            var index = isSecure ? 8 : 7
            let start = index
            while index < bytes.count, Self.isPlainHostByte(bytes[index]) { index += 1 }
            guard index > start else { return nil }
            let host = String(decoding: bytes[start..<index], as: UTF8.self)
            var port = isSecure ? 443 : 80
            if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
                (port, index) = (0, index + 1)
                let digits = bytes[index...].prefix(6).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                guard (1...5).contains(digits.count) else { return nil }
                port = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                index = digits.endIndex
            }
            guard index == bytes.count || bytes[index] == UInt8(ascii: "/") else { return nil }
            return Origin(scheme: isSecure ? "https" : "http", host: host, port: port)
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

    /// The origin as a URL without a path.
    public var description: String { "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
