import TestSupport
import Testing

@testable import ResourcefulLab

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The worlds that are tried, compared with all worlds.
@Suite(.permit, .blocking) struct AllWorldsTests {
    private static let kinds: [ExchangeFailure] = [.reset, .status(503)]
    private static let (failures, requests, orders) = (2, 4, 12)

    private static func run() -> DryRun {
        var count = 0
        return DryRun { request in
            count += 1
            let fields: HeaderFields = ["Cache-Control": "max-age=60"]
            return Response(headerFields: fields, body: Data("\(count)\(request.url.path)".utf8))
        }
    }

    /// What can be observed of a world.
    private static func text(_ outcome: Result<String, any Error>, _ run: DryRun) -> String {
        let store = run.store.map { "\($0)\(String(decoding: $1.data, as: UTF8.self))" }.sorted()
        return "\(outcome) \(store) \(run.cache.entries.count) \(run.requests.map(\.url.path))"
    }

    /// What the exploration observes.
    private func tried(_ plan: Plan<String>) throws -> (seen: Set<String>, exploration: FailureExploration) {
        var seen: Set<String> = []
        let exploration = try DryRun.explore(
            plan, in: { Self.run() }, failing: Self.kinds, atMost: Self.failures,
            always: [
                .holds("it is seen") { world in
                    seen.insert(Self.text(world.outcome, world.run))
                    return true
                }
            ])
        return (seen, exploration)
    }

    /// What is observed in each order of each combination of failures, without leaving anything out; nil if there are
    /// too many.
    private func all(_ plan: Plan<String>) -> (seen: Set<String>, runs: Int)? {
        var combinations: [[Int: ExchangeFailure]] = [[:]]
        for number in 1...Self.requests {
            combinations += combinations.filter { $0.count < Self.failures }.flatMap { combination in
                Self.kinds.map { combination.merging([number: $0]) { $1 } }
            }
        }
        var (seen, runs) = (Set<String>(), 0)
        for combination in combinations {
            var (search, orders) = (OrderSearch(isPlain: true), 0)
            while !search.isDone {
                orders += 1
                var run = Self.run()
                run.fail(combination)
                run.scheduler = search.scheduler
                let outcome = Result { try run.load(plan) }
                guard orders <= Self.orders, run.requests.count <= Self.requests, let scheduler = run.scheduler
                else { return nil }
                seen.insert(Self.text(outcome, run))
                search.learn(from: scheduler)
            }
            runs += orders
        }
        return (seen, runs)
    }

    @Test func `the worlds that are tried show what all worlds show, in random small plans`() throws {
        let count = Effort.size(reduced: 4, usual: 100, full: 1_000)
        var (seed, compared, observed, tried, runs) = (0 as UInt64, 0, 0, 0, 0)
        while compared < count {
            var numbers = SplitMix64(seed: seed)
            seed += 1
            let plan = BranchingPlan.arbitrary(&numbers)
            // Where nothing can differ, nothing is compared.
            guard let all = all(plan), all.seen.count > 1 else { continue }
            let (seen, exploration) = try self.tried(plan)
            #expect(seen == all.seen, "seed \(seed - 1)")
            #expect(exploration.isComplete)
            compared += 1
            observed += all.seen.count
            tried += exploration.worlds
            runs += all.runs
        }
        #expect(observed > 2 * count)
        #expect(tried * 3 < runs)
    }
}
