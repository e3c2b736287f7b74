import ResourcefulTesting
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The plans of an outbox, in dry runs.
struct OutboxTests {
    private let server = OrderServer()
    private let outbox = Outbox(.tried())

    private func run(policies: [Policy] = []) -> DryRun {
        DryRun(baseURL: URL(string: "https://shop.example.org/api"), policies: policies, server.answer)
    }

    @Test func `a write is kept before anything is sent, with the key that it is sent with`() throws {
        var run = run()
        try run.load(outbox.keeping(order("a"), as: "a", in: "cart"))
        #expect(run.requests.isEmpty)
        let key = try #require(try KeptWrite(run.store["outbox write a"], named: "a")).key
        #expect(key.wholeMatch(of: #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#) != nil)
        try run.load(outbox.sendingAll)
        #expect(server.keys == ["a": [key]])
        #expect(try run.listed() == ["a: done"])
        #expect(try run.load(outbox.answer(to: order("a"), as: "a")) == 1)
    }

    @Test func `the same identifier is the same write, before and after its answer`() throws {
        var run = run()
        for _ in 0..<2 { try run.load(outbox.keeping(order("a"), as: "a")) }
        try run.load(outbox.sendingAll)
        try run.load(outbox.keeping(order("a"), as: "a"))
        try run.load(outbox.sendingAll)
        #expect(run.requests.count == 1 && server.taken == ["a"])
        #expect(try run.listed() == ["a: done"])
    }

    @Test func `a refused write has the server's own words, without secrets`() throws {
        let problem = Response(
            status: 422, headerFields: ["Content-Type": "application/problem+json"],
            body: Data(#"{"title": "Sold out", "detail": "Choose another; token=geheim"}"#.utf8))
        var run = DryRun { _ in problem }
        let order = Resource<Void>(url: URL(string: "https://shop.example.org/")!, method: .post) { _ in }
        try run.load(outbox.keeping(order, as: "a").flatMap { [outbox] in outbox.sendingAll })
        let listed = try run.listed()
        #expect(listed == ["a: refused: 422 Unprocessable Content: Sold out: Choose another; token=******"])
    }

    @Test func `waiting for the answer sends the lane`() throws {
        var run = run()
        try run.load(outbox.keeping(order("a"), as: "a"))
        try run.load(outbox.keeping(order("b"), as: "b"))
        #expect(try run.load(outbox.answer(to: order("b"), as: "b")) == 2)
        #expect(server.taken == ["a", "b"])
    }

    @Test func `a request is kept with its own key, its fields, its body and its timeout`() throws {
        var run = run()
        let order = order("a").header("Idempotency-Key", "mine").header("X-Shop", "7").timeout(.seconds(2.5))
        try run.load(outbox.keeping(order, as: "a"))
        try run.load(outbox.sendingAll)
        let sent = try #require(run.requests.first)
        #expect(sent.headerFields["Idempotency-Key"] == "mine" && sent.headerFields["X-Shop"] == "7")
        #expect(sent.headerFields["Accept"] == "application/json")
        #expect(sent.body == order.body && sent.method == .post && sent.timeout == .seconds(2.5))
    }

    @Test func `a relative URL is the one that it was when it was submitted`() throws {
        var first = run()
        try first.load(outbox.keeping(order("a", at: "orders?x=1"), as: "a"))
        var later = DryRun(baseURL: URL(string: "https://shop.example.org/api/2"), server.answer)
        later.store = first.store
        try later.load(outbox.sendingAll)
        #expect(later.requests.map(\.url.absoluteString) == ["https://shop.example.org/api/orders?x=1"])
        #expect(throws: LoadError.self) { try first.load(outbox.keeping(order("b", at: "../b"), as: "b")) }
        #expect(first.store["outbox write b"] == nil)
    }

    @Test(arguments: ["Authorization", "Cookie", "X-API-Key", "Proxy-Authorization"]) func `secrets aren't kept`(
        field: String
    ) throws {
        var run = run()
        let name = try #require(HeaderFields.Name(field))
        let error = try #require(
            #expect(throws: OutboxError.self) {
                try run.load(outbox.keeping(order("a").header(name, "Bearer hush"), as: "a"))
            })
        #expect(error.kind == .secret && error.message.contains(field) && !error.message.contains("hush"))
        #expect(run.store.isEmpty)
        // A policy adds it when the write is sent.
        var policed = self.run(policies: [.changing { $0.headerFields[name] = "Bearer hush" }])
        try policed.load(outbox.keeping(order("a"), as: "a"))
        for entry in policed.store.values {
            #expect(!String(decoding: entry.data, as: UTF8.self).contains("hush"))
        }
        try policed.load(outbox.sendingAll)
        #expect(policed.requests.first?.headerFields[name] == "Bearer hush")
    }

