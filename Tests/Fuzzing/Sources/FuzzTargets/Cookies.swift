import ResourcefulTesting

@testable import ResourcefulCore
@testable import ResourcefulDisk
@testable import ResourcefulHTTP
@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Lines of Set-Cookie (RFC 6265bis): what a jar stores of them belongs to the host that sent them.
    static let cookies = FuzzTarget("Cookies") { bytes throws(Violation) in
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        for (page, other) in [("https://www.a.org/x/y", "https://b.org/x/y"), ("http://10.0.0.1", "http://110.0.0.1")] {
            try checkLines(lines, page, other)
        }
        let split = SetCookieLines.split(String(decoding: bytes, as: UTF8.self))
        try require(
            split.reduce(0) { $0 + $1.utf8.count } <= String(decoding: bytes, as: UTF8.self).utf8.count,
            "lines have more bytes than they were split from")
    }

    private static func checkLines(_ lines: [String], _ page: String, _ other: String) throws(Violation) {
        guard let page = URL(string: page), let other = URL(string: other), let scope = CookieScope(page) else {
            return
        }
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var response = Response()
        for line in lines { response.headerFields.append(HeaderFields.Field(.setCookie, checked: line)) }
        let jar = CookieJar().storing(response, to: Request(url: page), at: now)
        try require(jar.cookies.allSatisfy { scope.matches(domain: $0.domain) }, "a cookie of another host is stored")
        try require(jar.cookies(for: other, at: now).isEmpty, "a cookie goes to another host")
        for cookie in jar.cookies {
            try require(
                !cookie.pair.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F || $0 == UInt8(ascii: ";") },
                "a cookie would break the field: \(Array(cookie.pair.utf8))")
            try require(!cookie.hasExpired(at: now), "an expired cookie is stored")
            try require(cookie.isSecure || cookie.partition == nil, "a partitioned cookie isn't secure")
        }
        let again = jar.storing(response, to: Request(url: page), at: now)
        try require(Set(again.cookies), equals: Set(jar.cookies), "stored again, there are others")
        try checkKept(jar)
    }

    /// Writes a jar in each format, and reads it.
    private static func checkKept(_ jar: CookieJar) throws(Violation) {
        let entry = jar.entry(at: .distantPast)
        try require(entry.map { CookieJar($0) } ?? CookieJar(), equals: jar, "a store keeps another jar")
        let file = CookieJar(netscape: jar.netscape)
        try require(CookieJar(netscape: file.netscape), equals: file, "written and read, a file has other cookies")
        try require(file.cookies.count <= jar.cookies.count, "a file has more cookies than the jar")
    }

    /// What is kept in files: cookies of browsers, cookies and entries in a store, and `.netrc`.
    static let cookieFiles = FuzzTarget("CookieFiles") { bytes throws(Violation) in
        let text = String(decoding: bytes, as: UTF8.self)
        try checkKept(CookieJar(netscape: text))
        let entry = CookieJar(StoreEntry(data: Data(bytes), date: .distantPast)).entry(at: .distantPast)
        try require(
            entry.map { CookieJar($0) }?.entry(at: .distantPast), equals: entry, "a store keeps another jar")
        let list = CookieSites(StoreEntry(data: Data(bytes), date: .distantPast))
        try require(CookieSites(list.entry).names, equals: list.names, "a store keeps another list of sites")
        // With a right sum, so that what is before it is reached.
        for bytes in [bytes, bytes + SHA256.digest(of: bytes)] {
            guard let entries = EntryList.decoded(bytes) else { continue }
            try require(
                EntryList.decoded(EntryList.encoded(entries)), equals: entries, "written and read, entries are others")
        }
        _ = Netrc(parsing: text).login(for: "example.org")
        let suffixes = PublicSuffixes(parsing: text)
        for host in ["www.example.co.uk", "uk", "", ".", text] {
            guard let domain = suffixes.registrableDomain(of: host) else { continue }
            try require(
                host.hasSuffix(domain) && !suffixes.contains(domain), "a suffix is taken for a domain: \(domain)")
        }
    }
}
