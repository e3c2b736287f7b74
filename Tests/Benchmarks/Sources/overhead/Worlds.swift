import ResourcefulLab

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many worlds of a checkout of five requests are tried in a second. Each is a combination of failures, with a new
/// shop.
enum Worlds {
    /// Remembers the keys of its charges.
    private final class Shop {
        private(set) var charges = 0
        private var keys: Set<String> = []

        func answer(_ request: Request) -> Response {
            guard request.url.path == "/charge" else { return Response(body: Data(#"{"total": 5}"#.utf8)) }
            if keys.insert(request.headerFields["Idempotency-Key"] ?? "").inserted { charges += 1 }
            return Response(status: 201, body: Data(#"{"receipt": 1}"#.utf8))
        }
    }

    private static func get(_ path: String) -> Resource<Int> {
        Resource(url: URL(string: "http://example.org/\(path)")!) { try $0.total.int }
    }

    private static let checkout: Plan<Int> = {
        let charge = Resource<Int>(
            url: URL(string: "http://example.org/charge")!, method: .post, body: .json(["total": 5])
        ) { try $0.receipt.int }
        return get("cart").flatMap { _ in get("stock") }.flatMap { _ in get("address") }
            .flatMap { _ in charge.idempotencyKey() }.flatMap { _ in get("receipt") }
    }()

    private static func explore(_ policies: [Policy], atMost: Int) throws -> FailureExploration {
        try DryRun.explore(
            checkout, against: Shop.init, in: { shop in DryRun(policies: policies, shop.answer) },
            failing: [.status(401), .status(503), .timedOut, .reset], atMost: atMost, limit: 4_000,
            always: [.holds("charged once at most") { $0.server.charges <= 1 }])
    }

    static func measure() throws {
        let clock = ContinuousClock()
        let stacks: [(String, [Policy], Int)] = [("no policies", [], 5), ("a retry", [.retry()], 3)]
        for (name, policies, atMost) in stacks {
            let rates = try (0..<7).map { _ in
                var worlds = 0
                let time = try clock.measure {
                    let exploration = try explore(policies, atMost: atMost)
                    worlds = exploration.worlds + exploration.drawn
                }
                return Double(worlds) / (time / .seconds(1))
            }
            print("a checkout with \(name): \(Int(rates.sorted()[3])) worlds a second")
        }
    }
}
