import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Policies under the real Webservice, many loads at once.
@Suite(.permit) struct PolicyTests {
    private static let resource = Resource<Data>(url: URL(string: "http://example.org/x")!) { $0 }
    private static let atOnce = RetryRule(upTo: 2, waits: .constant(.zero), budget: nil)

    @Test(arguments: [[], [.none], [.retry()]] as [[Policy]])
    func `a resource's own rule is followed, whatever the Webservice has`(policies: [Policy]) async throws {
        let sent = Counter()
        let webservice = Webservice(
            policies: policies,
            transport: StubTransport { _ in
                sent.add()
                return Response(status: 503)
            })
        await #expect(throws: LoadError.self) { try await webservice.load(Self.resource.retrying(Self.atOnce)) }
        #expect(sent.value == 3)
        await #expect(throws: LoadError.self) { try await webservice.load(Self.resource.retrying(.never)) }
        #expect(sent.value == 4)
    }

    @Test func `a key is drawn without policies, too`() async throws {
        let webservice = Webservice(
            transport: StubTransport { request in
                Response(body: Data((request.headerFields["Idempotency-Key"] ?? "").utf8))
            })
        var keys: Set<Data> = []
        for _ in 0..<10 { keys.insert(try await webservice.load(Self.resource.idempotencyKey())) }
        #expect(keys.count == 10 && keys.allSatisfy { $0.count == 36 })
    }

    @Test func `of 200 loads no more than four are under way at once`() async throws {
        let underWay = Locked((now: 0, most: 0))
        let webservice = Webservice(
            policies: [.limit(atOnce: 4)],
            transport: StubTransport { _ in
                underWay.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                try await Task.sleep(for: .milliseconds(1))
                underWay.withLock { $0.now -= 1 }
                return Response()
            })
        _ = try await webservice.load(all((0..<200).map { _ in Self.resource.alone() }))
        #expect(underWay.withLock { $0.most } == 4)
    }

    @Test func `200 loads that fail at once share one budget`() async throws {
        let sent = Counter()
        let rule = RetryRule(
            upTo: 3, waits: .constant(.zero), budget: RetryBudget(capacity: 10, deposit: 0))
        let webservice = Webservice(
            policies: [.retry(rule)],
            transport: StubTransport { _ in
                sent.add()
                return Response(status: 503)
            })
        let failing = Self.resource.alone().recover { _ in Plan.value(Data()) }
        _ = try await webservice.load(all((0..<200).map { _ in failing }))
        #expect(sent.value == 210)
    }

    @Test func `200 loads at a rate are sent one by one, in no less time than the rate allows`() async throws {
        let webservice = Webservice(
            policies: [.rateLimit(perSecond: 1000, burst: 50)], transport: StubTransport { _ in Response() })
        let time = try await ContinuousClock().measure {
            _ = try await webservice.load(all((0..<200).map { _ in Self.resource.alone() }))
        }
        #expect(time > .milliseconds(140))
    }
}
