/// A cookie (RFC 6265; `SameSite`, name prefixes and `Partitioned` as in RFC 6265bis).
///
/// Printing or dumping it never shows its value.
///
///     let theme = Cookie("theme", "dark", domain: "example.org", isHostOnly: false, isSecure: true)
///     let jar = CookieJar([theme])
///     print(jar.cookies(for: api, at: Date()).map(\.name))  // ["theme"]
public struct Cookie: Hashable, Sendable {
    /// Whether a cookie is sent with requests that another site redirected (RFC 6265bis, section 5.6.7).
    ///
    ///     let session = Cookie("session", "a1b2", domain: "api.example.org", sameSite: .strict)
    public enum SameSite: String, Hashable, Sendable, CaseIterable {
        /// Never.
        case strict = "Strict"
        /// Only with safe methods, such as GET (RFC 9110, section 9.2.1).
        case lax = "Lax"
        /// Always.
        case none = "None"
    }

    /// The name; empty if the server sent none.
    public var name: String
    /// The value. It is usually a secret.
    public var value: String
    /// The host that it is sent to, in lower case and without a leading dot.
    public var domain: String
    /// Whether it is sent only to that host, and not to its subdomains.
    public var isHostOnly: Bool
    /// The path that requests must have, or be below.
    public var path: String
    /// When it expires; nil for a session cookie.
    public var expiry: Date?
    /// Whether it is sent only over `https`, or to this machine.
    public var isSecure: Bool
    /// Whether browsers hide it from scripts. It has no effect here, and is kept for exports.
    public var isHTTPOnly: Bool
    /// Whether it is sent with requests that another site redirected; nil if the server didn't say. Browsers then
    /// assume `lax`. This library assumes `none`, as most HTTP clients do.
    public var sameSite: SameSite?
    /// The site that a partitioned cookie belongs to, such as `https://example.org`; nil for other cookies.
    public var partition: String?
    /// When it was first stored. If two cookies have the same path length, the older one is sent first.
    public var created: Date

    /// Creates a cookie.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - domain: The host that it is sent to. Leading dots are removed.
    ///   - isHostOnly: Whether it is sent only to that host.
    ///   - path: The path that requests must have, or be below.
    ///   - expiry: When it expires; nil for a session cookie.
    ///   - isSecure: Whether it is sent only over `https`, or to this machine.
    ///   - isHTTPOnly: Whether browsers hide it from scripts.
    ///   - sameSite: Whether it is sent with requests that another site redirected.
    ///   - partition: The site that it belongs to, if it is partitioned.
    ///   - created: When it was first stored.
    public init(
        _ name: String, _ value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        expiry: Date? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil,
        partition: String? = nil, created: Date = Date(timeIntervalSince1970: 0)
    ) {
        (self.name, self.value) = (name, value)
        self.domain = String(Substring(domain.lowercased().utf8.drop { $0 == UInt8(ascii: ".") }))
        (self.isHostOnly, self.path, self.expiry) = (isHostOnly, path, expiry)
        (self.isSecure, self.isHTTPOnly, self.sameSite) = (isSecure, isHTTPOnly, sameSite)
        (self.partition, self.created) = (partition, created)
    }

    /// Whether it has expired.
    public func hasExpired(at time: Date) -> Bool { expiry.map { $0 <= time } ?? false }

    /// The name and the value as in the field `Cookie`.
    var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

    /// The name under which a server reads the pair. It takes the beginning of a value without a name for one.
    var sentName: String { Self.name(in: (name.isEmpty ? value : name).utf8[...]) }

    /// The name in a pair of the field `Cookie`: what comes before the equals sign, without spaces around it.
    static func name(in pair: Substring.UTF8View) -> String {
        SetCookie.trimmed(pair.prefix { $0 != UInt8(ascii: "=") })
    }

    /// Whether one replaces the other (RFC 6265bis, section 5.7).
    func isSame(as other: Cookie) -> Bool {
        name.hasBytes(of: other.name) && domain.hasBytes(of: other.domain) && isHostOnly == other.isHostOnly
            && path.hasBytes(of: other.path) && partition == other.partition
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The cookie without its value: `session=[redacted]; Domain=example.org; Path=/; Secure`.
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
