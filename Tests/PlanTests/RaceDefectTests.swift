import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What hedges and dry runs should do, and don't do yet.
struct RaceDefectTests {
    private static let site = URL(string: "http://example.org/")!
    private static let list = Resource<Data>(url: site) { $0 }
    private static let rule = RetryRule(upTo: 3, waits: .constant(.seconds(1)), budget: nil)

    private static func run(_ policies: [Policy], _ status: Response.Status, after milliseconds: Int) -> DryRun {
        DryRun(policies: policies) { _, delay in
            delay = .milliseconds(milliseconds)
            return Response(status: status)
        }
    }

    @Test func `a request that fails before the delay isn't sent again, in the list of a Webservice`() {
        var run = Self.run([.retry(Self.rule), .hedging(after: .milliseconds(300))], 503, after: 0)
        #expect(throws: LoadError.self) { try run.load(Self.list) }
        #expect(run.requests.count == 4)
    }

    /// The hedge of a resource is outside the policies of a Webservice: the waits between retries count, and all
    /// attempts are made twice.
    @Test func `a request that fails before the delay isn't sent again, with a hedge of its own`() {
        for plan in [
            Self.list.hedged(after: .milliseconds(300)).plan, Self.list.plan.hedged(after: .milliseconds(300)),
        ] {
            var run = Self.run([.retry(Self.rule)], 503, after: 0)
            #expect(throws: LoadError.self) { try run.load(plan) }
            withKnownIssue { #expect(run.requests.count == 4) }
        }
    }

    /// The rule of `retrying(_:)` replaces that of the Webservice, so that retries aren't multiplied.
    @Test func `a hedge of a resource replaces that of a Webservice`() throws {
        var run = Self.run([.hedging(after: .milliseconds(300))], 200, after: 30_000)
        _ = try run.load(Self.list.hedged(after: .milliseconds(100)))
        withKnownIssue { #expect(run.requests.count == 2) }
    }

    @Test func `a load that waits for a permit isn't hedged`() throws {
        var run = Self.run([.hedging(after: .milliseconds(300)), .limit(atOnce: 1)], 200, after: 200)
        _ = try run.load(all((0..<3).map { Self.list.query("page", $0) }))
        withKnownIssue { #expect(run.requests.count == 3) }
    }

    @Test func `all accounts of a Webservice share the budget of second requests`() async throws {
        let sent = Locked(0)
        let budget = RetryBudget(capacity: 1, deposit: 0)
        let webservice = Webservice(
            policies: [.hedging(after: .zero, budget: budget)],
            transport: StubTransport { _ in
                sent.withLock { $0 += 1 }
                try await Task.sleep(for: .milliseconds(50))
                return Response()
            })
        for number in 0..<4 { _ = try await webservice.account("\(number)").load(Self.list) }
        withKnownIssue(isIntermittent: true) { #expect(sent.withLock { $0 } == 5) }
    }

    @Test func `the function of a dry run that takes long is stopped by the timeout of the request`() {
        var run = Self.run([], 200, after: 30_000)
        withKnownIssue {
            #expect(throws: LoadError.self) { try run.load(Self.list.timeout(.seconds(3))) }
            #expect(run.elapsed == .seconds(3))
        }
    }

    /// In a dry run, the one listed first wins.
    @Test func `of two at the same time, the first one in the list wins under a Webservice`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        try await withKnownIssue(isIntermittent: true) {
            for _ in 0..<1_000 { try #require(await webservice.load(first(of: [Plan.value(1), Plan.value(2)])) == 1) }
        }
    }

    @Test func `a shared run that only a loser waited for has ended when the plan continues`() async throws {
        let ended = Locked(false)
        let webservice = Webservice(
            transport: StubTransport { _ in
                try? await Task.sleep(for: .seconds(600))
                await Task.detached { try? await Task.sleep(for: .milliseconds(50)) }.value
                ended.withLock { $0 = true }
                return Response()
            })
        await #expect(throws: DeadlineExceeded.self) {
            try await webservice.load(Self.list.plan.shared(as: "run").deadline(.milliseconds(200)))
        }
        withKnownIssue { #expect(ended.withLock { $0 }) }
    }
}
