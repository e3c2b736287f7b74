import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ExploreTests {
    private func run() -> DryRun { DryRun { request in Response(body: Data(request.url.path.utf8)) } }

    /// Each branch puts its number behind what is in the store, so many times, by a read and a write.
    private func counting(branches: Int, times: Int) -> Plan<[Int]> {
        all(
            (0..<branches).map { branch in
                (0..<times).reduce(Plan.value(branch)) { plan, _ in
                    plan.flatMap { _ in Plan<StoreEntry?>.read("count") }.flatMap { before in
                        Plan.write(entry((text(before) ?? "") + "\(branch)"), to: "count").map { branch }
                    }
                }
            })
    }

    @Test func `a plan without branches has one order`() throws {
        let exploration = try DryRun.explore(get("a").flatMap { _ in get("b") }, in: run)
        #expect("\(exploration)" == "the only order")
    }

    @Test func `steps that have nothing to do with each other are not tried in other orders`() throws {
        let branches = (0..<6).map { number in
            Plan<StoreEntry?>.read("\(number)").flatMap { _ in Plan.write(entry("x"), to: "\(number)") }
                .flatMap { Plan<StoreEntry?>.read("shared") }
        }
        #expect(try "\(DryRun.explore(all(branches), in: run))" == "the only order")
    }

    @Test(arguments: [(2, 2), (3, 6), (4, 24)])
    func `requests of a number of branches are sent in all orders`(branches: Int, orders: Int) throws {
        var seen: Set<[String]> = []
        let plan = all((0..<branches).map { get("\($0)") })
        let exploration = try DryRun.explore(plan, in: run) { _, run in
            seen.insert(run.requests.map(\.url.path))
            return true
        }
        #expect(seen.count == orders)
        #expect("\(exploration)" == "all \(orders) orders")
    }

    @Test func `an answer may come after others have waited`() throws {
        var ends: Set<[String]> = []
        let slow = get("a").flatMap { _ in Plan.now }.map { "answered at \($0.timeIntervalSinceReferenceDate)" }
        try DryRun.explore(zip(slow, Plan.wait(for: .seconds(5))), in: run) { outcome, run in
            ends.insert([try outcome.get().0, "\(run.elapsed)"])
            return true
        }
        #expect(ends == [["answered at 0.0", "5.0 seconds"], ["answered at 5.0", "5.0 seconds"]])
    }

    @Test func `of a large plan, orders are drawn by a seed, and the result says so`() throws {
        var firsts: [Set<[Int]>] = []
        for seed in [1, 1, 2] as [UInt64] {
            var seen: Set<[Int]> = []
            let all = try DryRun.explore(counting(branches: 4, times: 3), limit: 40, seed: seed, in: run) { _, run in
                let written = text(run.store["count"]) ?? ""
                seen.insert(written.compactMap { $0.wholeNumberValue })
                return true
            }
            #expect(!all.isComplete)
            #expect("\(all)" == "40 orders and 40 more at random (seed \(seed)), of too many to try all")
            firsts.append(seen)
        }
        #expect(firsts[0] == firsts[1])
        #expect(firsts[0] != firsts[2])
    }

    @Test func `a failure is made as simple as can be, and can be seen again`() throws {
        let plan = counting(branches: 3, times: 3)
        let error = #expect(throws: ExplorationFailure.self) {
            // Fails in many orders; in the simplest one, a single branch is interrupted once.
            try DryRun.explore(plan, limit: 30, seed: 7, in: run) { _, run in text(run.store["count"])?.count == 9 }
        }
        let failure = try #require(error)
        guard case .choices(let choices) = failure.order else { return #expect(Bool(false)) }
        #expect(choices.count { $0 != 0 } == 1)
        #expect(failure.underlyingError == nil)
        var again = run()
        again.order = failure.order
        _ = try again.load(plan)
        #expect(again.events == failure.events)
        #expect(failure.description.split(separator: "\n").count <= 12)
        #expect(failure.description.hasSuffix("to reproduce: run.order = .choices(\(choices))"))
    }

    @Test func `what the check or the load throws is reported`() {
        struct Complaint: Error {}
        let checked = #expect(throws: ExplorationFailure.self) {
            try DryRun.explore(get("a"), in: run) { _, _ in throw Complaint() }
        }
        #expect(checked?.underlyingError is Complaint)
        let loaded = #expect(throws: ExplorationFailure.self) {
            try DryRun.explore(get("a"), in: { DryRun { _ in Response(status: 500) } })
        }
        #expect(loaded?.underlyingError is LoadError)
        #expect(
            loaded?.description == """
                in one order of the branches (found in run 1): GET https://example.org/a was answered with 500 \
                Internal Server Error
                  → GET /a: 500 Internal Server Error
                to reproduce: run.order = .choices([])
                """)
    }

    @Test func `an order by chance is the same for the same seed`() throws {
        let plan = counting(branches: 3, times: 2)
        let ends = try (0..<20 as Range<UInt64>).map { seed in
            try (0..<2).map { _ in
                var run = run()
                run.order = .drawn(seed: seed)
                _ = try run.load(plan)
                return run.events
            }
        }
        #expect(ends.allSatisfy { $0[0] == $0[1] })
        #expect(Set(ends.map { $0[0] }).count > 10)
    }

    @Test func `choices that are not there stand for the last or the first one`() throws {
        var run = run()
        run.order = .choices([99, -1])
        #expect(try run.load(all((0..<3).map { get("\($0)") })) == ["/0", "/1", "/2"])
        #expect(run.requests.first?.url.path == "/2")
    }
}
