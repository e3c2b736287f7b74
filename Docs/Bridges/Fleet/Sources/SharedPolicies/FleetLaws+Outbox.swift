import Foundation
import NIOConcurrencyHelpers
import ResourcefulOutbox
package import ResourcefulTesting

extension FleetLaws {
    /// Orders as a service has taken them: each once, by its key, lane by lane.
    private struct Taken: Sendable {
        var keys: Set<String> = []
        var lanes: [String: [Int]] = [:]
        var requests = 0

        mutating func take(_ key: String, _ name: String) {
            let words = name.split(separator: "-")
            guard words.count == 2, let number = Int(words[1]), keys.insert(key).inserted else { return }
            lanes[String(words[0]), default: []].append(number)
        }
    }

    /// Submits orders in two lanes by several processes, which all send them. The service loses each third answer, before
    /// or after it has taken the order. The orders that it has taken, lane by lane.
    package static func outbox(over stores: [any EntryStore], orders count: Int) async throws -> [[Int]] {
        let taken = NIOLockedValueBox(Taken())
        let transport = StubTransport { request in
            let key = request.headerFields["Idempotency-Key"] ?? ""
            let number = taken.withLockedValue { taken in
                taken.requests += 1
                if taken.requests % 6 != 0 { taken.take(key, request.url.lastPathComponent) }
                return taken.requests
            }
            if number % 3 == 0 { throw TransportError(.connectionLost) }
            return Response(status: 201)
        }
        var rule = OutboxRule()
        rule.retry.waits = .constant(.milliseconds(5))
        // A process waits so long at most for a write that another one sends.
        rule.lease = .seconds(2)
        let outboxes = stores.map { store in
            Webservice(baseURL: URL(string: "https://shop.example/"), store: store, transport: transport)
                .outbox(Outbox(named: "orders", rule))
        }
        for number in 0..<count {
            for lane in ["a", "b"] {
                let order = Resource<Void>(Request("orders/{id}", ["id": "\(lane)-\(number)"]).method(.post))
                _ = try await outboxes[number % outboxes.count].submit(order, as: "\(lane)-\(number)", in: lane)
            }
        }
        for _ in 0..<200 where taken.withLockedValue({ $0.keys.count }) < 2 * count {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for outbox in outboxes { group.addTask { try await outbox.send() } }
                try await group.waitForAll()
            }
        }
        return taken.withLockedValue { taken in ["a", "b"].map { taken.lanes[$0] ?? [] } }
    }
}
