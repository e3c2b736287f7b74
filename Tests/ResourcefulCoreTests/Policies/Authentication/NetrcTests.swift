import ResourcefulTesting
import TestSupport
import Testing

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

    @Test(
        arguments: [
            ("api.example", "ada", "s3cret"), ("API.example", "ada", "s3cret"),
            ("two.example", "bob smith", "a \"b\" \\ c"),
            ("three.example", "carol", "only"), ("fake", "anonymous", "guest"),
        ]) func `each host has its own`(host: String, user: String, password: String)
    {
        #expect(Self.netrc.login(for: host) == Netrc.Login(user: user, password: password))
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
