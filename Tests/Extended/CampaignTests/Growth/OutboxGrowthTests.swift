import ExtendedSupport
import ResourcefulOutbox
import ResourcefulTesting
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
}
