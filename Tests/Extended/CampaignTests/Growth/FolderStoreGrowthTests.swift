import ExtendedSupport
import ResourcefulDisk
import ResourcefulOutbox
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An outbox in a folder, at three sizes: it opens in the same time, and each write costs the same.
@Suite(.alone, .blocking) struct FolderStoreGrowthTests {
    /// What a size costs, in seconds of all threads.
    private struct Cost {
        /// To open the folder, and to find what is to be sent first.
        var open = 0.0
        /// To submit a write, to send it, and to list it.
        var (submit, send, list) = (0.0, 0.0, 0.0)
    }

    private static let url = URL(string: "https://shop.example/orders")!
    private let place = TemporaryFolder(inMemory: true)

    private func cost(of count: Int) async throws -> Cost {
        let folder = place.url.appending(path: "\(count)")
        let transport = StubTransport { _ in Response(status: 201) }
        func webservice() -> Webservice { Webservice(store: FolderStore(at: folder), transport: transport) }
        let outbox = Outbox(OutboxRule(answersKept: 10))
        func keep(_ number: Int, in webservice: Webservice) async throws {
            let order = Resource<Void>(url: Self.url, method: .post, body: .json(["order": "\(number)"]))
            try await webservice.load(outbox.keeping(order, as: "order-\(number)", in: "lane \(number % 3)"))
        }
        var cost = Cost()
        let first = webservice()
        cost.submit = try await Self.time { for number in 0..<count { try await keep(number, in: first) } }
        cost.open = try await Self.time {
            var items = webservice().outbox(outbox).makeAsyncIterator()
            let first = try await items.next()
            #expect(first?.id == "order-0")
        }
        let last = webservice()
        cost.list = try await Self.time {
            let items = try await last.load(outbox.items)
            #expect(items.count == count)
        }
        cost.send = try await Self.time { try await last.load(outbox.sendingAll) }
        #expect(transport.requests.count == count)
        (cost.submit, cost.send, cost.list) =
            (cost.submit / Double(count), cost.send / Double(count), cost.list / Double(count))
        print("\(count) writes: \(cost)")
        return cost
    }

    @Test func `an outbox in a folder opens at once, and no write costs more because of the others`() async throws {
        let size = Effort.size(reduced: 200, usual: 1_000, full: 10_000)
        var costs: [Cost] = []
        for count in [size / 10, size, size * 10] { costs.append(try await cost(of: count)) }
        let (small, large) = (costs[0], costs[2])
        #expect(large.open < 0.1)
        #expect(large.submit < 3 * small.submit && large.send < 3 * small.send && large.list < 3 * small.list)
    }

    /// The seconds for which the threads of this process ran.
    private static func time(of work: () async throws -> Void) async throws -> Double {
        let start = Growth.processTime
        try await work()
        return Growth.processTime - start
    }
}
