import TestSupport
import Testing

@testable import ResourcefulLab

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.permit, .blocking) struct OrderSearchTests {
    private static let seeds = UInt64(Effort.isReduced ? 8 : 80)
    private static let most = 90
    private static let site = URL(string: "https://example.org/")!

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

    /// The runs of a search that weren't abandoned: their choices, what they read and changed, and the requests. At
    /// most as many as given.
    private func orders<Value>(
        _ plan: Plan<Value>, _ policies: [Policy], upTo limit: Int, first: Scheduler,
        learn: (Scheduler) -> Scheduler?
    ) -> (orders: [String], runs: Int) {
        var (orders, runs, next) = ([String](), 0, Optional(first))
        while let scheduler = next, orders.count < limit {
            var run = DryRun(baseURL: Self.site, policies: policies) { request in
                if request.url.path == "/token" { return Response(body: Data(#"{"token": "t"}"#.utf8)) }
                let isKnown = request.headerFields["Authorization"] != "Bearer old"
                let fields: HeaderFields = ["Cache-Control": "max-age=60"]
                return Response(status: isKnown ? 200 : 401, headerFields: fields, body: Data(request.url.path.utf8))
            }
            run.scheduler = scheduler
            let outcome = Result { try run.load(plan) }
            if run.scheduler!.isCut == false {
                orders.append("\(run.scheduler!.choices) \(outcome) \(run.requests.map(\.url.path))")
            }
            next = learn(run.scheduler!)
            runs += 1
        }
        return (orders, runs)
    }

    /// Expects the orders of the model, and returns the numbers of runs.
    private func compare<Value>(
        _ plan: Plan<Value>, _ policies: [Policy] = [], upTo limit: Int, _ comment: Comment
    ) -> (model: Int, search: Int) {
        var (model, search) = (OrderSearchModel(), OrderSearch())
        let expected = orders(plan, policies, upTo: limit, first: model.scheduler) {
            model.learn(from: $0)
            return model.isDone ? nil : model.scheduler
        }
        let found = orders(plan, policies, upTo: limit, first: search.scheduler) {
            search.learn(from: $0)
            return search.isDone ? nil : search.scheduler
        }
        #expect(found.orders == expected.orders, comment)
        #expect(search.isDone == model.isDone, comment)
        return (expected.runs, found.runs)
    }

    @Test func `the runs and orders are those of a model that looks at all steps after each run`() {
        var (model, search) = (0, 0)
        for seed in 0..<5 * Self.seeds {
            var numbers = SplitMix64(seed: seed)
            let plan = BranchingPlan.arbitrary(&numbers)
            let others = [plan, BranchingPlan.arbitrary(&numbers), plan]
            let several = seed % 3 == 0 ? all(others, atOnce: 2).map { $0.joined() } : plan
            let runs = compare(several, upTo: Effort.size(reduced: 15, usual: 30, full: 30), "seed \(seed)")
            (model, search) = (model + runs.model, search + runs.search)
        }
        #expect(search == model)
    }

    @Test func `the runs and orders are those of the model under policies, too`() {
        let get = { @Sendable (path: String) -> Plan<String> in
            let resource = Resource<String>(url: URL(string: path)!) { String(decoding: $0, as: UTF8.self) }
            return resource.plan.recover { _ in Plan<String>.value("-") }
        }
        let token = Resource<Token>(
            url: Self.site.appending(path: "token"), method: .post, parseJSON: { Token(try $0.token.string) })
        let policies: [Policy] = [
            .cache(), .retry(upTo: 2), .bearer(for: Self.site, token: Token("old")) { _ in token },
            .rateLimit(perSecond: 2, burst: 2), .limit(atOnce: 2),
        ]
        let pairs = [zip(get("a"), get("b")).map { $0 + $1 }, zip(get("a"), get("a")).map { $0 + $1 }]
        for pair in pairs + [first(of: [get("a"), get("b")])] {
            let plan = pair.flatMap { _ in zip(get("c"), get("d")).map { $0 + $1 } }.deadline(.seconds(60))
            let runs = compare(plan, policies, upTo: Effort.size(reduced: 12, usual: 300, full: 3_000), "policies")
            #expect(runs.search == runs.model)
        }
    }
}
