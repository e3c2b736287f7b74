import ResourcefulTesting
import Testing

/// A resource's own rule, and that of the Webservice.
struct RetryingTests {
    private static let resource = Resource(Request(url: Sample.url)) { (response: Response) in response.status.code }
        .validating(.any)
    private static let twice = RetryRule(upTo: 2, waits: .constant(.zero), budget: nil)

    private func attempts(_ policies: [Policy], _ loadable: some Loadable<Int>) throws -> Int {
        var run = DryRun(policies: policies) { _ in Response(status: 503) }
        #expect(try run.load(loadable) == 503)
        return run.requests.count
    }

    @Test func `a resource's rule replaces the others, and is never multiplied by them`() throws {
        let cases: [[Policy]] = [
            [], [.retry()], [.retry(upTo: 7)], [.retry(), .retry()], [.none, Policy.retry().wrapping(.none)],
        ]
        for policies in cases {
            #expect(try attempts(policies, Self.resource.retrying(.never)) == 1)
            #expect(try attempts(policies, Self.resource.retrying(Self.twice)) == 3)
            #expect(
                try attempts(policies, Self.resource.retrying(.standard).retrying(Self.twice)) == 3, "the last word")
            #expect(try attempts(policies, Self.resource.plan.retrying(Self.twice)) == 3)
            let later = Plan.value(0).flatMap { _ in Self.resource }.retrying(Self.twice)
            #expect(try attempts(policies, later) == 3)
        }
    }

    @Test func `it is not multiplied by a retry hidden in another policy either`() throws {
        let hiding = Policy { request, next in Policy.retry(upTo: 5)(request, next: next) }
        #expect(try attempts([hiding], Self.resource) == 6)
        #expect(try attempts([hiding], Self.resource.retrying(Self.twice)) == 3)
    }

    @Test func `it is followed where the Webservice has its policy, else outside all`() throws {
        func passes(_ policies: (Policy) -> [Policy], _ resource: Resource<Int>) throws -> Int {
            let passage = LoadDecision("passage", "through the policy")
            let counting = Policy { request, next in Plan.note(passage).flatMap { next(request) } }
            var run = DryRun(policies: policies(counting)) { _ in Response(status: 503) }
            _ = try run.load(resource)
            #expect(run.requests.count == 3)
            return run.events.count { $0.kind == .decided(passage) }
        }
        let resource = Self.resource.retrying(Self.twice)
        #expect(try passes({ [$0] }, resource) == 3, "each attempt passes through a policy inside")
        #expect(try passes({ [$0, .retry()] }, resource) == 1, "the policy sees one load")
        #expect(try passes({ [.retry(), $0] }, resource) == 3)
    }

    @Test func `a resource that says nothing is not retried without a policy`() throws {
        #expect(try attempts([], Self.resource) == 1)
        #expect(try attempts([.retry(.never)], Self.resource) == 1)
    }
}
