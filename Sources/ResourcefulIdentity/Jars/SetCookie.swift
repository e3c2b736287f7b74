/// A line of the field `Set-Cookie` (RFC 6265bis, section 5.6).
struct SetCookie {
    var name: String
    var value: String
    var expiry: Date?
    var domain = ""
    /// The path as it was sent; nil if there was none.
    var path: String?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?
    var isPartitioned = false

    /// The longest name and value together, and the longest value of an attribute, in bytes.
    private static let limits = (pair: 4_096, attribute: 1_024)
    /// The longest lifetime: 400 days.
    private static let longest: TimeInterval = 400 * 86_400

    /// Parses one line. Returns nil if the line isn't a cookie: it has neither a name nor a value, they are longer than
    /// 4,096 bytes together, or it contains a control character.
    init?(parsing text: String, at time: Date) {
        guard !text.utf8.contains(where: Self.isControl) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let (first, second) = Self.pair(parts[0])
        // Without an equals sign, everything is the value.
        (name, value) = second.map { (first, $0) } ?? ("", first)
        guard !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= Self.limits.pair else {
            return nil
        }
        var maximumAge: Date?
        for part in parts.dropFirst() {
            let (name, value) = Self.pair(part)
            guard (value ?? "").utf8.count <= Self.limits.attribute else { continue }
            switch name.lowercased() {
            case "expires": expiry = CookieDate.parsed(value ?? "") ?? expiry
            case "max-age": maximumAge = Self.end(after: value ?? "", from: time) ?? maximumAge
            case "domain":
                // Letters outside ASCII stay, so that none of them becomes one of ASCII.
                let host = value ?? ""
                let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
                let lowered = isASCII ? host.lowercased() : host
                domain = lowered.utf8.first == UInt8(ascii: ".") ? String(lowered.dropFirst()) : lowered
            case "path": path = value ?? ""
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            case "samesite":
                sameSite = Cookie.SameSite.allCases.first { $0.rawValue.lowercased() == value?.lowercased() }
            case "partitioned": isPartitioned = true
            default: break
            }
        }
        expiry = (maximumAge ?? expiry).map { min($0, time.addingTimeInterval(Self.longest)) }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// The trimmed parts before and after the first equals sign; nil instead of the second if there is no equals sign.
    private static func pair(_ bytes: Substring.UTF8View) -> (String, String?) {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(bytes), nil) }
        return (trimmed(bytes[..<equals]), trimmed(bytes[bytes.index(after: equals)...]))
    }

    /// The text without spaces and tabs around it.
    static func trimmed(_ bytes: Substring.UTF8View) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let rest = bytes.drop(while: isSpace)
        let count = rest.reversed().prefix(while: isSpace).count
        return String(Substring(rest.dropLast(count)))
    }

    /// The date that is the given number of seconds later. Returns nil if the text isn't a number.
    private static func end(after seconds: String, from time: Date) -> Date? {
        let isNegative = seconds.utf8.first == UInt8(ascii: "-")
        let digits = seconds.utf8.dropFirst(isNegative ? 1 : 0)
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), !digits.isEmpty else { return nil }
        if isNegative { return .distantPast }
        let count = Double(String(Substring(digits))) ?? .infinity
        return count == 0 ? .distantPast : time.addingTimeInterval(min(count, longest))
    }
}

extension Cookie {
    /// The cookie that a line of the field `Set-Cookie` sets (RFC 6265bis, section 5.7).
    ///
    /// - Returns: Nil if the server must not set it: it is for another host, or for a public suffix; it is secure, or
    ///   its name begins with a secure prefix, and the connection isn't secure; or its name begins with `__Host-` and
    ///   it is for more than that host.
    init?(
        parsing line: String, from scope: CookieScope, inLoadsOf site: String, at time: Date, _ suffixes: PublicSuffixes
    ) {
        guard let said = SetCookie(parsing: line, at: time) else { return nil }
        let isASCII = [said.domain, said.path ?? ""].allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        guard isASCII, said.domain.isEmpty || scope.matches(domain: said.domain), scope.isSecure || !said.isSecure
        else {
            return nil
        }
        var domain = said.domain
        if !domain.isEmpty, suffixes.contains(domain) {
            guard domain.hasBytes(of: scope.host) else { return nil }
            domain = ""
        }
        let path = said.path.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
        guard Self.allows(said, isHostOnly: domain.isEmpty) else { return nil }
        self.init(
            said.name, said.value, domain: domain.isEmpty ? scope.host : domain, isHostOnly: domain.isEmpty,
            path: path ?? scope.defaultPath, expiry: said.expiry, isSecure: said.isSecure,
            isHTTPOnly: said.isHTTPOnly, sameSite: said.sameSite, partition: said.isPartitioned ? site : nil,
            created: time)
    }

    /// Whether the cookie has the attributes that its name prefix requires (section 4.1.3), and `Partitioned` (CHIPS).
    private static func allows(_ said: SetCookie, isHostOnly: Bool) -> Bool {
        // A server could take a value without a name for a name.
        let start = (said.name.isEmpty ? said.value : said.name).lowercased().utf8
        let isOfHost = start.starts(with: "__host-".utf8)
        let isOfHTTP = ["__http-", "__host-http-"].contains { start.starts(with: $0.utf8) }
        if isOfHost || isOfHTTP || start.starts(with: "__secure-".utf8) {
            guard said.isSecure, !said.name.isEmpty else { return false }
            if isOfHost, !isHostOnly || said.path != "/" { return false }
            if isOfHTTP, !said.isHTTPOnly { return false }
        }
        if said.sameSite == Cookie.SameSite.none, !said.isSecure { return false }
        return said.isSecure || !said.isPartitioned
    }
}
