import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Jars as texts: Netscape's file, and lines of the field.
struct CookieFormatTests {
    private static let file = """
        # Netscape HTTP Cookie File
        # https://curl.se/docs/http-cookies.html

        .a.org\tTRUE\t/x\tTRUE\t2000000000\tone\t1
        #HttpOnly_www.b.org\tFALSE\t/\tFALSE\t0\ttwo\ta b
        no line of a cookie
        c.org\tFALSE\tx\tFALSE\t0\tthree\t3
        """

    @Test func `a file of curl is read, and written as it was`() {
        let jar = CookieJar(netscape: Self.file)
        #expect(jar.cookies.map(\.name) == ["one", "two"])
        #expect(jar.cookies[0].domain == "a.org" && !jar.cookies[0].isHostOnly && jar.cookies[0].isSecure)
        #expect(jar.cookies[1].isHostOnly && jar.cookies[1].isHTTPOnly && jar.cookies[1].expiry == nil)
        let lines = Self.file.split(separator: "\n")
        #expect(jar.netscape == ([lines[0]] + lines[2...3]).joined(separator: "\n") + "\n")
        #expect(CookieJar(netscape: jar.netscape) == jar)
        let moment = Date(timeIntervalSince1970: 5)
        #expect(CookieJar(netscape: Self.file, at: moment).cookies.allSatisfy { $0.created == moment })
    }

    @Test func `what would break the file is left out`() {
        for text in ["a\tb", "a\nb", "a;b"] {
            #expect(CookieJar([Cookie("n", text, domain: "a.org")]).netscape == "# Netscape HTTP Cookie File\n")
        }
        #expect(CookieJar([Cookie("", "x", domain: "a.org")]).netscape.contains("\t\tx"))
    }

    @Test func `any text is a file of cookies, and any line is a cookie or none`() {
        var random = SplitMix64(seed: 8)
        let pieces = ["a", "=", ";", "\t", "\n", "%", "domain", "max-age", "secure", "1", "/", ".", "ä", "\u{0}", " "]
        for _ in 0..<Effort.rounds(5_000) {
            let text = (0..<Int.random(in: 0...30, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            _ = CookieJar(netscape: text)
            let url = URL(string: "https://a.org/")!
            guard let field = try? HeaderFields.Field("Set-Cookie", text) else { continue }
            let jar = CookieJar().storing(
                Response(headerFields: HeaderFields([field])), to: Request(url: url), at: Date(timeIntervalSince1970: 0)
            )
            #expect(jar.cookies.count <= 1)
            #expect(jar.cookies.allSatisfy { $0.domain == "a.org" && $0.path.hasPrefix("/") })
        }
    }
}
