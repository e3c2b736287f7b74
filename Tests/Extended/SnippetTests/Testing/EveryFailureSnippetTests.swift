import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulLab
import Testing

// The snippets of "Every combination of failures", word for word, compiled and run.
private let shopURL = URL(string: "https://shop.example.org/")!

func key(ofOrder id: Int) -> Plan<String> {
    Plan.random.flatMap { number in
        let new = StoreEntry(data: Data("\(number)".utf8), date: .now)
        return Plan.update("order \(id)") { kept in kept ?? new }.map { before in
            String(decoding: (before ?? new).data, as: UTF8.self)
        }
    }
}

/// A shop that charges once for each key.
private enum Checkout {
    final class Shop {
        private(set) var charges = 0
        private var keys: Set<String> = []

        func answer(_ request: Request) -> Response {
            switch request.url.path {
            case "/token":
                return Response(body: Data(#"{"access_token": "t", "token_type": "Bearer"}"#.utf8))
            case "/charge":
                let key = request.headerFields["Idempotency-Key"] ?? "\(charges)"
                if keys.insert(key).inserted { charges += 1 }
                return Response(status: 201, body: Data(#"{"receipt": 1}"#.utf8))
            default: return Response(body: Data(#"{"total": 5}"#.utf8))
            }
        }
    }

    static var plan: Plan<Int> {
        let cart = Resource<Int>(url: shopURL.appending(path: "cart")) { try $0.total.int }
        let charge = Resource<Int>(
            url: shopURL.appending(path: "charge"), method: .post, body: .json(["total": 5])
        ) { try $0.receipt.int }
        let checkout = cart.flatMap { _ in charge.idempotencyKey() }
        return checkout
    }
}

/// Renews the token and sends the request again, but as another one, with another key.
private let forgetful = Policy(named: "a bearer that forgets the key") { request, next in
    next(request).flatMap { response -> Plan<Response> in
        guard response.status == 401 else { return .value(response) }
        let renewal = next(Request(url: shopURL.appending(path: "token"), method: .post))
        return renewal.flatMap { _ in
            Plan.nonce.flatMap { key in
                var again = request
                again.headerFields["Idempotency-Key"] = request.method == .post ? "\(key)" : nil
                return next(again)
            }
        }
    }
}

@Suite(.permit) struct EveryFailureSnippetTests {
    private typealias Shop = Checkout.Shop
    private let checkout = Checkout.plan

    private func explored(_ policies: [Policy]) throws -> FailureExploration {
        let exploration = try DryRun.explore(
            checkout, against: Shop.init, in: { shop in DryRun(policies: policies, shop.answer) },
            failing: [.status(401), .status(503), .timedOut, .reset], atMost: 2,
            always: [
                .holds("charged once at most") { $0.server.charges <= 1 },
                .holds("a receipt means a charge") { world in
                    (try? world.outcome.get()) == nil || world.server.charges == 1
                },
                .ends(within: 20),
            ])
        #expect(exploration.isComplete)
        return exploration
    }

    @Test func `a checkout with the library's policies charges once in every world`() throws {
        let token = Resource<Token>(
            url: shopURL.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        let bearer = Policy.bearer(for: shopURL, token: Token("t0")) { _ in token }
        #expect(try explored([.retry(), bearer]).possibleCombinations == 25)
    }

    @Test func `a violation shows its event log, and can be replayed`() throws {
        let policies: [Policy] = [.retry(), forgetful]
        let violation = #expect(throws: InvariantViolation.self) { try explored(policies) }
        #expect(
            violation?.description == """
                not true in every world: charged once at most (found in world 52)
                  → GET /cart: 200 OK
                  → POST /charge: 401 Unauthorized
                  → POST /token: 200 OK
                  → POST /charge: ✗ no answer came in time
                  wrote ~retry-budget https://shop.example.org:443
                  retry: no answer came in time, retrying in 0.027 s (1 of 3)
                  [0.027 s] waited 0.027 s
                  → POST /charge: 201 Created
                  wrote ~retry-budget https://shop.example.org:443
                  → the value 1
                to replay: run.fail([2: .status(401), 4: .timedOut])
                """)
        let shop = Shop()
        var run = DryRun(policies: policies, shop.answer)
        run.fail([2: .status(401), 4: .timedOut])
        _ = try run.load(checkout)
        #expect(shop.charges == 2)
    }

    @Test func `a process that ends after its charge sends another key, unless the key is kept`() throws {
        let violation = #expect(throws: InvariantViolation.self) {
            try DryRun.explore(
                checkout, against: Shop.init, in: { shop in DryRun(shop.answer) }, failing: [.crashed],
                always: [.holds("charged once at most") { $0.server.charges <= 1 }])
        }
        #expect(
            violation?.description == """
                not true in every world: charged once at most (found in world 4)
                  → GET /cart: 200 OK
                  → POST /charge: 201 Created
                  ✗ the process ended
                  → GET /cart: 200 OK
                  → POST /charge: 201 Created
                  → the value 1
                to replay: run.crash(before: [3])
                """)
        let shop = Shop()
        var run = DryRun(shop.answer)
        run.crash(before: [3])
        #expect(throws: DryRun.Crashed.self) { try run.load(checkout) }
        _ = try run.load(checkout)
        #expect(shop.charges == 2)
    }

    @Test func `a key that is kept charges once, wherever the process ends`() throws {
        let cart = Resource<Int>(url: shopURL.appending(path: "cart")) { try $0.total.int }
        let charge = Resource<Int>(url: shopURL.appending(path: "charge"), method: .post) { try $0.receipt.int }
        let checkout = key(ofOrder: 7).flatMap { key in
            cart.flatMap { _ in charge.header("Idempotency-Key", key) }
        }
        let exploration = try DryRun.explore(
            checkout, against: Shop.init, in: { shop in DryRun(shop.answer) }, failing: [.crashed],
            always: [.holds("charged exactly once") { $0.server.charges == 1 }])
        #expect(exploration.isComplete && exploration.worlds > 10)

        let twice = try DryRun.explore(
            zip(checkout, checkout), against: Shop.init, in: { shop in DryRun(shop.answer) }, failing: [.crashed],
            atMost: 1, always: [.holds("charged exactly once") { $0.server.charges == 1 }])
        #expect(twice.worlds > exploration.worlds)
        let other = key(ofOrder: 8).flatMap { charge.header("Idempotency-Key", $0) }
        try DryRun.explore(
            zip(checkout, other), against: Shop.init, in: { shop in DryRun(shop.answer) }, failing: [.crashed],
            atMost: 1, always: [.holds("two orders are charged") { $0.server.charges == 2 }])
    }
}