    @Test(arguments: ["https://me:hush@shop.example.org/", "https://shop.example.org/?api_key=hush"])
    func `a secret in a URL isn't kept`(url: String) throws {
        var run = run()
        let error = try #require(
            #expect(throws: OutboxError.self) { try run.load(outbox.keeping(order("a", at: url), as: "a")) })
        #expect(error.kind == .secret && !error.message.contains("hush"))
    }

    @Test func `an answer is kept without its cookies`() throws {
        server.refusals["a"] = Response(
            status: 200, headerFields: ["Set-Cookie": "sid=hush", "ETag": "\"1\""], body: Data(#"{"number": 5}"#.utf8))
        var run = run()
        try run.load(outbox.keeping(order("a"), as: "a"))
        try run.load(outbox.sendingAll)
        #expect(!run.store.values.contains { String(decoding: $0.data, as: UTF8.self).contains("hush") })
        let (number, response) = try run.load(outbox.answer(to: order("a").withResponse, as: "a"))
        #expect(number == 5 && response.headerFields.eTag == EntityTag("1"))
    }

    @Test func `a lane is in order, and lanes are side by side`() throws {
        var run = run()
        for (id, lane) in [("a1", "a"), ("b1", "b"), ("a2", "a")] {
            try run.load(outbox.keeping(order(id), as: id, in: lane))
        }
        server.refusals["a1"] = Response(status: 503)
        try run.load(outbox.sendingAll)
        #expect(server.taken == ["b1"])
        #expect(try run.listed() == ["a1: waiting: 503 Service Unavailable", "a2: waiting", "b1: done"])
        #expect(run.elapsed == .seconds(2), "two retries, as the rule says, and no more")
        server.refusals = [:]
        try run.load(outbox.sendingAll)
        #expect(server.taken == ["b1", "a1", "a2"])
    }

    @Test func `what the server refuses leaves the lane with its reason, and the rule says what follows`() throws {
        for (rule, rest) in [(OutboxRule.Refusal.stop, "b: waiting"), (.skip, "b: done")] {
            let server = OrderServer()
            server.refusals["a"] = Response(status: 422)
            let outbox = Outbox(.tried(rule))
            var run = DryRun(server.answer)
            for id in ["a", "b"] { try run.load(outbox.keeping(order(id), as: id)) }
            for _ in 0..<2 { try run.load(outbox.sendingAll) }
            #expect(try run.listed() == ["a: refused: 422 Unprocessable Content", rest])
            #expect(run.requests.count { $0.body == order("a").body } == 1)
            let error = #expect(throws: LoadError.self) { try run.load(outbox.answer(to: order("a"), as: "a")) }
            #expect(error?.status == 422)
            server.refusals = [:]
            #expect(try run.load(outbox.retrying("a")))
            try run.load(outbox.sendingAll)
            #expect(try run.load(outbox.answer(to: order("a"), as: "a")) > 0)
            #expect(server.taken == (rule == .stop ? ["a", "b"] : ["b", "a"]))
            #expect(server.keys["a"]?.count == 1)
            for id in ["a", "nobody"] { #expect(try !run.load(outbox.retrying(id))) }
        }
    }

    @Test func `a status decides whether a write waits`() {
        checkEach([408, 425, 429, 500, 501, 503, 507, 401, 404, 409, 304, 300]) { code in
            // With an outbox and a server of its own.
            let test = Self()
            test.server.refusals["a"] = Response(status: try #require(Response.Status(code), "\(code)"))
            var run = test.run(policies: [.followingRedirects(.none)])
            try run.load(test.outbox.keeping(order("a"), as: "a"))
            try run.load(test.outbox.sendingAll)
            let waits = code >= 500 || [408, 425, 429].contains(code)
            #expect(run.requests.count == (waits ? 3 : 1), "\(code)")
            let state = try #require(try run.load(test.outbox.item("a")), "\(code)").state
            #expect("\(state)".hasPrefix(waits ? "waiting: \(code)" : "refused: \(code)"), "\(code): \(state)")
        }
    }

    @Test func `an exchange ends before another process takes its write over`() throws {
        var delays = [Duration.seconds(500), .seconds(20)]
        var run = DryRun(taking: { [server] request, delay in
            delay = delays.removeFirst()
            return try server.answer(request)
        })
        try run.load(outbox.keeping(order("a"), as: "a"))
        try run.load(outbox.sendingAll)
        #expect(run.elapsed == .seconds(54 + 1 + 20))
        #expect(server.keys["a"]?.count == 1 && server.taken == ["a"])
        #expect(try run.listed() == ["a: done"])
    }

    @Test(arguments: [0.3, 7, 50])
    func `a process that waits for another one notices the end of its write after twice the time`(
        seconds: Double
    ) throws {
        var run = run()
        try run.load(outbox.keeping(order("a"), as: "a").flatMap { [outbox] in outbox.keeping(order("b"), as: "b") })
        let end = Plan.wait(for: .seconds(seconds)).flatMap { [outbox] in
            Plan.now.flatMap { now in
                outbox.changeWrite("a", at: now) { $0?.settled(Settlement(state: .done), by: 7, at: now) }
            }
        }
        let begin = Plan.now.flatMap { [outbox] now in
            outbox.changeWrite("a", at: now) { $0?.claimed(by: 7, until: now + 60) }
        }
        let start = try run.load(Plan.now)
        _ = try run.load(begin.flatMap { [outbox] _ in zip(end, outbox.sendingAll) })
        #expect(server.taken == ["b"])
        #expect(try run.load(Plan.now).timeIntervalSince(start) <= seconds * 2 + 0.2)
    }

    @Test func `a send beside attempts that began before tries each write once more`() throws {
        var rule = OutboxRule.tried(retries: 1_000)
        rule.retry.waits = .constant(.seconds(3_600))
        let outbox = Outbox(rule)
        var run = DryRun(taking: { _, delay in
            delay = .seconds(10)
            return Response(status: 503)
        })
        let kept = outbox.keeping(order("a"), as: "a").flatMap { outbox.beginning("", after: "a") }
        // The run waits from the tenth second, an attempt takes from 20 to 30, and two more sends come meanwhile.
        let sends = [20, 25, 26].map { second in Plan.wait(for: .seconds(second)).flatMap { outbox.sendingNow("") } }
        let plan = kept.flatMap { Plan.all(sends).map { _ in } }.deadline(.seconds(1_000))
        #expect(throws: (any Error).self) { try run.load(plan) }
        #expect(run.requests.count == 3)
    }

    @Test func `the Webservice's retries don't multiply the rule's`() throws {
        server.refusals["a"] = Response(status: 503)
        var run = run(policies: [.retry(upTo: 5)])
        try run.load(outbox.keeping(order("a"), as: "a"))
        try run.load(outbox.sendingAll)
        #expect(run.requests.count == 3)
    }

    @Test func `a dropped write is gone, and the lane goes on`() throws {
        var run = run()
        server.refusals["a"] = Response(status: 400)
        for id in ["a", "b", "c"] { try run.load(outbox.keeping(order(id), as: id)) }
        try run.load(outbox.sendingAll)
        for id in ["a", "b"] { #expect(try run.load(outbox.dropping(id))) }
        #expect(try !run.load(outbox.dropping("a")))
        try run.load(outbox.sendingAll)
        #expect(server.taken == ["c"])
        let error = #expect(throws: OutboxError.self) { try run.load(outbox.answer(to: order("a"), as: "a")) }
        #expect(error?.kind == .missing)
        server.refusals = [:]
        try run.load(outbox.keeping(order("a"), as: "a"))
        try run.load(outbox.sendingAll)
        #expect(server.taken == ["c", "a"], "it can be submitted again")
    }

    @Test func `a service refuses with a success, if the rule reads its envelope`() throws {
        server.refusals["a"] = Response(body: Data(#"{"code": 7, "message": "sold out", "data": null}"#.utf8))
        let policies: [Policy] = [.inside(Envelope())]
        var run = run(policies: policies)
        try run.load(outbox.keeping(order("a"), as: "a"))
        try run.load(outbox.sendingAll)
        #expect(try run.listed() == ["a: done"])
        let failure = #expect(throws: ServiceError.self) { try run.load(outbox.answer(to: order("a"), as: "a")) }
        #expect(failure?.code == 7)

        var rule = OutboxRule.tried()
        rule.refusal = { response in
            let json = try? response.json()
            return (try? json?.code.int) == 0 ? nil : (try? json?.message.string) ?? "no code"
        }
        var again = self.run(policies: policies)
        try again.load(Outbox(rule).keeping(order("a"), as: "a"))
        try again.load(Outbox(rule).sendingAll)
        #expect(try again.listed() == ["a: refused: sold out"])
    }

    @Test func `the name of an outbox, a lane or a write can have any characters`() throws {
        var run = run()
        let names = ["", " ", "1 of x", "lane a", "a 1", "%20", "é\n"]
        for outbox in [Outbox(.tried()), Outbox(named: "outbox lane", .tried()), Outbox(named: "a b", .tried())] {
            let before = server.taken.count
            for lane in names {
                for id in names { try run.load(outbox.keeping(order(id + lane), as: id + "/" + lane, in: lane)) }
            }
            try run.load(outbox.sendingAll)
            #expect(server.taken.count - before == names.count * names.count)
            #expect(try run.load(outbox.items).allSatisfy { $0.state == .done })
        }
    }
}
