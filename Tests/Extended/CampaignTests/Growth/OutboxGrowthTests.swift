import ExtendedSupport
import ResourcefulOutbox
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is kept, listed and sent of an outbox takes time in proportion to the number of writes.
@Suite(.alone, .blocking) struct OutboxGrowthTests {
    private static let outbox = Outbox()
    private static let url = URL(string: "https://shop.example/orders")!

    /// A dry run in whose store so many writes wait, in three lanes.
    private static func waiting(_ count: Int) throws -> DryRun {
        var run = DryRun { _ in Response(status: 201) }
        for number in 0..<count {
            let order = Resource<Void>(url: url, method: .post, body: .json(["order": "\(number)"]))
            _ = try run.load(outbox.keeping(order, as: "order-\(number)", in: "lane \(number % 3)"))
        }
        return run
    }

    @Test func `submitting takes time in proportion`() throws {
        let ratio = try Growth.ratio(from: 300, to: 2_400, upTo: 24) { count in
            {
                let run = try Self.waiting(count)
                #expect(run.requests.isEmpty && !run.store.isEmpty)
            }
        }
        #expect(ratio <= 24)
    }

    @Test func `sending what waits takes time in proportion, and so does listing it`() throws {
        let ratio = try Growth.ratio(from: 300, to: 2_400, upTo: 24) { count in
            let waiting = try Self.waiting(count)
            return {
                var run = waiting
                let items = try run.load(Self.outbox.items)
                #expect(items.count == count)
                try run.load(Self.outbox.sendingAll)
                #expect(run.requests.count == count)
            }
        }
        #expect(ratio <= 24)
    }

    @Test func `showing what waits takes time in proportion`() throws {
        let change = OutboxChange<[String: Int]>(String.self) { shown, order in shown[order, default: 0] = 1 }
        let ratio = try Growth.ratio(from: 300, to: 2_400, upTo: 24) { count in
            var waiting = DryRun { _ in Response(body: Data("{}".utf8)) }
            for number in 0..<count {
                let order = Resource<Void>(url: Self.url, method: .post)
                try waiting.load(Self.outbox.keeping(order, as: "\(number)", showing: "\(number)"))
            }
            let list = Resource<[String: Int]>(json: Self.url)
            return { [waiting] in
                var run = waiting
                let last = Locked(0)
                let screen = Self.outbox.updates(of: list, showing: [change]) { shown in
                    last.withLock { $0 = shown.value.count }
                }
                try run.load(Plan.first(of: [screen, Plan.wait(for: .seconds(2))]))
                #expect(last.withLock { $0 } == count)
            }
        }
        #expect(ratio <= 24)
    }
}
