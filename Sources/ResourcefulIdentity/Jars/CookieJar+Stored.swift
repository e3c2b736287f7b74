// The form of a jar in a store: a line for each cookie. What isn't allowed in a URL is encoded. It is read for each
// request, so reading it is fast.
extension CookieJar {
    /// The lines that a store keeps, and whether each is of a cookie that outlives the program.
    var storedLines: [(String, Bool)] { cookies.map { ($0.storedLine, $0.expiry != nil) } }

    /// Creates a jar of cookies that were stored. A cookie that lasts replaces a session cookie that is the same:
    /// another program has set it since the session cookie was stored.
    init(storedCookies cookies: [Cookie]) {
        let lasting = cookies.filter { $0.expiry != nil }
        let isMixed = !lasting.isEmpty && lasting.count < cookies.count
        let index = CookieIndex(isMixed ? lasting : [])
        self.init(stored: isMixed ? cookies.filter { $0.expiry != nil || !index.contains($0) } : cookies)
    }
}

extension Cookie {
    /// The line that a store keeps, without its end.
    var storedLine: String {
        var flags = ""
        if isHostOnly { flags += "h" }
        if isSecure { flags += "s" }
        if isHTTPOnly { flags += "o" }
        switch sameSite {
        case .strict: flags += "S"
        case .lax: flags += "L"
        case .some(.none): flags += "N"
        case nil: break
        }
        let parts = [
            Self.kept(domain), flags, expiry.map(Self.kept) ?? "", Self.kept(created), Self.kept(partition ?? ""),
            Self.kept(path), Self.kept(name), Self.kept(value),
        ]
        return parts.joined(separator: "\t")
    }

    /// Reads a line; nil if it is damaged.
    init?(storedLine: ArraySlice<UInt8>) {
        var rest = storedLine
        guard let domain = Self.part(&rest), let flags = Self.part(&rest),
            let expiry = Self.part(&rest), let created = Self.part(&rest).flatMap(Self.date),
            let partition = Self.part(&rest), let path = Self.part(&rest), let name = Self.part(&rest),
            !rest.contains(UInt8(ascii: "\t"))
        else { return nil }
        let ends = Self.date(expiry)
        guard expiry.isEmpty || ends != nil else { return nil }
        (self.name, value, self.path) = (Self.text(name), Self.text(rest), Self.text(path))
        (self.domain, self.partition) = (Self.text(domain), partition.isEmpty ? nil : Self.text(partition))
        (self.expiry, self.created) = (ends, created)
        (isHostOnly, isSecure, isHTTPOnly, sameSite) = (false, false, false, nil)
        for flag in flags {
            switch flag {
            case UInt8(ascii: "h"): isHostOnly = true
            case UInt8(ascii: "s"): isSecure = true
            case UInt8(ascii: "o"): isHTTPOnly = true
            case UInt8(ascii: "S"): sameSite = .strict
            case UInt8(ascii: "L"): sameSite = .lax
            case UInt8(ascii: "N"): sameSite = SameSite.none
            default: break
            }
        }
    }

    private static func kept(_ text: String) -> String {
        text.utf8.allSatisfy(PercentEncoding.isAllowed)
            ? text : PercentEncoding.encoded(text, keeping: PercentEncoding.isAllowed)
    }

    /// The bits of a date's number, so that it is read exactly as it was.
    private static func kept(_ date: Date) -> String { "\(date.timeIntervalSinceReferenceDate.bitPattern)" }

    /// The bytes before the next tab, which are removed together with it; nil if there is no tab.
    private static func part(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let tab = rest.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
        defer { rest = rest[(tab + 1)...] }
        return rest[..<tab]
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.contains(UInt8(ascii: "%")) ? PercentEncoding.decoded(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    private static func date(_ digits: ArraySlice<UInt8>) -> Date? {
        guard !digits.isEmpty, digits.count <= 20 else { return nil }
        var bits: UInt64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (tens, isOver) = bits.multipliedReportingOverflow(by: 10)
            let (sum, isOverAgain) = tens.addingReportingOverflow(UInt64(digit - 0x30))
            guard !isOver, !isOverAgain else { return nil }
            bits = sum
        }
        let seconds = Double(bitPattern: bits)
        return seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
    }
}
