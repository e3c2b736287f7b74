// The format of curl and of browser tools: a line for each cookie, with seven parts separated by tabs.
extension CookieJar {
    /// Parses a file in Netscape's format, as `curl -c` writes it.
    ///
    /// Lines that don't hold a cookie are skipped. `#HttpOnly_` in front of a line is understood. The format can't hold
    /// `SameSite` or partitions.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - time: The creation date of the cookies.
    public init(netscape text: String, at time: Date = Date(timeIntervalSince1970: 0)) {
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        self.init(text.utf8.split(whereSeparator: isEnd).compactMap { Cookie(netscape: Substring($0), at: time) })
    }

    /// The text of the file. It contains the values, so keep it where only its owner can read it.
    ///
    /// It leaves out cookies with a control character or a semicolon, which would break the file.
    public var netscape: String {
        (["# Netscape HTTP Cookie File"] + cookies.compactMap(\.netscapeLine)).joined(separator: "\n") + "\n"
    }
}

extension Cookie {
    private static let httpOnlyMark = "#HttpOnly_"

    fileprivate init?(netscape line: Substring, at time: Date) {
        let isHTTPOnly = line.hasPrefix(Self.httpOnlyMark)
        let line = isHTTPOnly ? line.dropFirst(Self.httpOnlyMark.count) : line
        guard !line.hasPrefix("#") else { return nil }
        let parts = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        guard parts.count == 7, parts[0].utf8.contains(where: { $0 != UInt8(ascii: ".") }), parts[2].hasPrefix("/"),
            let seconds = Double(parts[4]),
            seconds.isFinite
        else { return nil }
        self.init(
            parts[5], parts[6], domain: parts[0], isHostOnly: parts[1].uppercased() != "TRUE", path: parts[2],
            expiry: seconds == 0 ? nil : Date(timeIntervalSince1970: seconds),
            isSecure: parts[3].uppercased() == "TRUE",
            isHTTPOnly: isHTTPOnly, created: time)
        guard isWritable else { return nil }
    }

    fileprivate var netscapeLine: String? {
        guard isWritable else { return nil }
        // Zero means a session cookie.
        let seconds = expiry.map { max(1, $0.timeIntervalSince1970.rounded(.down)) } ?? 0
        let parts = [
            isHostOnly ? domain : ".\(domain)", isHostOnly ? "FALSE" : "TRUE", path, isSecure ? "TRUE" : "FALSE",
            String(Int64(min(seconds, 253_402_300_799))), name, value,
        ]
        return (isHTTPOnly ? Self.httpOnlyMark : "") + parts.joined(separator: "\t")
    }

    /// Whether the file, and the field `Cookie`, can hold it.
    private var isWritable: Bool {
        let isPlain = { (text: String) in !text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ";") } }
        return [domain, path, name, value].allSatisfy(isPlain)
    }
}
