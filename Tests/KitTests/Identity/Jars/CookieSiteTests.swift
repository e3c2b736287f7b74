import ResourcefulTesting
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the cookies of one server do to those of another one, and to secure ones (RFC 6265bis, section 5.7).
struct CookieSiteTests {
    @Test func `a site has a maximum number of cookies, and what is secure stays longest`() {
        var jar = CookieJarTests.jar("first=1; secure")
        for number in 0..<300 { jar = CookieJarTests.jar("c\(number)=x", in: jar) }
        #expect(jar.cookies.count == 180 && jar.cookies.first?.name == "first")
        #expect(jar.cookies.last?.name == "c299")
    }

    @Test(arguments: [1, 30, 180])
    func `a site takes no cookies from another one, for however many domains it sets them`(count: Int) {
        let bank = Self.jar(in: CookieJar(), lines: (0..<count).map { "b\($0)=x; domain=bank.co.uk" }, "www.bank.co.uk")
        #expect(bank.cookies.count == count)
        let (host, domains) = Self.deepHost
        #expect(domains.count == 119)
        for times in 1...2 {
            let each = Effort.size(reduced: 3, usual: 30, full: 30) * times
            let lines = domains.flatMap { domain in (0..<each).map { "e\($0)=x; domain=\(domain)" } }
            let jar = Self.jar(in: bank, lines: lines, host)
            #expect(jar.cookies.prefix(count) == bank.cookies[...])
            #expect(jar.cookies.count == count + 180)
        }
    }

    /// A long host name, and all domains that it can set cookies for.
    private static var deepHost: (host: String, domains: [String]) {
        let labels = Array(repeating: "a", count: 118) + ["evil", "co", "uk"]
        return (
            labels.joined(separator: "."), (0..<119).map { labels.dropFirst($0).joined(separator: ".") }
        )
    }

    private static func jar(in jar: CookieJar, lines: [String], _ host: String) -> CookieJar {
        jar.storing(
            CookieJarTests.response(lines), to: CookieJarTests.request("https://\(host)/"), at: CookieJarTests.now)
    }

    @Test func `of all sites, the ones with the most cookies lose some`() {
        var jar = Self.jar(in: CookieJar(), lines: (0..<100).map { "s\($0)=x" }, "small.org")
        for site in 0..<20 {
            jar = Self.jar(in: jar, lines: (0..<180).map { "c\($0)=x; domain=s\(site).org" }, "x.s\(site).org")
        }
        #expect(jar.cookies.count == 3_000)
        let counts = Dictionary(grouping: jar.cookies) { $0.domain }.mapValues(\.count)
        #expect(counts["small.org"] == 100 && counts.count == 21)
        #expect(counts.values.sorted().dropFirst().allSatisfy { (144...146).contains($0) })
    }

    @Test func `a cookie without a name covers nothing that is secure, however a server trims it`() {
        let jar = CookieJarTests.jar("session=good; secure; path=/")
        let spaces = ["", " ", "\t", " \t", "\t ", "  "]
        for (before, after) in spaces.flatMap({ before in spaces.map { (before, $0) } }) {
            for line in ["=\(before)session\(after)=evil", "\(before)session\(after)", "\(before)session\(after)=evil"]
            {
                #expect(CookieJarTests.jar(line, from: "http://www.a.org/", in: jar) == jar, "\(line.debugDescription)")
            }
        }
        // Only the name counts, and also that of a secure cookie without one.
        #expect(CookieJarTests.jar("=other =session", from: "http://www.a.org/", in: jar).cookies.count == 2)
        let nameless = CookieJarTests.jar("=session =good; secure; path=/")
        #expect(CookieJarTests.jar("session=evil; path=/", from: "http://www.a.org/", in: nameless) == nameless)
    }
}
