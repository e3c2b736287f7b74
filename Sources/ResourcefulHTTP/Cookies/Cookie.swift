#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a server has asked to be told again (RFC 6265; `SameSite`, prefixes and `Partitioned` as in RFC 6265bis).
///
/// Printing it, or dumping it, never shows its value.
public struct Cookie: Hashable, Sendable {
    /// With which requests from other sites it goes along (RFC 6265bis, section 5.6.7).
    public enum SameSite: String, Hashable, Sendable, CaseIterable {
        /// With none: a redirection from another site brings no such cookie.
        case strict = "Strict"
        /// With those that only read (RFC 9110, section 9.2.1).
        case lax = "Lax"
        /// With all.
        case none = "None"
    }

    /// The name; empty where the server gave none.
    public var name: String
    /// The value: a secret, mostly.
    public var value: String
    /// The host that it goes to, in lower case and without a dot in front.
    public var domain: String
    /// Whether it goes to that host alone, and not to those below.
    public var isHostOnly: Bool
    /// The path at which, and below which, it is sent.
    public var path: String
    /// When it ends; nil for the end of the session.
    public var expiry: Date?
    /// Whether it is sent securely alone: over `https`, or to this machine.
    public var isSecure: Bool
    /// Whether a browser hides it from scripts; it says nothing here, and is kept for those who export it.
    public var isHTTPOnly: Bool
    /// With which requests from other sites it goes along; nil where the server has not said, which counts as `lax`
    /// does in browsers and as `none` here, as in clients that are no browsers.
    public var sameSite: SameSite?
    /// For a partitioned cookie, the site whose loads it belongs to: `https://example.org`.
    public var partition: String?
    /// When it was first stored: of two with one path, the older one is sent first.
    public var created: Date

    /// A cookie for a host.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - domain: The host that it goes to; a dot in front is left out.
    ///   - isHostOnly: Whether it goes to that host alone.
    ///   - path: The path at which, and below which, it is sent.
    ///   - expiry: When it ends; nil for the end of the session.
    ///   - isSecure: Whether it is sent securely alone.
    ///   - isHTTPOnly: Whether a browser hides it from scripts.
    ///   - sameSite: With which requests from other sites it goes along.
    ///   - partition: The site whose loads it belongs to.
    ///   - created: When it was first stored.
    public init(
        _ name: String, _ value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        expiry: Date? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil,
        partition: String? = nil, created: Date = Date(timeIntervalSince1970: 0)
    ) {
        (self.name, self.value) = (name, value)
        let host = domain.lowercased()
        self.domain = host.hasPrefix(".") ? String(host.dropFirst()) : host
        (self.isHostOnly, self.path, self.expiry) = (isHostOnly, path, expiry)
        (self.isSecure, self.isHTTPOnly, self.sameSite) = (isSecure, isHTTPOnly, sameSite)
        (self.partition, self.created) = (partition, created)
    }

    /// Whether it is no longer good.
    public func hasExpired(at time: Date) -> Bool { expiry.map { $0 <= time } ?? false }

    /// Name and value as they stand in the field `Cookie`.
    package var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// Whether one takes the place of the other (RFC 6265bis, section 5.7).
    func isSame(as other: Cookie) -> Bool {
        name.hasBytes(of: other.name) && domain.hasBytes(of: other.domain) && isHostOnly == other.isHostOnly
            && path.hasBytes(of: other.path) && partition == other.partition
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is known of it, without its value: `session=[redacted]; Domain=example.org; Path=/; Secure`.
    public var description: String {
        var parts = ["\(name)=\(Redaction.mark)", isHostOnly ? "Host=\(domain)" : "Domain=\(domain)", "Path=\(path)"]
        if let expiry, let text = HTTPDate.text(of: expiry) { parts.append("Expires=\(text)") }
        if isSecure { parts.append("Secure") }
        if isHTTPOnly { parts.append("HttpOnly") }
        if let sameSite { parts.append("SameSite=\(sameSite.rawValue)") }
        if let partition { parts.append("Partitioned=\(partition)") }
        return parts.joined(separator: "; ")
    }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}
