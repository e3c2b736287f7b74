import Foundation
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// Numbers and lists that can't be meant are errors of the first load, and never silently others.
struct ImpossiblePolicyTests {
    private static let url = URL(string: "https://example.org/a")!
    private static func hosts(_ texts: [String]) -> [URL] { texts.compactMap { URL(string: $0) } }

    private static let impossible: [(Policy, String)] = [
        (.limit(atOnce: 0), "at once, not 0"), (.limit(atOnce: -3), "at once, not -3"),
        (.rateLimit(perSecond: 0), "per second, not 0"), (.rateLimit(perSecond: -1), "per second, not -1"),
        (.rateLimit(perSecond: .nan), "nan"), (.rateLimit(perSecond: .infinity), "inf"),
        (.rateLimit(perSecond: 1, burst: 0), "request, not 0"), (.retry(upTo: -1), "or more, not -1"),
        (.circuitBreaker(after: 0), "failures, not 0"),
        (
            .failover(among: hosts(["https://a.example", "http://b.example"])),
            "schemes of https://a.example:443 and http://b.example:80"
        ),
        (.failover(among: []), "not 0"),
        (.failover(among: hosts(["https://a.example", "https://A.example:443"])), "a.example:443 is listed twice"),
        (.failover(among: hosts(["https://a.example/v1?key=s3cret"])), "a.example/v1"),
        (.failover(among: hosts(["https://u:s3cret@a.example"])), "a.example can't be a failover host"),
    ]

    @Test func `what can't be meant fails each load at the request stage and says what it is`() throws {
        for (policy, text) in Self.impossible {
            var run = DryRun(policies: [policy]) { _ in Response() }
            for _ in 0..<2 {
                let error = #expect(throws: LoadError.self, "\(text)") {
                    try run.load(Plan.send(Request(url: Self.url)))
                }
                #expect(error?.stage == .request)
                let message = (error?.underlyingError as? RequestError)?.message ?? ""
                #expect(message.contains(text) && !message.contains("s3cret"), "\(message)")
            }
            #expect(run.requests.isEmpty)
            #expect("\(run.loadOrder)".contains(text), "printing the order shows it: \(run.loadOrder)")
        }
    }

    @Test func `the smallest numbers that can be meant are kept`() throws {
        for policy: Policy in [
            .limit(atOnce: 1), .rateLimit(perSecond: 1e-9), .retry(upTo: 0), .circuitBreaker(after: 1),
        ] {
            var run = DryRun(policies: [policy]) { _ in Response() }
            _ = try run.load(Plan.send(Request(url: Self.url)))
            #expect(run.requests.count == 1)
        }
    }

    @Test func `a retry by number is the rule of that number, with jitter and a budget`() throws {
        func waits(_ policy: Policy, seed: UInt64) -> Duration {
            var run = DryRun(policies: [policy]) { _ in Response(status: 503) }
            _ = try? run.load(Plan.send(Request(url: Self.url)))
            return run.elapsed
        }
        for seed in UInt64(0)..<5 {
            #expect(waits(.retry(upTo: 3), seed: seed) == waits(.retry(RetryRule(upTo: 3)), seed: seed))
        }
        // A budget is used up by loads that all fail: then a load is one request.
        var run = DryRun(policies: [.retry(upTo: 3)]) { _ in Response(status: 503) }
        for _ in 0..<40 { _ = try? run.load(Plan.send(Request(url: Self.url))) }
        #expect(run.requests.count < 40 * 4)
        let before = run.requests.count
        _ = try? run.load(Plan.send(Request(url: Self.url)))
        #expect(run.requests.count == before + 1)
    }
}
