package import ResourcefulOutbox
package import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server that takes an order once for each key.
package final class OrderServer {
    /// The orders, in the order they were taken.
    package private(set) var taken: [String] = []
    /// The keys that each order came with.
    package private(set) var keys: [String: Set<String>] = [:]
    private var known: Set<String> = []
    /// What it says instead, by the order.
    package var refusals: [String: Response] = [:]

    package init() {}

    package func answer(_ request: Request) throws -> Response {
        let json = try JSON(parsing: request.body?.data ?? Data())
        let id = try json.id.string
        if let refusal = refusals[id] { return refusal }
        let key = request.headerFields["Idempotency-Key"] ?? "none"
        keys[id, default: []].insert(key)
        if known.insert(key).inserted { taken.append(id) }
        return Response(status: 201, body: Data(#"{"number": \#(taken.count)}"#.utf8))
    }
}

/// An order whose value is its number at the server.
package func order(_ id: String, at url: String = "https://shop.example.org/orders") -> Resource<Int> {
    Resource(url: URL(string: url)!, method: .post, body: .json(["id": id])) { (json: JSON) in try json.number.int }
}

extension OutboxRule {
    /// Gives up early, so that all orders can be tried.
    package static func tried(retries: Int = 2, _ refusal: Refusal = .stop) -> OutboxRule {
        var retry = RetryRule.outbox
        (retry.limit, retry.waits) = (retries, .constant(.seconds(1)))
        return OutboxRule(retry: retry, afterRefusal: refusal)
    }
}

extension DryRun {
    /// The writes as text, in the order they are listed.
    package mutating func listed(_ outbox: Outbox = Outbox()) throws -> [String] {
        try load(outbox.items).map { "\($0.id): \($0.state)" }
    }
}
