import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a server may set, and what goes along with which request (RFC 6265, sections 5.3 and 5.4; RFC 6265bis).
struct CookieJarTests {
    static let now = Date(timeIntervalSince1970: 1_000_000_000)

    static func request(_ url: String, _ method: Request.Method = .get) -> Request {
        Request(url: URL(string: url)!, method: method)
    }

    static func response(_ lines: [String]) -> Response {
        Response(headerFields: HeaderFields(lines.compactMap { try? HeaderFields.Field("Set-Cookie", $0) }))
    }

    /// The jar after one response.
    static func jar(
        _ lines: String..., from url: String = "https://www.a.org/x/y", in jar: CookieJar = CookieJar(),
        suffixes: PublicSuffixes = .wellKnown
    ) -> CookieJar {
        jar.storing(response(lines), to: request(url), at: now, publicSuffixes: suffixes)
    }

    private static func sent(_ jar: CookieJar, to url: String, after seconds: TimeInterval = 0) -> String {
        jar.cookies(for: URL(string: url)!, at: now + seconds).map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    @Test func `a line has a name and a value`() {
        let cases: [(String, String)] = [
            ("a=b", "a=b"), (" a = b c ; Path=/", "a=b c"), ("a", "=a"), ("=b", "=b"), ("a=", "a="), ("a=b=c", "a=b=c"),
            ("a=\"b; c\"", "a=\"b"), ("ä=ö", "ä=ö"), ("a=b;;;", "a=b"), ("", ""), ("=", ""), ("; Path=/", ""),
            ("a=1, b=2", "a=1, b=2"),
        ]
        for (line, expected) in cases {
            let found = Self.jar(line).cookies.map { "\($0.name)=\($0.value)" }
            #expect(found == (expected.isEmpty ? [] : [expected]), "\(line)")
        }
    }

    @Test func `too much is no cookie, and too long an attribute is none`() {
        #expect(Self.jar("ab=\(String(repeating: "x", count: 4_094))").cookies.count == 1)
        #expect(Self.jar("ab=\(String(repeating: "x", count: 4_095))").isEmpty)
        let path = "/" + String(repeating: "y", count: 1_024)
        #expect(Self.jar("a=b; path=\(path)").cookies.first?.path == "/x")
    }

    @Test func `it is for the host, or for the domain that it names`() {
        let cases: [(String, String, Bool)] = [
            ("a=b; Domain=a.org", "a.org", false), ("a=b; domain=.A.ORG", "a.org", false),
            ("a=b; domain=www.a.org", "www.a.org", false), ("a=b", "www.a.org", true),
            ("a=b; domain=", "www.a.org", true),
            ("a=b; domain=b.org; domain=a.org", "a.org", false),
        ]
        checkEach(cases) { line, domain, isHostOnly in
            let cookie = try #require(Self.jar(line).cookies.first, "\(line)")
            #expect(cookie.domain == domain && cookie.isHostOnly == isHostOnly, "\(line)")
        }
    }

    @Test func `no host sets a cookie for another site`() {
        let cases: [String] = [
            "a=b; domain=b.org", "a=b; domain=ww.a.org", "a=b; domain=x.www.a.org", "a=b; domain=org",
            "a=b; domain=w.a.org",
            "a=b; domain=ä.org",
        ]
        for line in cases { #expect(Self.jar(line).isEmpty, "\(line)") }
    }

    @Test func `an address has no hosts below, and no domain above`() {
        for (url, domain) in [("https://127.0.0.1/", "0.0.1"), ("https://[::1]/", "1]")] {
            #expect(Self.jar("a=b; domain=\(domain)", from: url).isEmpty)
            #expect(Self.sent(Self.jar("a=b", from: url), to: url) == "a=b")
        }
        #expect(
            Self.sent(Self.jar("a=b; domain=127.0.0.1", from: "https://127.0.0.1/"), to: "https://127.0.0.1/") == "a=b")
    }

    @Test func `suffixes are refused, but for the host that is one`() {
        for domain in ["co.uk", "com"] {
            #expect(Self.jar("a=b; domain=\(domain)", from: "https://x.\(domain)/").isEmpty)
            let own = Self.jar("a=b; domain=\(domain)", from: "https://\(domain)/")
            #expect(own.cookies.first?.isHostOnly == true)
        }
        let list = PublicSuffixes(parsing: "// a comment\ncom\n*.ck\n!www.ck\ngithub.io  // more\n")
        #expect(Self.jar("a=b; domain=github.io", from: "https://me.github.io/").cookies.count == 1)
        #expect(Self.jar("a=b; domain=github.io", from: "https://me.github.io/", suffixes: list).isEmpty)
        for (host, domain) in [
            ("x.b.com", "b.com"), ("com", nil), ("x.b.ck", "x.b.ck"), ("b.ck", nil), ("www.ck", "www.ck"),
            ("a.www.ck", "www.ck"), ("x.y.unknown", "y.unknown"), ("127.0.0.1", nil),
        ] as [(String, String?)] {
            #expect(list.registrableDomain(of: host) == domain, "\(host)")
        }
    }

    @Test func `without a path it is for the folder`() {
        let cases: [(String, String)] = [
            ("https://www.a.org/x/y", "/x"), ("https://www.a.org/x/", "/x"), ("https://www.a.org/x", "/"),
            ("https://www.a.org", "/"), ("https://www.a.org/x/y?z=/1/2", "/x"),
        ]
        for (url, path) in cases {
            #expect(Self.jar("a=b", from: url).cookies.first?.path == path, "\(url)")
            #expect(Self.jar("a=b; path=y", from: url).cookies.first?.path == path, "\(url)")
            #expect(Self.jar("a=b; path=", from: url).cookies.first?.path == path, "\(url)")
            #expect(Self.jar("a=b; path=/z; path=/q", from: url).cookies.first?.path == "/q", "\(url)")
        }
    }

    @Test func `it goes where its path and its host say`() {
        let jar = Self.jar("a=b; path=/foo; domain=a.org")
        for url in ["https://a.org/foo", "https://x.y.a.org/foo/", "https://www.A.org./foo/bar?x"] {
            #expect(Self.sent(jar, to: url) == "a=b", "\(url)")
        }
        for url in [
            "https://a.org/foobar", "https://a.org/", "https://xa.org/foo", "https://org/foo", "ftp://a.org/foo",
        ] {
            #expect(Self.sent(jar, to: url).isEmpty, "\(url)")
        }
        #expect(Self.sent(Self.jar("a=b; path=/"), to: "https://x.www.a.org/").isEmpty)
    }

    @Test(arguments: ["https://a.org", "https://a.org?q", "https://a.org#f", "https://a.org/"])
    func `a URL without a path means the root`(url: String) {
        #expect(Self.sent(Self.jar("a=b", from: url), to: url) == "a=b")
        #expect(Self.sent(Self.jar("a=b; path=/", from: "https://a.org/x/y"), to: url) == "a=b")
    }

    @Test func `names and domains are bytes, not letters`() {
        let jar = Self.jar("e\u{301}=1; path=/", "\u{e9}=2; path=/")
        #expect(jar.cookies.map(\.value) == ["1", "2"])
        // Combined with the letter after it, the hyphen would be another letter.
        #expect(Self.jar("__Host-\u{301}=1").isEmpty)
    }

    @Test func `a cookie that is set again keeps its place, even within one moment`() {
        let jar = Self.jar("a=1; path=/", "b=2; path=/")
        let again = Self.jar("a=3; path=/", "c=4; path=/", in: jar)
        #expect(Self.sent(again, to: "https://www.a.org/") == "a=3; b=2; c=4")
        let read = CookieJar(storedCookies: again.storedLines.compactMap { Cookie(storedLine: Array($0.0.utf8)[...]) })
        #expect(Self.sent(read, to: "https://www.a.org/") == "a=3; b=2; c=4")
    }

    @Test func `longer paths come first, then older cookies`() {
        var jar = Self.jar("one=1; path=/")
        jar = jar.storing(
            Self.response(["two=2; path=/x", "three=3; path=/"]), to: Self.request("https://www.a.org/"),
            at: Self.now + 1)
        // A new value keeps its age.
        jar = jar.storing(Self.response(["one=4; path=/"]), to: Self.request("https://www.a.org/"), at: Self.now + 2)
        #expect(Self.sent(jar, to: "https://www.a.org/x/", after: 3) == "two=2; one=4; three=3")
    }

    @Test func `it ends when it says, Max-Age before Expires, and after four hundred days at the latest`() {
        let jar = Self.jar(
            "a=1; max-age=10; expires=Sun, 06 Nov 2094 08:49:37 GMT", "b=2; max-age=x", "c=3; max-age=-5")
        #expect(Self.sent(jar, to: "https://www.a.org/x", after: 9) == "a=1; b=2")
        #expect(Self.sent(jar, to: "https://www.a.org/x", after: 10) == "b=2")
        #expect(jar.endingSession().cookies.map(\.name) == ["a"])
        let long = Self.now + 400 * 86_400
        #expect(Self.jar("a=1; max-age=999999999999999999999999").cookies.first?.expiry == long)
        #expect(Self.jar("a=1; expires=Sun, 06 Nov 2094 08:49:37 GMT").cookies.first?.expiry == long)
        #expect(Self.jar("a=; max-age=0", in: jar).cookies.map(\.name) == ["b"])
    }

    @Test func `what is secure is neither set nor sent nor covered in clear`() {
        let clear = "http://www.a.org/x/y"
        #expect(Self.jar("a=b; secure", from: clear).isEmpty)
        let jar = Self.jar("a=b; secure; path=/")
        #expect(Self.sent(jar, to: "http://www.a.org/").isEmpty && Self.sent(jar, to: "https://www.a.org/") == "a=b")
        #expect(Self.jar("a=evil; path=/x", from: clear, in: jar) == jar)
        #expect(Self.jar("a=evil; domain=a.org; path=/", from: clear, in: jar) == jar)
        #expect(Self.jar("a=other; path=/x", in: jar).cookies.count == 2)
        // It would not be sent where the secure one is.
        let deep = Self.jar("a=b; secure; path=/deep")
        #expect(Self.jar("a=c; path=/x", from: clear, in: deep).cookies.count == 2)
        #expect(Self.jar("a=c; path=/deep/er", from: clear, in: deep) == deep)
        let local = Self.jar("a=b; secure", from: "http://localhost:8080/")
        #expect(Self.sent(local, to: "http://localhost/") == "a=b")
    }

    @Test func `a prefix promises what it says`() {
        let cases: [(String, Bool)] = [
            ("__Host-a=b; secure; path=/", true), ("__Host-a=b; secure", false), ("__Host-a=b; path=/", false),
            ("__Host-a=b; secure; path=/; domain=a.org", false), ("__Secure-a=b; secure", true),
            ("__Secure-a=b", false),
            ("__host-a=b; secure; path=/x", false), ("=__Host-a=b; secure; path=/", false),
            ("__Secure-a; secure", false),
        ]
        for (line, isStored) in cases { #expect(Self.jar(line).cookies.count == (isStored ? 1 : 0), "\(line)") }
    }

    @Test func `cookies of a site stay out of what another site has led to`() throws {
        let jar = Self.jar(
            "s=1; samesite=Strict; path=/", "l=2; SameSite=LAX; path=/", "n=3; samesite=none; secure; path=/",
            "no=0; samesite=none; path=/", "d=4; path=/")
        var run = DryRun { request in
            request.url.host() == "b.org"
                ? Response(status: 302, headerFields: ["Location": "https://www.a.org/"]) : Response()
        }
        _ = try run.load(Resource(Self.request("https://b.org/"), parseResponse: { $0.status }))
        var crossing = try #require(run.requests.last)
        #expect(jar.cookies(for: crossing, at: Self.now).map(\.name) == ["l", "n", "d"])
        crossing.method = .post
        #expect(jar.cookies(for: crossing, at: Self.now).map(\.name) == ["n", "d"])
        #expect(Self.sent(jar, to: "https://www.a.org/") == "s=1; l=2; n=3; d=4")
    }

    @Test func `partitioned cookies belong to loads of one site`() throws {
        #expect(Self.jar("a=b; partitioned").isEmpty)
        let jar = Self.jar("a=b; secure; partitioned; path=/")
        #expect(jar.cookies.first?.partition == "https://a.org")
        #expect(Self.sent(jar, to: "https://www.a.org/") == "a=b")
        var run = DryRun { request in
            request.url.host() == "b.org"
                ? Response(status: 302, headerFields: ["Location": "https://www.a.org/"]) : Response()
        }
        _ = try run.load(Resource(Self.request("https://b.org/"), parseResponse: { $0.status }))
        let crossing = try #require(run.requests.last)
        #expect(jar.cookies(for: crossing, at: Self.now).isEmpty)
        let both = jar.storing(Self.response(["a=c; secure; partitioned; path=/"]), to: crossing, at: Self.now)
        #expect(both.cookies(for: crossing, at: Self.now).map(\.value) == ["c"])
        #expect(Self.sent(both, to: "https://www.a.org/") == "a=b")
    }

    @Test func `a custom jar holds any number`() {
        let cookies = (0..<5_000).map { Cookie("c\($0)", "v", domain: "h\($0 % 7).org") }
        #expect(CookieJar(cookies).cookies.count == 5_000)
        #expect(CookieJar().merging(CookieJar(cookies)).merging(CookieJar(cookies)).cookies.count == 5_000)
    }

    @Test func `no value is shown`() {
        let jar = Self.jar("session=topsecret; HttpOnly; secure; max-age=60")
        var dumped = ""
        dump(jar, to: &dumped)
        for text in ["\(jar)", String(reflecting: jar), dumped, "\(jar.cookies)", String(reflecting: jar.cookies[0])] {
            #expect(!text.contains("topsecret") && text.contains("session"))
        }
        #expect(
            "\(jar)"
                == "session=[redacted]; Host=www.a.org; Path=/x; Expires=Sun, 09 Sep 2001 01:47:40 GMT; Secure"
                + "; HttpOnly"
        )
    }
}
