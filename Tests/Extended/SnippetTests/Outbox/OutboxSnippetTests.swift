import Foundation
import Resourceful
import ResourcefulConnectivity
import ResourcefulDisk
import ResourcefulLab
import ResourcefulOutbox
import Testing

// The snippets of "Writes that survive", word for word, compiled and run.

private let shopURL = URL(string: "https://shop.example.org/")!

private struct Post: Codable, Sendable {
    var id: Int
    var isLiked: Bool

    static let all = Resource<[Post]>(json: shopURL.appending(path: "posts"))

    static func like(_ id: Int) -> Resource<Void> {
        Resource(url: shopURL.appending(path: "posts/\(id)/like"), method: .post)
    }
}

private struct Like: Codable, Sendable { var post: Int }

private extension OutboxChange<[Post]> {
    static let like = OutboxChange(Like.self) { posts, like in
        for index in posts.indices where posts[index].id == like.post {
            posts[index].isLiked = true
        }
    }
}

private struct NewComment: Codable, Sendable {
    var id: String
    var text: String

    func post(on episode: Int) -> Resource<Void> {
        Resource(url: shopURL.appending(path: "episodes/\(episode)/comments"), method: .post, body: .json(self))
    }
}

private enum AppRelease {
    static func announce(_ version: String) -> Resource<Void> {
        Resource(url: shopURL.appending(path: "releases"), method: .post, body: .json(["version": version]))
    }
}

private struct Hook: Sendable { var id: String }

private struct Event: Sendable {
    var id: Int

    func delivery(to hook: Hook) -> Resource<Void> {
        Resource(url: shopURL.appending(path: "hooks/\(hook.id)"), method: .post, body: .json(["event": id]))
    }
}

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

    private static func webservice(in folder: URL) -> Webservice {
        let webservice = Webservice(
            baseURL: shopURL, policies: [.bearer("token", for: shopURL)],
            store: FolderStore(at: folder))
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

    private func sendWhenOnline() async throws {
        for await isAvailable in Connectivity.updates where isAvailable {
            try await webservice.outbox.send()
        }
    }

    func post(_ text: String, on episode: Int) async throws {
        let comment = NewComment(id: UUID().uuidString, text: text)
        _ = try await webservice.submit(
            comment.post(on: episode), as: comment.id, in: "comments of \(episode)",
            showing: comment)
    }

    @Test func `an app, a command and a server submit`() async throws {
        try await post("Great guest.", on: 30)
        let version = "1.2.0"
        let once = webservice.outbox(Outbox(OutboxRule(retry: RetryRule(upTo: 0))))
        _ = try await once.submit(AppRelease.announce(version), as: "release \(version)")
        try await once.send()
        for try await item in once where item.state != .done { print(item) }
        let (event, hooks) = (Event(id: 1), [Hook(id: "a"), Hook(id: "b")])
        for hook in hooks {
            _ = try await webservice.submit(
                event.delivery(to: hook), as: "\(event.id) \(hook.id)", in: hook.id)
        }
        try await webservice.outbox.send()
        var lanes: [String] = []
        for try await item in webservice.outbox where item.state == .done { lanes.append(item.lane) }
        #expect(lanes == ["comments of 30", "", "a", "b"])
        let sending = Task { try await sendWhenOnline() }
        sending.cancel()
        _ = try? await sending.value
    }

    @Test func `a load waits for the network`() async throws {
        let patient = Webservice(
            baseURL: shopURL, policies: [.waitingForConnectivity(upTo: .seconds(30))],
            answers: [.connectivity])
        _ = patient
        var run = DryRun(
            baseURL: shopURL, policies: [.waitingForConnectivity(upTo: .seconds(30))]
        ) { _ in throw TransportError(.cannotConnect) }
        run.answer(.connectivity) {}
        #expect(throws: LoadError.self) { try run.load(Post.all) }
        #expect(run.requests.count == 5)
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

    @Test func `a screen shows a write before it is answered`() async throws {
        let posts = Data(#"[{"id": 7, "isLiked": false}]"#.utf8)
        let webservice = Webservice(
            transport: StubTransport { request in Response(status: request.method == .get ? 200 : 503, body: posts) })
        let (shows, input) = AsyncStream<[String]>.makeStream()
        @Sendable nonisolated func show(_ posts: [Post], pending: [String]) {
            #expect(posts.map(\.isLiked) == [true])
            input.yield(pending)
        }
        _ = try await webservice.submit(Post.like(7), as: "like-7", showing: Like(post: 7))
        let screen = Task {
            for try await shown in webservice.outbox.updates(of: Post.all.cached(), showing: [.like]) {
                show(shown.value, pending: shown.pending)
            }
        }
        for await pending in shows {
            #expect(pending == ["like-7"])
            break
        }
        screen.cancel()
        try await screen.value
        try await webservice.outbox.drop("like-7")
    }

    @Test func `a screen beside a program`() throws {
        let posts = Data(#"[{"id": 7, "isLiked": false}]"#.utf8)
        var run = DryRun { _ in Response(body: posts) }
        let program = Plan.wait(for: .seconds(1))
        let screen = Outbox().updates(of: Post.all, showing: [.like]) { shown in print(shown.value) }
        try run.load(Plan.first(of: [screen, program]))
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
