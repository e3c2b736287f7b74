#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// The file of cookies that curl and tools for browsers read: a line for each, its seven parts between tabs.
extension CookieJar {
    /// The cookies of a file in Netscape's format, as `curl -c` writes it.
    ///
    /// What is no line of a cookie is passed over. `#HttpOnly_` in front of a line is read, too. `SameSite` and
    /// partitions have no place there.
    ///
    /// - Parameters:
    ///   - text: What the file holds.
    ///   - time: When the cookies count as created.
    public init(netscape text: String, at time: Date = Date(timeIntervalSince1970: 0)) {
        self.init(text.split(whereSeparator: \.isNewline).compactMap { Cookie(netscape: $0, at: time) })
    }

    /// The file's text: values are in it, so it belongs where nobody else reads.
    ///
    /// A cookie that would break the file is left out: one with a tab in its name, value or path.
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
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, !parts[0].isEmpty, parts[2].hasPrefix("/"), let seconds = Double(parts[4]),
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
        // Zero would be the end of the session.
        let seconds = expiry.map { max(1, $0.timeIntervalSince1970.rounded(.down)) } ?? 0
        let parts = [
            isHostOnly ? domain : ".\(domain)", isHostOnly ? "FALSE" : "TRUE", path, isSecure ? "TRUE" : "FALSE",
            String(Int64(min(seconds, 253_402_300_799))), name, value,
        ]
        return (isHTTPOnly ? Self.httpOnlyMark : "") + parts.joined(separator: "\t")
    }

    /// Whether it can stand in such a file, and in the field `Cookie`.
    private var isWritable: Bool {
        let isPlain = { (text: String) in !text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ";") } }
        return [domain, path, name, value].allSatisfy(isPlain)
    }
}
