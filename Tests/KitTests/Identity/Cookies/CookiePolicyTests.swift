import ResourcefulLab
import TestSupport
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cookies that a policy keeps in the store, and sends along.
struct CookiePolicyTests {
    private static func get(_ url: String) -> Resource<String> {
        Resource(Request(url: URL(string: url)!)) { String(decoding: $0.body, as: UTF8.self) }
    }

    /// A run whose servers set what the query says, and answer with the cookies that they got.
    private static func run(_ policies: [Policy] = [.cookies()], baseURL: URL? = nil) -> DryRun {
        DryRun(baseURL: baseURL, policies: policies) { request in
            var response = Response(body: Data((request.headerFields["Cookie"] ?? "none").utf8))
            if let line = request.url.query() {
                response.headerFields.append(try HeaderFields.Field("Set-Cookie", line))
            }
            if request.url.path().hasPrefix("/login") {
                response.status = 302
                response.headerFields["Location"] = "https://a.org/home"
                response.headerFields.append(try HeaderFields.Field("Set-Cookie", "session=1; Path=/; Secure"))
            }
            return response
        }
    }

    @Test func `what a redirection sets goes along with the next hop`() throws {
        var run = Self.run()
        #expect(try run.load(Self.get("https://a.org/login")) == "session=1")
        #expect(try run.load(Self.get("https://a.org/other")) == "session=1")
        #expect(try run.load(Self.get("https://b.org/")) == "none")
        #expect(try run.load(Self.get("http://a.org/")) == "none")
    }

    @Test(arguments: ["login", "./login"]) func `a relative URL is no other one`(path: String) throws {
        var run = Self.run(baseURL: URL(string: "https://a.org/"))
        #expect(try run.load(Self.get(path)) == "session=1")
        #expect(try run.load(Plan<CookieJar>.cookies).cookies.map(\.domain) == ["a.org"])
    }

    @Test func `it is done for each hop, wherever it stands behind what follows redirects`() throws {
        let cases: [[Policy]] = [
            [.retry(), .cookies()], [.cookies(), .retry()], [.followingRedirects(), .cookies()],
        ]
        for policies in cases {
            var run = Self.run(policies)
            #expect(try run.load(Self.get("https://a.org/login")) == "session=1")
        }
    }

