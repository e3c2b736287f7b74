import ResourcefulTesting
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hosts that are to be reached securely alone (RFC 6797).
struct StrictTransportSecurityTests {
    private static let policy = Policy.strictTransportSecurity(preloaded: ["Known.example"])

    private static func status(_ url: String) -> Resource<Response.Status> {
        Resource(Request(url: URL(string: url)!)) { $0.status }
    }

    /// A run whose servers answer with a field.
    private static func run(_ field: String = "max-age=60") -> DryRun {
        DryRun(policies: [policy]) { request in
            Response(headerFields: request.url.path() == "/say" ? ["Strict-Transport-Security": field] : [:])
        }
    }

    private static func sent(_ urls: [String], _ field: String = "max-age=60") throws -> [String] {
        var run = run(field)
        for url in urls { _ = try run.load(status(url)) }
        return run.requests.map(\.url.absoluteString)
    }

    @Test func `a host that has asked securely is reached securely from then on`() throws {
        #expect(
            try Self.sent(["http://a.org/1", "https://a.org/say", "http://a.org/2", "http://a.org:80/3?x#y"])
                == ["http://a.org/1", "https://a.org/say", "https://a.org/2", "https://a.org/3?x#y"])
        #expect(try Self.sent(["https://a.org/say", "http://A.org./2"]).last == "https://A.org./2")
    }

    @Test(arguments: ["http://a.org:8080/", "http://a.org:8080/:80"]) func `another port stays`(url: String) throws {
        #expect(try Self.sent(["https://a.org/say", url]).last == "https" + url.dropFirst(4))
    }

    @Test func `a request in clear isn't answered`() throws {
        #expect(try Self.sent(["http://a.org/say", "http://a.org/"]).last == "http://a.org/")
    }

    @Test func `hosts below are meant only when it is said, and never those above`() throws {
        let urls = ["https://a.org/say", "http://b.a.org/", "http://c.b.a.org/", "http://org/", "http://xa.org/"]
        #expect(
            try Self.sent(urls).dropFirst() == [
                "http://b.a.org/", "http://c.b.a.org/", "http://org/", "http://xa.org/",
            ])
        #expect(
            try Self.sent(urls, "max-age=60; includeSubDomains").dropFirst()
                == ["https://b.a.org/", "https://c.b.a.org/", "http://org/", "http://xa.org/"])
    }

    @Test(arguments: ["http://127.0.0.1/", "http://[::1]/"]) func `an address is no host`(url: String) throws {
        let secure = "https" + url.dropFirst(4) + "say"
        #expect(try Self.sent([secure, url], "max-age=60; includeSubDomains").last == url)
    }

    @Test func `what is known from the beginning holds for the hosts below`() throws {
        let urls = ["http://known.example/", "http://b.known.example/", "http://unknown.example/"]
        #expect(
            try Self.sent(urls) == ["https://known.example/", "https://b.known.example/", "http://unknown.example/"])
    }

    @Test func `it ends with its time, and at once with an age of nothing`() throws {
        var run = Self.run("max-age=60")
        _ = try run.load(Self.status("https://a.org/say"))
        _ = try run.load(Plan.wait(for: .seconds(59)).flatMap { Self.status("http://a.org/").plan })
        _ = try run.load(Plan.wait(for: .seconds(2)).flatMap { Self.status("http://a.org/").plan })
        #expect(run.requests.map(\.url.scheme) == ["https", "https", "http"])
        let field = "max-age=0"
        var other = DryRun(policies: [Self.policy]) { request in
            Response(headerFields: ["Strict-Transport-Security": request.url.path() == "/end" ? field : "max-age=60"])
        }
        for url in ["https://a.org/", "https://a.org/end", "http://a.org/"] { _ = try other.load(Self.status(url)) }
        #expect(other.requests.map(\.url.scheme) == ["https", "https", "http"] && other.store.isEmpty)
    }

    @Test func `each hop of a redirection is looked at`() throws {
        var run = DryRun(policies: [Self.policy]) { request in
            request.url.host() == "a.org"
                ? Response(status: 302, headerFields: ["Location": "http://known.example/"]) : Response()
        }
        _ = try run.load(Self.status("http://a.org/"))
        #expect(run.requests.map(\.url.absoluteString) == ["http://a.org/", "https://known.example/"])
        let order = LoadOrder(baseURL: nil, policies: [Self.policy, .followingRedirects()])
        #expect(order.warnings == ["transport security is outside redirects: the next hop may be sent in cleartext"])
    }

    @Test func `a relative URL is looked at where it leads`() throws {
        var run = DryRun(baseURL: URL(string: "http://known.example/api/"), policies: [Self.policy]) { _ in Response() }
        _ = try run.load(Self.status("list?a=b"))
        #expect(run.requests.map(\.url.absoluteString) == ["https://known.example/api/list?a=b"])
    }

    @Test func `what a host repeats is not written again`() throws {
        var run = Self.run("max-age=31536000")
        _ = try run.load(Self.status("https://a.org/say"))
        let first = run.store
        _ = try run.load(Plan.wait(for: .seconds(60)).flatMap { Self.status("https://a.org/say").plan })
        #expect(run.store == first && first.count == 1)
        // Of a minute a second counts.
        var short = Self.run("max-age=60")
        for _ in 0..<3 {
            _ = try short.load(Plan.wait(for: .seconds(50)).flatMap { Self.status("https://a.org/say").plan })
        }
        _ = try short.load(Plan.wait(for: .seconds(50)).flatMap { Self.status("http://a.org/").plan })
        #expect(short.requests.last?.url.scheme == "https")
    }

    @Test func `what has ended leaves the store`() throws {
        var run = Self.run()
        for number in 0..<5 { _ = try run.load(Self.status("https://h\(number).org/say")) }
        _ = try run.load(Plan.wait(for: .seconds(61)).flatMap { Self.status("https://last.org/say").plan })
        let text = run.store.map { $0.key + String(decoding: $0.value.data, as: UTF8.self) }.joined(separator: "\n")
        #expect(text.contains("last.org") && !(0..<5).contains { text.contains("h\($0).org") })
    }

    /// A run that knows so many hosts already, in the order in which they have asked.
    private static func run(knowing hosts: [String]) -> DryRun {
        var run = run("max-age=31536000")
        let lines = hosts.map { "\($0) 1000000000.0 one" }
        run.store["transport-security"] = StoreEntry(
            data: Data(lines.joined(separator: "\n").utf8), date: Date(timeIntervalSince1970: 0))
        return run
    }

    @Test func `a site with many hosts has a limit, and takes no place from another one`() throws {
        let banks = ["bank.co.uk", "www.bank.co.uk", "shop.example"]
        let many = (0..<997).map { "h\($0).evil.co.uk" }
        var run = Self.run(knowing: banks + many)
        for number in 997..<1_001 { _ = try run.load(Self.status("https://h\(number).evil.co.uk/say")) }
        let known = banks + (4..<1_001).map { "h\($0).evil.co.uk" }
        for host in banks + ["h4.evil.co.uk", "h1000.evil.co.uk"] { _ = try run.load(Self.status("http://\(host)/")) }
        #expect(run.requests.suffix(5).allSatisfy { $0.url.scheme == "https" })
        for host in ["h0.evil.co.uk", "h3.evil.co.uk"] { _ = try run.load(Self.status("http://\(host)/")) }
        #expect(run.requests.suffix(2).allSatisfy { $0.url.scheme == "http" })
        let lines = run.store.values.flatMap { String(decoding: $0.data, as: UTF8.self).split(separator: "\n") }
        #expect(lines.map { String($0.prefix { $0 != " " }) } == known)
    }

    @Test func `of many sites with a host each, the one that has asked least recently is forgotten`() throws {
        var run = Self.run(knowing: (0..<1_000).map { "h\($0).org" })
        // The first one asks again.
        for host in ["h0.org", "new.org", "newer.org"] { _ = try run.load(Self.status("https://\(host)/say")) }
        for host in ["h0.org", "new.org", "newer.org", "h3.org"] { _ = try run.load(Self.status("http://\(host)/")) }
        #expect(run.requests.suffix(4).allSatisfy { $0.url.scheme == "https" })
        for host in ["h1.org", "h2.org"] { _ = try run.load(Self.status("http://\(host)/")) }
        #expect(run.requests.suffix(2).allSatisfy { $0.url.scheme == "http" })
    }

    @Test func `the field is read as it is written`() {
        let cases: [(String, Int, Bool)] = [
            ("max-age=31536000", 31_536_000, false), ("max-age=\"0\"; includeSubDomains", 0, true),
            ("INCLUDESUBDOMAINS ; Max-Age = 5;", 5, true), ("max-age=1; preload; x=\"a;b\"", 1, false),
            ("max-age=99999999999999999999", 3_153_600_000, false),
        ]
        for (text, age, subdomains) in cases {
            #expect(
                StrictTransportSecurity(parsing: text)
                    == StrictTransportSecurity(maximumAge: .seconds(age), includesSubdomains: subdomains), "\(text)")
        }
    }

    @Test func `what says no age is nothing`() {
        let cases: [String] = [
            "", "includeSubDomains", "max-age", "max-age=", "max-age=-1", "max-age=1.5", "max-age=1; max-age=2",
        ]
        for text in cases { #expect(StrictTransportSecurity(parsing: text) == nil, "\(text)") }
    }

    @Test func `the field is written as it is read`() throws {
        for text in ["max-age=0", "max-age=31536000; includeSubDomains"] {
            #expect(try #require(StrictTransportSecurity(parsing: text)).description == text)
        }
    }
}
