import ResourcefulLab
import TestSupport
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a policy for cookies keeps of many sites, and sends beside a request's own cookies.
struct CookieStoreTests {
    private static func get(_ url: String) -> Resource<String> {
        Resource(Request(url: URL(string: url)!)) { String(decoding: $0.body, as: UTF8.self) }
    }

    /// A run whose servers set what the query says, and answer with the cookies that they got.
    private static func run(_ policies: [Policy] = [.cookies()]) -> DryRun {
        DryRun(policies: policies) { request in
            Response(
                headerFields: request.url.query().map { ["Set-Cookie": "\($0)"] } ?? [:],
                body: Data((request.headerFields["Cookie"] ?? "none").utf8))
        }
    }

    @Test func `no cookie goes beside one of a request's own that a server reads under the same name`() {
        checkEach(["=b=evil", "=b =evil", "=b\t=evil", "b=evil", "b"]) { line in
            var run = Self.run()
            let url = try #require(URL(string: "https://a.org/"), "\(line)")
            let jar = CookieJar().storing(
                Response(headerFields: ["Set-Cookie": "\(line)"]), to: Request(url: url),
                at: Date(timeIntervalSince1970: 0)
            )
            #expect(jar.cookies.count == 1, "\(line)")
            try run.load(Plan.addCookies(jar))
            for own in ["b=mine", "a=1; b =mine", "b\t=mine; c=3"] {
                #expect(try run.load(Self.get("https://a.org/").header("Cookie", own)) == own, "\(line)")
            }
        }
    }

    @Test(arguments: [1, 1_000, 4_000])
    func `no site removes the session of another one, for however many domains it sets cookies`(size: Int) throws {
        let labels = Array(repeating: "a", count: 118) + ["evil", "co", "uk"]
        let value = String(repeating: "v", count: 3_000)
        let lines = try (0..<119).map { count in
            try HeaderFields.Field(
                "Set-Cookie", "c\(count)=\(value); Domain=\(labels.dropFirst(count).joined(separator: "."))")
        }
        var run = DryRun(policies: [.cookies()]) { request in
            guard request.url.host() == "www.bank.co.uk" else { return Response(headerFields: HeaderFields(lines)) }
            let session = String(repeating: "s", count: size)
            return Response(
                headerFields: ["Set-Cookie": "session=\(session); Domain=bank.co.uk"],
                body: Data((request.headerFields["Cookie"] ?? "none").utf8))
        }
        _ = try run.load(Self.get("https://www.bank.co.uk/"))
        _ = try run.load(Self.get("https://\(labels.joined(separator: "."))/"))
        #expect(try run.load(Self.get("https://www.bank.co.uk/")).utf8.count == "session=".utf8.count + size)
    }

    @Test(arguments: [("", true), ("?b=2", true), (nil, false)] as [(String?, Bool)])
    func `the site that was used least recently makes room for a new one`(use: String?, stays: Bool) throws {
        var run = Self.run()
        try run.load(Plan.addCookies(CookieJar([Cookie("c", "v", domain: "h0.org")])))
        // A full list, of which only the first site matters.
        let names = (0..<1_000).map { "cookies/h\($0).org" }.joined(separator: "\n")
        run.store["cookies"] = StoreEntry(data: Data(names.utf8), date: Date(timeIntervalSince1970: 0))
        _ = try run.load(Plan.wait(for: .seconds(86_400)))
        if let use { _ = try run.load(Self.get("https://h0.org/\(use)")) }
        for number in 0..<2 {
            try run.load(Plan.addCookies(CookieJar([Cookie("c", "v", domain: "new\(number).org")])))
        }
        #expect((run.store["cookies/h0.org"] != nil) == stays)
        let listed = run.store["cookies"].map { String(decoding: $0.data, as: UTF8.self).split(separator: "\n") } ?? []
        #expect(listed.count == 1_000 && Set(listed).count == 1_000)
        #expect(listed.contains("cookies/h0.org") == stays && listed.last == "cookies/new1.org")
    }

    @Test func `a use is noted once a day, and costs nothing else`() throws {
        var run = Self.run()
        try run.load(Plan.addCookies(CookieJar([Cookie("c", "v", domain: "a.org")])))
        var dates: Set<Date> = []
        for _ in 0..<48 {
            _ = try run.load(Plan.wait(for: .seconds(3_600)).flatMap { Self.get("https://a.org/").plan })
            if let date = run.store["cookies/a.org"]?.date { dates.insert(date) }
        }
        #expect(dates.count == 3)
    }

