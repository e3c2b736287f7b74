import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Plans take time in proportion to their length.
@Suite(.alone, .blocking) struct PlanGrowthTests {
    private static let count = Effort.size(reduced: 10_000, usual: 50_000, full: 100_000)

    private static let left: @Sendable (Int) -> Plan<Int> = { count in
        (0..<count).reduce(Plan.value(0)) { plan, _ in plan.flatMap { Plan.value($0 + 1) } }
    }

    private static let right: @Sendable (Int) -> Plan<Int> = { count in climb(from: 0, to: count) }

    private static func climb(from step: Int, to end: Int) -> Plan<Int> {
        step == end ? .value(end) : Plan.value(step).flatMap { climb(from: $0 + 1, to: end) }
    }

    @Test(arguments: [PlanGrowthTests.left, PlanGrowthTests.right])
    func `four times as many binds take about four times as long`(make: @escaping @Sendable (Int) -> Plan<Int>) throws {
        let ratio = try Growth.ratio(from: Self.count, to: 4 * Self.count, upTo: 8) { count in
            {
                var run = DryRun { _ in Response() }
                _ = try run.load(make(count))
            }
        }
        #expect(ratio <= 8)
    }

    @Test func `thousands of pages take a stack of constant depth, and time in proportion`() throws {
        let numbers = Paged(Resource<[Int]>(json: URL(string: "https://example.org/list")!), next: .number(as: "page"))
        func page(_ request: Request) -> Int {
            Query(of: request.url).values(of: "page").first.flatMap { Int($0) } ?? 1
        }
        let many = Effort.size(reduced: 1_000, usual: 3_000, full: 10_000)
        let ratio = try Growth.ratio(from: many / 10, to: many, upTo: 30) { count in
            {
                var run = DryRun { request in
                    Response(body: Data((page(request) > count ? "[]" : "[1,2,3,4,5,6,7,8,9,10]").utf8))
                }
                let items = try run.load(numbers.maximumPageCount(.max))
                #expect(items.count == count * 10)
            }
        }
        #expect(ratio <= 30)
    }

    @Test(arguments: ["Authorization", "traceparent"])
    func `requests to one URL with different fields take time in proportion to their number`(name: String) throws {
        let field = try #require(HeaderFields.Name(name))
        let ratio = try Growth.ratio(from: 1_000, to: 8_000, upTo: 20) { count in
            let request = Request(url: URL(string: "https://example.org/")!).header("Accept", "application/json")
            let keys = (0..<count).map { RunKey.exchange(request.header(field, "\($0)")) }
            return {
                var coordination = Coordination()
                let runs = keys.compactMap { coordination.lead($0) }
                for (key, run) in zip(keys, runs) { _ = coordination.end(key, run) }
                #expect(runs.count == count && coordination.isIdle)
            }
        }
        #expect(ratio < 20, "eight times as many take \(ratio) times as long")
    }
}
