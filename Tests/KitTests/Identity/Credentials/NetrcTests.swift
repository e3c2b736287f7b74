import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Names and passwords by host, from a file that command-line tools share.
struct NetrcTests {
    private static let file = """
        # mine
        machine api.example login ada password s3cret
        machine Two.example
            login "bob smith" password "a \\"b\\" \\\\ c"
            account x
        macdef init
        machine fake login x password y

        machine three.example password only login carol
        machine api.example login other password other
        default login anonymous password guest
        """

    private static let netrc = Netrc(parsing: file)

    @Test func `each host has its own`() {
        let cases: [(String, String, String)] = [
            ("api.example", "ada", "s3cret"), ("API.example", "ada", "s3cret"),
            ("two.example", "bob smith", "a \"b\" \\ c"),
            ("three.example", "carol", "only"), ("fake", "anonymous", "guest"),
        ]
        for (host, user, password) in cases {
            #expect(Self.netrc.login(for: host) == Netrc.Login(user: user, password: password), "\(host)")
        }
    }

    @Test func `any text is read, and nothing of it is shown`() {
        var random = SplitMix64(seed: 1)
        let pieces = [
            "machine", "login", "password", "default", "macdef", "a", "\"", "\\", "\n", " ", "#", "\n\n", "é",
        ]
        for _ in 0..<Effort.rounds(2_000) {
            let text = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
            _ = Netrc(parsing: text).login(for: "a")
        }
        var shown = "\(Self.netrc)\(Self.netrc.login(for: "api.example").map { "\($0)" } ?? "")"
        dump(Self.netrc, to: &shown)
        #expect(!shown.contains("s3cret") && shown.contains("api.example"))
        #expect(Netrc(parsing: "machine a login b").login(for: "c") == nil)
    }

    @Test func `words are read as curl reads them`() {
        let cases: [(String, String?, String)] = [
            ("MACHINE a Login u PassWord p", "u", "p"),
            ("machine a protocol ftp login u port 21 password p", "u", "p"),
            ("  # machine a login no\n\tmachine a login u#1 password #p", "u#1", "#p"),
            ("machine a login u # not a comment\n password p", "u", "p"),
            ("machine a login \"u\\n\\t\\\"\" password \"\"", "u\n\t\"", ""),
            ("machine a\r\nlogin u\r\npassword p\r\n", "u", "p"),
            ("macdef init\r\nmachine a login no\r\n\r\nmachine a login u password p\r\n", "u", "p"),
            ("default login no\nmachine a login u password p", "u", "p"),
            ("default login u password p\ndefault login no", "u", "p"),
            ("machine b login x password \"open\nmachine a login u password p", nil, ""),
            ("machine a login \"u\\", nil, ""), ("machine", nil, ""), ("machine a", "", ""),
        ]
        for (text, user, password) in cases {
            #expect(
                Netrc(parsing: text).login(for: "a") == user.map { Netrc.Login(user: $0, password: password) },
                "\(text)")
        }
    }

    @Test func `a login that can't be sent isn't, and this machine gets its own without TLS`() throws {
        let netrc = Netrc(
            parsing: """
                machine empty.example login "" password ""
                machine colon.example login a:b password c
                machine localhost login u password p
                machine 127.0.0.1 login v password p
                """)
        var run = DryRun(policies: [.netrc(netrc)]) { _ in Response() }
        for url in [
            "https://empty.example/", "https://colon.example/", "http://localhost:8080/", "http://127.0.0.1/",
            "http://other.localhost/",
        ] {
            _ = try run.load(Resource(Request(url: URL(string: url)!)) { $0.status })
        }
        #expect(run.requests.map { $0.headerFields["Authorization"] } == [nil, nil, "Basic dTpw", "Basic djpw", nil])
    }

    @Test func `after a redirect the new host gets its own, or the default, and a relative URL that of its base`()
        throws
    {
        let netrc = Netrc(parsing: "machine a.example login a password p default login d password p")
        var run = DryRun(baseURL: URL(string: "https://a.example/"), policies: [.netrc(netrc)]) { request in
            request.url.host() == "a.example"
                ? Response(status: 302, headerFields: ["Location": "https://b.example/"]) : Response()
        }
        _ = try run.load(Resource(Request("page")) { $0.status })
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Basic YTpw", "Basic ZDpw"])
    }

    @Test func `a cache keeps what users of different logins load apart`() throws {
        var cache: [String] = []
        for user in ["a", "b", "a"] {
            let netrc = Netrc(parsing: "machine a.example login \(user) password p")
            var run = DryRun(policies: [.cache(), .netrc(netrc)]) { _ in
                Response(headerFields: ["Cache-Control": "private, max-age=60"], body: Data("x".utf8))
            }
            _ = try run.load(Resource(Request(url: URL(string: "https://a.example/")!)) { $0.status })
            cache.append("\(run.cache.entries.keys.map { "\($0)" }.sorted())")
        }
        #expect(cache[0] != cache[1] && cache[0] == cache[2] && cache.allSatisfy { !$0.contains("p\"") })
    }

    @Test func `they go to their host, securely, and no further`() throws {
        var run = DryRun(policies: [.netrc(Netrc(parsing: "machine a.example login ada password s"))]) { request in
            request.url.path() == "/away"
                ? Response(status: 302, headerFields: ["Location": "https://b.example/"]) : Response()
        }
        for url in ["https://a.example/", "http://a.example/", "https://a.example/away", "https://x.a.example/"] {
            _ = try run.load(Resource(Request(url: URL(string: url)!)) { $0.status })
        }
        let sent = run.requests.map { $0.headerFields["Authorization"] }
        #expect(sent == ["Basic YWRhOnM=", nil, "Basic YWRhOnM=", nil, nil])
        let own = Resource(Request(url: URL(string: "https://a.example/")!)) { $0.status }
        _ = try run.load(own.header("Authorization", "Bearer x"))
        _ = try run.load(own.unauthenticated())
        #expect(run.requests.suffix(2).map { $0.headerFields["Authorization"] } == ["Bearer x", nil])
    }
}