    @Test func `added cookies are sent by the list of suffixes that both have`() throws {
        let list = PublicSuffixes(parsing: "io\ngithub.io\nde")
        let jar = CookieJar([
            Cookie("a", "1", domain: "me.github.io"), Cookie("b", "2", domain: "co.de", isHostOnly: false),
        ])
        var run = Self.run([.cookies(publicSuffixes: list)])
        try run.load(Plan.addCookies(jar, publicSuffixes: list))
        #expect(try run.load(Self.get("https://me.github.io/")) == "a=1")
        #expect(try run.load(Self.get("https://www.co.de/")) == "b=2")
        #expect(try run.load(Self.get("https://you.github.io/")) == "none")
    }

    @Test func `any jar comes back from a store as it was`() {
        var random = SplitMix64(seed: 7)
        let texts = ["", "a", "a%b", "\t", "%09", "ä ö", "=", "x\u{1F600}", "a%0Ab", "\r", "\r\n", "%\u{301}09"]
        for _ in 0..<Effort.rounds(500) {
            let cookies = (0..<Int.random(in: 0...6, using: &random)).map { number -> Cookie in
                let text = { texts.randomElement(using: &random) ?? "" }
                return Cookie(
                    "\(number)" + text(), text(), domain: "h\(number).org", isHostOnly: .random(using: &random),
                    path: "/" + text(),
                    expiry: Bool.random(using: &random) ? Date(timeIntervalSince1970: 1e9 / 3) : nil,
                    isSecure: .random(using: &random), isHTTPOnly: .random(using: &random),
                    sameSite: ([nil] + Cookie.SameSite.allCases).randomElement(using: &random) ?? nil,
                    partition: Bool.random(using: &random) ? "https://a.org" : nil,
                    created: Date(timeIntervalSince1970: .random(in: 0...1e9, using: &random)))
            }
            let jar = CookieJar(cookies)
            #expect((jar.entry(at: .distantPast).map { CookieJar($0) } ?? CookieJar()) == jar)
        }
    }

    @Test func `any bytes in a store are a jar, and a list of sites`() {
        var random = SplitMix64(seed: 8)
        let pieces = ["a", "1", "23 ", " ", "\t", "\n", "%", "9999999999 ", "\u{0}", "ä"]
        for _ in 0..<Effort.rounds(5_000) {
            let text = (0..<Int.random(in: 0...30, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            for count in [nil, Int.random(in: -3...40, using: &random)] {
                let entry = StoreEntry(data: Data(text.utf8), date: .distantPast, lastingByteCount: count)
                _ = CookieJar(entry)
                let names = CookieSites(entry).names
                #expect(CookieSites(CookieSites(entry).entry).names == names)
            }
        }
    }

    @Test func `what lasts comes first in an entry, and the order stays`() throws {
        var random = SplitMix64(seed: 9)
        for _ in 0..<Effort.rounds(300) {
            let lines = (0..<Int.random(in: 1...20, using: &random)).map {
                (text: "h\($0)", isLasting: Bool.random(using: &random))
            }
            let entry = try #require(StoreEntry(lines, date: .distantPast))
            let found = entry.lines { (String(decoding: $0, as: UTF8.self), $1) }
            #expect(found.map(\.0) == lines.map(\.text) && found.map(\.1) == lines.map(\.isLasting))
            let lasting = entry.data.prefix(entry.lastingByteCount ?? entry.data.count)
            let kept = StoreEntry(data: Data(lasting), date: .distantPast).lines { line, _ in
                String(decoding: line, as: UTF8.self)
            }
            #expect(kept == lines.filter(\.isLasting).map(\.text))
            #expect(entry.lasts == lines.contains(where: \.isLasting))
        }
    }

    @Test(arguments: ["a=2; max-age=60; path=/", "a=2; path=/", "a=; max-age=0; path=/"])
    func `the list says whether the cookies of a site last, in any order`(second: String) throws {
        let plan = zip(
            Self.get("https://a.org/?a=1;max-age=60;path=/"), Self.get("https://a.org/?\(second)".filter { $0 != " " }))
        let exploration = try DryRun.explore(in: { Self.run() }) { run in
            _ = try run.load(plan)
            let entry = run.store["cookies/a.org"]
            let sites = CookieSites(run.store["cookies"])
            return sites.names == (entry == nil ? [] : ["cookies/a.org"])
                && (run.store["cookies"]?.lasts ?? false) == (entry?.lasts ?? false)
        }
        #expect("\(exploration)".hasPrefix("all "))
    }
}
