import Foundation
import ResourcefulTesting
import Testing

/// A first token that says how long it is good.
struct BearerLifetimeTests {
    private static let url = URL(string: "https://example.org/")!

    private static func policy(_ token: Token) -> Policy {
        .bearer(for: url, token: token) { _ in
            Resource(url: URL(string: "token")!, method: .post) { (_: Data) in
                Token("second", lifetime: .seconds(3_600))
            }
        }
    }

    private func load(_ run: inout DryRun) throws { _ = try run.load(Plan.send(Request(url: Self.url))) }

    @Test func `its lifetime begins when it is first sent, and ends`() throws {
        var run = DryRun(policies: [Self.policy(Token("first", lifetime: .seconds(600)))]) { _ in Response() }
        _ = try run.load(Plan<Void>.wait(for: .seconds(10_000)))
        try load(&run)
        _ = try run.load(Plan<Void>.wait(for: .seconds(300)))
        try load(&run)
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Bearer first", "Bearer first"])
        _ = try run.load(Plan<Void>.wait(for: .seconds(290)))
        try load(&run)
        #expect(run.requests.map(\.method) == [.get, .get, .post, .get])
        #expect(run.requests.last?.headerFields["Authorization"] == "Bearer second")
    }

    @Test func `its lifetime begins once, however many loads are the first`() throws {
        var run = DryRun(policies: [Self.policy(Token("first", lifetime: .seconds(600)))]) { _ in Response() }
        let loads = (0..<3).map { number in
            Plan<Void>.wait(for: .seconds(Double(number) * 10))
                .flatMap { _ in Plan.send(Request(url: Self.url).header("X-Number", "\(number)")) }
        }
        _ = try run.load(Plan.all(loads))
        _ = try run.load(Plan<Void>.wait(for: .seconds(575)))
        try load(&run)
        #expect(run.requests.map(\.method) == [.get, .get, .get, .post, .get])
    }

    @Test func `a refresh is in the folder of its URL, or at its origin`() throws {
        for (path, expected) in [("token", "https://example.org/v1/token"), ("/token", "https://example.org/token")] {
            let policy = Policy.bearer(for: URL(string: "https://example.org/v1")!) { _ in
                Resource(url: URL(string: path)!, method: .post) { (_: Data) in Token("next") }
            }
            var run = DryRun(policies: [policy]) { _ in Response() }
            try load(&run)
            #expect(run.requests.first?.url.absoluteString == expected)
        }
    }

    @Test func `a token without a lifetime is sent until it is refused`() throws {
        var run = DryRun(policies: [Self.policy(Token("first"))]) { _ in Response() }
        for _ in 0..<3 {
            try load(&run)
            _ = try run.load(Plan<Void>.wait(for: .seconds(100_000)))
        }
        #expect(run.requests.allSatisfy { $0.headerFields["Authorization"] == "Bearer first" })
    }
}
