import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulLab
import ResourcefulOutbox
import Testing

// The snippets of "Writes that survive", word for word, compiled and run.

private let shopURL = URL(string: "https://shop.example.org/")!

@Suite(.permit) struct OutboxSnippetTests {
    private struct Order {
        static func create(_ cart: [String]) -> Resource<Int> {
            Resource(url: shopURL.appending(path: "orders"), method: .post, body: .json(cart)) { (json: JSON) in
                try json.number.int
            }
        }
    }

    private final class Shop {
        private(set) var orders = 0
        private var keys: Set<String> = []

        func answer(_ request: Request) -> Response {
            if keys.insert(request.headerFields["Idempotency-Key"] ?? "").inserted { orders += 1 }
            return Response(status: 201, body: Data(#"{"number": \#(orders)}"#.utf8))
        }
    }

    private let cart = ["shoes"]

    private func showAsSent() {}

    private static func webservice(in file: URL) -> Webservice {
        let webservice = Webservice(
            baseURL: shopURL, policies: [.bearer("token", for: shopURL)], store: FileStore(at: file))
        return webservice
    }

    private let webservice = Webservice(
        baseURL: shopURL, transport: StubTransport { _ in Response(status: 201, body: Data(#"{"number": 1}"#.utf8)) })

    @Test func `a write is submitted, and what waits is sent`() async throws {
        let order = try await webservice.submit(Order.create(cart), as: "order-7", in: "cart-7")
        showAsSent()
        let receipt = try await order.value
        #expect(receipt == 1)
        try await webservice.outbox.send()
        let alice = webservice.account("alice")
        _ = try await alice.submit(Order.create(cart), as: "order-9")
        _ = Self.webservice(
            in: FileManager.default.temporaryDirectory.appending(path: "outbox-\(UInt64.random(in: 0 ... .max))"))
    }

    @Test func `a submission of the overview`() async throws {
        let order = try await webservice.submit(Order.create(cart), as: "order-7", in: "cart-7")
        let receipt = try await order.value
        #expect(receipt == 1)
    }

    @Test func `a rule reads an envelope, and a person decides`() async throws {
        var rule = OutboxRule(afterRefusal: .skip)
        rule.refusal = { response in
            guard let json = try? response.json(), let code = try? json.code.int, code != 0
            else { return nil }
            return (try? json.message.string) ?? "code \(code)"
        }
        let outbox = webservice.outbox(Outbox(rule))
        _ = try await outbox.submit(Order.create(cart), as: "order-8", in: "cart-7")
        for try await item in webservice.outbox {
            if case .refused = item.state { try await webservice.outbox.retry(item.id) }
            if case .unreadable = item.state { try await webservice.outbox.drop(item.id) }
        }
    }

    @Test func `the plans of an outbox`() throws {
        let shop = Shop()
        let outbox = Outbox()
        var run = DryRun(shop.answer)
        try run.load(outbox.keeping(Order.create(cart), as: "order-7", in: "cart-7"))
        try run.load(outbox.sendingAll)
        #expect(shop.orders == 1)
    }

    @Test func `a program is explored`() throws {
        let outbox = Outbox()
        let program = outbox.keeping(Order.create(cart), as: "order-7").flatMap { outbox.sendingAll }
        try DryRun.explore(
            program, against: Shop.init, in: { shop in DryRun(shop.answer) },
            failing: [.crashed, .status(503)], atMost: 1, limit: 300,
            always: [.holds("one order") { $0.server.orders == 1 }])
    }
}
