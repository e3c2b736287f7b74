import TestSupport
import Testing

@testable import ResourcefulLab

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct OrderSearchTests {
    private static let seeds = UInt64(Effort.isReduced ? 15 : 80)
    private static let most = 90

    /// All different ends that a search comes to, and in how many runs.
    private func ends(_ plan: Plan<String>, isPlain: Bool) -> (ends: Set<String>, runs: Int)? {
        var search = OrderSearch(isPlain: isPlain)
        var (ends, runs) = (Set<String>(), 0)
        while !search.isDone {
            guard runs < Self.most else { return nil }
            var count = 0
            var run = DryRun { request in
                count += 1
                let fields: HeaderFields = ["Cache-Control": "max-age=60"]
                return Response(headerFields: fields, body: Data("\(count)\(request.url.path)".utf8))
            }
            run.scheduler = search.scheduler
            let outcome = Result { try run.load(plan) }
            let scheduler = run.scheduler!
            if !scheduler.isCut {
                let store = run.store.map { "\($0)\(String(decoding: $1.data, as: UTF8.self))" }.sorted()
                ends.insert("\(outcome) \(store) \(run.cache.entries.count) \(run.requests.map(\.url.path))")
            }
            search.learn(from: scheduler)
            runs += 1
        }
        return (ends, runs)
    }

    @Test func `a search that leaves out equal orders comes to the same ends as one that tries everything`() {
        var (compared, fewer, plain) = (0, 0, 0)
        for seed in 0..<Self.seeds {
            var numbers = SplitMix64(seed: seed)
            let plan = BranchingPlan.arbitrary(&numbers)
            guard let everything = ends(plan, isPlain: true), let reduced = ends(plan, isPlain: false) else { continue }
            #expect(everything.ends == reduced.ends, "seed \(seed)")
            compared += 1
            fewer += reduced.runs
            plain += everything.runs
        }
        #expect(compared > Self.seeds / 4)
        #expect(fewer * 4 < plain)
    }
}