    @Test func `an envelope that tells of a failure sets cookies, too`() throws {
        var run = DryRun(policies: [.cookies(), .inside(Envelope())]) { request in
            request.url.path() == "/"
                ? Response(
                    headerFields: ["Set-Cookie": "a=b; path=/"], body: Data(#"{"code": 7, "message": "no"}"#.utf8))
                : Response(body: Data(#"{"code": 0, "data": "\#(request.headerFields["Cookie"] ?? "")"}"#.utf8))
        }
        #expect(throws: ServiceError.self) { try run.load(Resource<String>(json: "https://a.org/")) }
        #expect(try run.load(Resource<String>(json: "https://a.org/1")) == "a=b")
    }

    @Test func `a request's own cookies come first, and replace others of the same name`() throws {
        var run = Self.run()
        _ = try run.load(Self.get("https://a.org/?a=1;path=/"))
        _ = try run.load(Self.get("https://a.org/?b=2;path=/"))
        #expect(try run.load(Self.get("https://a.org/").header("Cookie", "b=3; c=4")) == "b=3; c=4; a=1")
    }

    @Test(arguments: ["a.org", "y.db1", "b.co.uk", "1.example"])
    func `hosts of one domain share its cookies`(domain: String) throws {
        var run = Self.run()
        _ = try run.load(Self.get("https://x.\(domain)/?a=1;domain=\(domain);path=/"))
        for host in ["x.\(domain)", "z.\(domain)", "q.z.\(domain)", domain] {
            #expect(try run.load(Self.get("https://\(host)")) == "a=1", "\(host)")
        }
    }

    @Test func `the list of suffixes is the one that was given`() throws {
        let list = PublicSuffixes(parsing: "io\ngithub.io")
        let url = "https://me.github.io/?a=1;domain=github.io;path=/"
        for (policy, expected) in [(Policy.cookies(), "a=1"), (.cookies(publicSuffixes: list), "none")] {
            var run = Self.run([policy])
            _ = try run.load(Self.get(url))
            #expect(try run.load(Self.get("https://you.github.io/")) == expected)
        }
        var run = Self.run([.cookies(publicSuffixes: list)])
        _ = try run.load(Self.get("https://me.github.io/?a=1;secure;partitioned;path=/"))
        let home = try #require(URL(string: "https://me.github.io/"))
        #expect(try run.load(Plan<[Cookie]>.cookies(for: home, publicSuffixes: list)).count == 1)
        #expect(try run.load(Plan<[Cookie]>.cookies(for: home)).isEmpty)
    }

    @Test func `what a cache has stored sets no cookie again`() throws {
        var run = DryRun(policies: [.cookies(), .cache()]) { request in
            let cookie = request.headerFields["Cookie"] ?? "none"
            return Response(
                headerFields: [
                    "Cache-Control": "max-age=60", "Set-Cookie": "session=1; path=/", "ETag": "\"1\"",
                ], body: Data(cookie.utf8))
        }
        let page = Self.get("https://a.org/page")
        _ = try run.load(page)
        try run.load(Plan.removeCookies())
        #expect(try run.load(page) == "none" && run.requests.count == 1)
        #expect(try run.load(Plan<CookieJar>.cookies).isEmpty)
    }

    @Test(arguments: [nil, "session=2; path=/"])
    func `after a validation, only what the server says now sets cookies`(line: String?) throws {
        var run = DryRun(policies: [.cookies(), .cache()]) { request in
            guard request.headerFields["If-None-Match"] != nil else {
                return Response(
                    headerFields: ["Cache-Control": "max-age=0", "Set-Cookie": "session=1; path=/", "ETag": "\"1\""])
            }
            return Response(status: 304, headerFields: line.map { ["Set-Cookie": "\($0)"] } ?? [:])
        }
        let page = Self.get("https://a.org/page")
        _ = try run.load(page)
        try run.load(Plan.removeCookies())
        let response = try run.load(page.withResponse).1
        #expect(response.cacheStatus?.source == .validated && run.requests.count == 2)
        #expect(response.headerFields["Set-Cookie"] == line)
        #expect(try run.load(Plan<CookieJar>.cookies).cookies.map(\.value) == (line == nil ? [] : ["2"]))
    }

    @Test func `a redirection that a function changes still began where it did`() throws {
        let policies: [Policy] = [
            .followingRedirects(
                .deciding { redirection in Request(url: redirection.next.url).header("X-Mine", "1") }),
            .cookies(),
        ]
        var run = DryRun(policies: policies) { request in
            switch request.url.host() {
            case "a.org": Response(status: 302, headerFields: ["Location": "https://b.org/1"])
            case "b.org" where request.url.path() == "/1":
                Response(status: 302, headerFields: ["Location": "https://b.org/2"])
            default: Response(body: Data((request.headerFields["Cookie"] ?? "none").utf8))
            }
        }
        try run.load(
            Plan.addCookies(CookieJar([Cookie("s", "1", domain: "b.org", sameSite: .strict)])))
        #expect(try run.load(Self.get("https://a.org/")) == "none")
        #expect(try run.load(Self.get("https://b.org/2")) == "s=1")
    }

    @Test func `a site has a maximum number of bytes, and what was stored first goes first`() throws {
        var run = Self.run()
        let value = String(repeating: "v", count: 4_000)
        let count = Effort.size(reduced: 34, usual: 60, full: 60)
        for number in 0..<count {
            _ = try run.load(Self.get("https://h\(number).a.org/?c=\(value);domain=h\(number).a.org"))
        }
        let cookies = try run.load(Plan<CookieJar>.cookies).cookies
        #expect((20..<33).contains(cookies.count) && cookies.last?.domain == "h\(count - 1).a.org")
    }

    @Test func `what is stored is on the list of sites, and what is removed is not, in any order`() throws {
        let plan = zip(Plan.removeCookies(), Self.get("https://a.org/?b=2;path=/"))
        let exploration = try DryRun.explore(in: {
            var run = Self.run()
            _ = try run.load(Self.get("https://a.org/?a=1;path=/"))
            return run
        }) { run in
            _ = try run.load(plan)
            let isStored = run.store["cookies/a.org"] != nil
            let list = run.store["cookies"].map { String(decoding: $0.data, as: UTF8.self) } ?? ""
            return list == (isStored ? "cookies/a.org" : "")
        }
        #expect("\(exploration)".hasPrefix("all "))
    }

    @Test func `a filter decides which cookies are stored`() throws {
        var run = Self.run([.cookies { $0.name != "tracker" }])
        _ = try run.load(Self.get("https://a.org/?tracker=1"))
        _ = try run.load(Self.get("https://a.org/?session=2"))
        #expect(try run.load(Self.get("https://a.org/")) == "session=2")
    }

    @Test func `expired ones stay home in virtual time, and leave the store`() throws {
        var run = Self.run()
        _ = try run.load(Self.get("https://a.org/?a=1;max-age=60"))
        #expect(try run.load(Plan.wait(for: .seconds(59)).flatMap { Self.get("https://a.org/").plan }) == "a=1")
        #expect(try run.load(Plan.wait(for: .seconds(1)).flatMap { Self.get("https://a.org/").plan }) == "none")
        _ = try run.load(Self.get("https://a.org/?a=;max-age=0"))
        #expect(run.store["cookies/a.org"] == nil)
    }

    @Test func `two responses at once lose nothing, in any order`() throws {
        let plan = zip(Self.get("https://a.org/?a=1"), Self.get("https://x.a.org/?b=2;domain=a.org"))
            .flatMap { _ in Self.get("https://a.org/").plan }
        let exploration = try DryRun.explore(plan, in: { Self.run() }) { outcome, _ in
            try Set(outcome.get().split(separator: "; ")) == ["a=1", "b=2"]
        }
        #expect("\(exploration)".hasPrefix("all "))
    }

    @Test func `what users see by their cookies is cached apart`() throws {
        var run = DryRun(policies: [.cache(), .cookies()]) { request in
            var response = Response(
                headerFields: ["Cache-Control": "max-age=600"],
                body: Data((request.headerFields["Cookie"] ?? "none").utf8))
            if request.url.path() == "/login" {
                let user = request.url.query() ?? ""
                response.headerFields["Cache-Control"] = "no-store"
                response.headerFields["Set-Cookie"] = "user=\(user); path=/"
            }
            return response
        }
        let page = Self.get("https://a.org/page")
        #expect(try run.load(page) == "none")
        for user in ["one", "two", "one"] {
            _ = try run.load(Self.get("https://a.org/login?\(user)"))
            #expect(try run.load(page) == "user=\(user)")
        }
        try run.load(Plan.removeCookies())
        #expect(try run.load(page) == "none")
        #expect(run.requests.filter { $0.url.path() == "/page" }.count == 3)
    }

    @Test func `a cookie of a request's own tells users apart, too, beside those that are kept`() throws {
        var run = DryRun(policies: [.cache(), .cookies()]) { request in
            Response(
                headerFields: ["Cache-Control": "max-age=600"],
                body: Data((request.headerFields["Cookie"] ?? "none").utf8))
        }
        try run.load(Plan.addCookies(CookieJar([Cookie("kept", "1", domain: "a.org")])))
        for own in ["x", "y", "x", "y"] {
            #expect(try run.load(Self.get("https://a.org/").header("Cookie", "own=\(own)")) == "own=\(own); kept=1")
        }
        #expect(run.requests.count == 2)
    }

    @Test func `cookies are looked at, added and removed`() throws {
        var run = Self.run()
        let file = "a.org\tFALSE\t/\tTRUE\t0\tone\t1\n.b.co.uk\tTRUE\t/\tTRUE\t2000000000\ttwo\t2\n"
        try run.load(Plan.addCookies(CookieJar(netscape: file)))
        #expect(try run.load(Self.get("https://x.b.co.uk/")) == "two=2")
        #expect(try run.load(Plan<[Cookie]>.cookies(for: URL(string: "https://a.org/")!)).map(\.value) == ["1"])
        #expect(try run.load(Plan<CookieJar>.cookies).cookies.map(\.name).sorted() == ["one", "two"])
        try run.load(Plan.removeCookies { $0.expiry == nil })
        #expect(try run.load(Plan<CookieJar>.cookies).cookies.map(\.name) == ["two"])
        try run.load(Plan.removeCookies())
        #expect(try run.load(Self.get("https://x.b.co.uk/")) == "none")
    }

    @Test(.enabled(if: !Effort.isReduced, "it takes seconds without optimization"))
    func `the list of sites is bounded, and what falls off it is removed`() throws {
        var run = Self.run()
        let jar = CookieJar((0..<900).map { Cookie("c", "v", domain: "h\($0).org") })
        try run.load(Plan.addCookies(jar))
        try run.load(Plan.addCookies(CookieJar((0..<200).map { Cookie("c", "v", domain: "more\($0).org") })))
        let sites = run.store.keys.filter { $0.hasPrefix("cookies/") }
        #expect(sites.count == 1_000 && sites.contains("cookies/more199.org"))
    }

    @Test func `no value stands in an event log, a trace or an error`() throws {
        var run = DryRun(policies: [.cookies()]) { request in
            Response(status: 500, headerFields: ["Set-Cookie": "session=topsecret; path=/"])
        }
        for _ in 0..<2 {
            let error = #expect(throws: LoadError.self) { try run.load(Self.get("https://a.org/")) }
            #expect(error.map { "\($0)\(String(reflecting: $0))".contains("topsecret") } == false)
        }
        #expect(!"\(run.eventLog)".contains("topsecret"))
        #expect(run.requests.last?.headerFields["Cookie"] == "session=topsecret")
        #expect(Policy.cookies().description == "cookies: those of each site")
    }
}
