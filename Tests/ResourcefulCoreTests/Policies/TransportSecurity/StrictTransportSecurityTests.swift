import ResourcefulTesting
import Testing

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

    @Test(
        arguments: [
            ("max-age=31536000", 31_536_000, false), ("max-age=\"0\"; includeSubDomains", 0, true),
            ("INCLUDESUBDOMAINS ; Max-Age = 5;", 5, true), ("max-age=1; preload; x=\"a;b\"", 1, false),
            ("max-age=99999999999999999999", 3_153_600_000, false),
        ]) func `the field is read as it is written`(text: String, age: Int, subdomains: Bool)
    {
        #expect(
            StrictTransportSecurity(parsing: text)
                == StrictTransportSecurity(maximumAge: .seconds(age), includesSubdomains: subdomains))
    }

    @Test(arguments: [
        "", "includeSubDomains", "max-age", "max-age=", "max-age=-1", "max-age=1.5", "max-age=1; max-age=2",
    ])
    func `what says no age is nothing`(text: String) { #expect(StrictTransportSecurity(parsing: text) == nil) }

    @Test func `the field is written as it is read`() throws {
        for text in ["max-age=0", "max-age=31536000; includeSubDomains"] {
            #expect(try #require(StrictTransportSecurity(parsing: text)).description == text)
        }
    }
}
