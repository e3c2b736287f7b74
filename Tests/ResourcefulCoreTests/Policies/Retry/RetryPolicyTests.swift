import ResourcefulLab
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct RetryPolicyTests {
    private static let request = Request(url: Sample.url)
    private static let steady = RetryRule(upTo: 3, waits: .constant(.seconds(1)), budget: nil)

    private func decisions(_ run: DryRun) -> [String] {
        run.events.compactMap { if case .decided(let decision) = $0.kind { decision.description } else { nil } }
    }

    /// What all attempts of one load come to when every answer is the same.
    private func run(
        _ rule: RetryRule, _ request: Request = request, _ respond: @escaping (Request) throws -> Response
    ) throws -> DryRun {
        var run = DryRun(policies: [.retry(rule)], respond)
        _ = try? run.load(Plan.send(request))
        return run
    }

    @Test func `each decision is reported, with its reason`() throws {
        var left = 1
        var run = DryRun(policies: [.retry(Self.steady)]) { _ in
            left -= 1
            if left < 0 { throw TransportError(.connectionLost, "the server hung up") }
            return Response(status: 503)
        }
        _ = try? run.load(Plan.send(Self.request))
        #expect(
            decisions(run) == [
                "retry: 503 Service Unavailable, retrying in 1 s (1 of 3)",
                "retry: the server hung up, retrying in 1 s (2 of 3)",
                "retry: the server hung up, retrying in 1 s (3 of 3)",
                "retry: the server hung up, not retried: 3 of 3 retries made",
            ])
    }

    @Test(arguments: [0, 1, 2, 60]) func `Retry-After in seconds is the least that is waited`(seconds: Int) throws {
        let run = try run(Self.steady) { _ in Response(status: 503, headerFields: ["Retry-After": "\(seconds)"]) }
        #expect(run.elapsed == .seconds(max(1, seconds)) * 3)
    }

    @Test func `Retry-After as a date is waited for`() throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let date = try #require(HTTPDate.text(of: start.addingTimeInterval(10)))
        var run = DryRun(policies: [.retry(Self.steady)]) { _ in
            Response(status: 429, headerFields: ["Retry-After": date])
        }
        run.start = start
        _ = try run.load(Plan.send(Self.request))
        #expect(run.elapsed == .seconds(12), "ten seconds, then one for each of the others, since the date has passed")
    }

    @Test(arguments: [true, false]) func `clients that a server asks for the same moment come one by one`(
        isDate: Bool
    ) throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let date = try #require(HTTPDate.text(of: start.addingTimeInterval(10)))
        let arrivals = try (0..<200).map { client in
            var answers: [Response.Status] = [200, 503]
            var run = DryRun(policies: [.retry()]) { _ in
                Response(status: answers.removeLast(), headerFields: ["Retry-After": isDate ? date : "10"])
            }
            (run.start, run.randomNumbers) = (start, SplitMix64(seed: UInt64(client)))
            _ = try run.load(Plan.send(Self.request))
            return run.elapsed
        }.sorted()
        #expect(arrivals[0] >= .seconds(10), "none earlier than asked")
        // The first random wait is a quarter of a second at most; a tenth of that has about a tenth of the clients.
        let most = (0..<10).map { part in
            let range = .seconds(10) + .milliseconds(25) * part..<(.seconds(10) + .milliseconds(25) * (part + 1))
            return arrivals.count { range.contains($0) }
        }.max()
        #expect(try #require(most) <= 40, "\(arrivals)")
    }

    @Test(arguments: ["61", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func `a server that asks for too long a wait is not asked again`(text: String) throws {
        let run = try run(Self.steady) { _ in Response(status: 503, headerFields: ["Retry-After": text]) }
        #expect(run.requests.count == 1)
        #expect(run.elapsed == .zero)
        #expect(decisions(run).first?.contains("the server asks to wait") == true)
    }

    @Test(arguments: ["-1", "soon", ""])
    func `a Retry-After that says nothing changes nothing`(text: String) throws {
        let run = try run(Self.steady) { _ in Response(status: 503, headerFields: ["Retry-After": text]) }
        #expect(run.elapsed == .seconds(3))
    }

    @Test func `no wait is begun that ends after the deadline, and each attempt has the time that is left`() throws {
        var rule = Self.steady
        (rule.limit, rule.deadline) = (10, .milliseconds(3500))
        var run = try run(rule) { _ in Response(status: 503) }
        #expect(run.requests.map(\.timeout) == [3.5, 2.5, 1.5, 0.5].map { .seconds($0) })
        #expect(run.elapsed == .seconds(3))
        #expect(decisions(run).last?.hasSuffix("a wait of 1 s would pass the deadline") == true)
        run = try self.run(rule, Self.request.timeout(.seconds(2))) { _ in Response(status: 503) }
        #expect(run.requests.map(\.timeout) == [2, 2, 1.5, 0.5].map { .seconds($0) })
    }

    @Test(arguments: [Request.Method.post, .patch, "LOCK"])
    func `a method that is not idempotent is sent again with a key, the same in all attempts`(
        method: Request.Method
    ) throws {
        var request = Self.request
        request.method = method
        let bare = try run(Self.steady, request) { _ in Response(status: 503) }
        #expect(bare.requests.count == 1)
        #expect(decisions(bare).first?.contains("no idempotency key") == true)
        let keyed = try run(Self.steady, request.idempotencyKey()) { _ in Response(status: 503) }
        #expect(keyed.requests.count == 4)
        #expect(Set(keyed.requests.map { $0.headerFields["Idempotency-Key"] }).count == 1)
        let own = try run(Self.steady, request.idempotencyKey().header("Idempotency-Key", "order 7")) { _ in
            Response(status: 503)
        }
        #expect(own.requests.map { $0.headerFields["Idempotency-Key"] } == Array(repeating: "order 7", count: 4))
    }

    @Test func `a key is a UUID, and another one for each load`() throws {
        var run = DryRun { _ in Response() }
        for _ in 0..<100 { _ = try run.load(Plan.send(Self.request.idempotencyKey())) }
        let keys = run.requests.compactMap { $0.headerFields["Idempotency-Key"] }
        #expect(Set(keys).count == 100)
        for key in keys {
            #expect(UUID(uuidString: key)?.uuidString.lowercased() == key)
            #expect(Array(key)[14] == "4" && "89ab".contains(Array(key)[19]))
        }
    }

    @Test func `an error says why it isn't retried, unless all retries were made`() throws {
        let post = Resource<Data>(url: Sample.url, method: .post)
        let why = "not retried: POST isn't idempotent, and the request has no idempotency key"
        for failure in [ExchangeFailure.status(503), .timedOut, .reset] {
            var run = DryRun(policies: [.retry(Self.steady)]) { _ in Response() }
            run.fail([1: failure])
            let error = try #require(#expect(throws: LoadError.self) { try run.load(post) })
            #expect("\(error)".hasSuffix(" (\(why))") && error.debugDescription.hasSuffix("\n  \(why)"), "\(error)")
        }
        for (policies, resource) in [([Policy.retry(Self.steady)], Resource<Data>(url: Sample.url)), ([], post)] {
            var run = DryRun(policies: policies) { _ in Response(status: 503) }
            let error = try #require(#expect(throws: LoadError.self) { try run.load(resource) })
            #expect("\(error)".hasSuffix("was answered with 503 Service Unavailable"), "\(error)")
        }
        var run = DryRun(policies: [.retry(upTo: 3)]) { _ in
            Response(status: 503, headerFields: ["Retry-After": "600"])
        }
        let error = try #require(#expect(throws: LoadError.self) { try run.load(Resource<Data>(url: Sample.url)) })
        #expect("\(error)".hasSuffix("(not retried: the server asks to wait 600 s, longer than 60 s)"), "\(error)")
    }

    @Test func `a server that is down uses up no retries of another`() throws {
        let rule = RetryRule(upTo: 1, waits: .constant(.zero), budget: RetryBudget(capacity: 2, deposit: 0.5))
        var isFirst = true
        var run = DryRun(policies: [.retry(rule)]) { request in
            if request.url.host() == "down.example" { return Response(status: 503) }
            defer { isFirst.toggle() }
            return Response(status: isFirst ? 503 : 200)
        }
        for _ in 0..<5 { _ = try run.load(Plan.send(Request(url: URL(string: "https://down.example/")!))) }
        #expect(run.requests.count == 7)
        for _ in 0..<3 { #expect(try run.load(Plan.send(Self.request)).status == 200) }
        #expect(run.requests.count == 7 + 6)
        let origins = ["https://down.example:443", "https://example.org:443"]
        #expect(run.store.keys.sorted() == origins.map { "~retry-budget \($0)" })
    }

    @Test func `a budget is shared by all loads, and filled by those that succeed`() throws {
        var rule = Self.steady
        (rule.limit, rule.budget) = (2, RetryBudget(capacity: 3, deposit: 0.5))
        var isDown = true
        var run = DryRun(policies: [.retry(rule)]) { _ in Response(status: isDown ? 503 : 200) }
        func attempts() throws -> Int {
            let before = run.requests.count
            _ = try run.load(Plan.send(Self.request))
            return run.requests.count - before
        }
        #expect(try (0..<4).map { _ in try attempts() } == [3, 2, 1, 1])
        isDown = false
        #expect(try (0..<3).map { _ in try attempts() } == [1, 1, 1])
        isDown = true
        #expect(try (0..<3).map { _ in try attempts() } == [2, 1, 1], "three successes are worth one retry and a half")
        #expect(decisions(run).last?.hasSuffix("the retry budget is used up") == true)
        isDown = false
        for _ in 0..<20 { _ = try attempts() }
        #expect(run.store.isEmpty, "nothing is remembered of a full budget")
    }
}
