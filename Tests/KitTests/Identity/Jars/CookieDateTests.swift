import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The date of a cookie in all forms that servers have sent (RFC 6265, section 5.1.1).
struct CookieDateTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let moment = Date(timeIntervalSince1970: 784_111_777)

    private static func expiry(_ date: String) -> Date? {
        let response = Response(headerFields: ["Set-Cookie": "a=b; expires=\(date)"])
        let now = Date(timeIntervalSince1970: 784_000_000)
        let jar = CookieJar().storing(response, to: Request(url: URL(string: "https://a.org/")!), at: now)
        return jar.cookies.first?.expiry
    }

    @Test func `the parts are found wherever they stand`() {
        let cases: [String] = [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "06 nov 94 8:49:37", "1994 08:49:37 november 6", "08:49:37, 06/Nov/1994 +0000",
            "06Z 1994x NOVEMBRE 08:49:37-x",
        ]
        for date in cases { #expect(Self.expiry(date) == Self.moment, "\(date)") }
    }

    @Test func `what has not all of them is no date, and the cookie ends with the session`() {
        let cases: [String] = [
            "", "Sun, 06 Nov 1994", "08:49:37 Nov 1994", "06 1994 08:49:37", "06 Nov 08:49:37", "31 Jun 1994 08:49:37",
            "06 Nov 1600 08:49:37", "06 Nov 1994 24:49:37", "06 Nov 1994 08:60:37", "06 Nov 1994 08:49:60",
            "006 Nov 1994 08:49:37", "06 Nov 19945 08:49:37", "0 Nov 1994 08:49:37", "29 Feb 1995 08:49:37",
        ]
        checkEach(cases) { date in
            let response = Response(headerFields: ["Set-Cookie": "a=b; expires=\(date)"])
            let jar = CookieJar().storing(
                response, to: Request(url: URL(string: "https://a.org/")!), at: Date(timeIntervalSince1970: 0))
            let cookie = try #require(jar.cookies.first, "\(date)")
            #expect(cookie.expiry == nil, "\(date)")
        }
    }

    @Test func `years of two digits are in the century of the web`() {
        for (year, seconds) in [(69, 3_150_953_377.0), (70, 26_729_377), (99, 941_878_177)] as [(Int, Double)] {
            let jar = CookieJar().storing(
                Response(headerFields: ["Set-Cookie": "a=b; expires=06 Nov \(year) 08:49:37"]),
                to: Request(url: URL(string: "https://a.org/")!), at: Date(timeIntervalSince1970: seconds - 60))
            #expect(jar.cookies.first?.expiry == Date(timeIntervalSince1970: seconds))
        }
    }
}
