import ResourcefulLab
import ResourcefulProgress
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs that a load doesn't wait for: they go on during later loads, at their own times.
struct DryRunRunsTests {
    private static let api = URL(string: "https://api.example/v1/")!

    private static let bearer = Policy.bearer(for: api) { _ in
        Resource<Token>(url: URL(string: "token")!, method: .post, parseJSON: Token.oauth)
    }

    private static func text(_ path: String) -> Resource<String> {
        Resource(text: Request(url: URL(string: path)!))
    }

    /// A run whose token takes 400 ms, and every other answer 10 ms.
    private static func slowToken() -> DryRun {
        DryRun(baseURL: api, policies: [bearer]) { request, delay in
            let isToken = request.url.lastPathComponent == "token"
            delay = .milliseconds(isToken ? 400 : 10)
            let body = isToken ? #"{"access_token": "t"}"# : request.headerFields["Authorization"] ?? "nobody"
            return Response(body: Data(body.utf8))
        }
    }

    /// A run with a list that is served from the cache and validated in the background for a second; each answer has
    /// the number of its request.
    private static func validating(
        _ fields: HeaderFields = ["Cache-Control": "max-age=0, stale-while-revalidate=60"], policies: [Policy] = []
    ) -> DryRun {
        var count = 0
        return DryRun(baseURL: api, policies: [.cache()] + policies) { _, delay in
            count += 1
            delay = count == 1 ? .zero : .seconds(1)
            return Response(headerFields: fields, body: Data("\(count)".utf8))
        }
    }

    /// Whether no event comes before an earlier one in time.
    private static func isInOrder(_ run: DryRun) -> Bool {
        zip(run.events, run.events.dropFirst()).allSatisfy { $0.time <= $1.time }
    }

    @Test func `a token that comes after the deadline isn't there before its time`() throws {
        var run = Self.slowToken()
        #expect(throws: DeadlineExceeded.self) { try run.load(Self.text("a").plan.deadline(.milliseconds(300))) }
        #expect(run.elapsed == .milliseconds(300))
        #expect(!run.store.keys.contains { $0.hasPrefix("credentials") }, "it comes at 400 ms")
        let before = run.events.count
        #expect(try run.load(Self.text("b")) == "Bearer t")
        #expect(run.elapsed == .milliseconds(410))
        #expect(run.requests.filter { $0.method == .post }.count == 1, "the second load waits for the same token")
        #expect(run.events[before...].allSatisfy { $0.time >= .milliseconds(300) })
        #expect(Self.isInOrder(run), "\(run.eventLog)")
    }

    @Test func `a validation in the background is seen by the loads after its answer`() throws {
        var run = Self.validating()
        let list = Self.text("list")
        #expect(try run.load(list) == "1")
        try run.load(Plan.wait(for: .seconds(10)))
        #expect(try run.load(list) == "1")
        #expect(run.elapsed == .seconds(10) && run.requests.count == 2)
        try run.load(Plan.wait(for: .milliseconds(999)))
        #expect(try run.load(list) == "1", "the answer is under way")
        #expect(run.requests.count == 2, "and nothing asks twice")
        try run.load(Plan.wait(for: .milliseconds(1)))
        #expect(try run.load(list) == "2")
        #expect(run.requests.count == 3 && run.elapsed == .seconds(11))
        run.finishRuns()
        #expect(run.elapsed == .seconds(12))
        run.finishRuns()
        #expect(run.elapsed == .seconds(12), "nothing is under way")
        #expect(Self.isInOrder(run), "\(run.eventLog)")
    }

    @Test(arguments: [(1, "1"), (2, "2")]) func `a validation whose envelope fails replaces nothing`(
        validated: Int, shown: String
    ) throws {
        let list = Resource<String>(Request(url: URL(string: "list")!)) { response in
            guard response.body != Data("2".utf8) || validated == 2 else { throw CancellationError() }
            return String(decoding: response.body, as: UTF8.self)
        }
        var run = Self.validating()
        #expect(try run.load(list) == "1")
        try run.load(Plan.wait(for: .seconds(1)))
        #expect(try run.load(list) == "1")
        try run.load(Plan.wait(for: .seconds(2)))
        #expect(try run.load(list) == shown)
    }

    @Test func `a validation for one user ends during the load of another, who doesn't get it`() throws {
        func list(_ user: String) -> Resource<String> { Self.text("list").header("Authorization", "Bearer \(user)") }
        var run = DryRun(baseURL: Self.api, policies: [.cache()]) { request, delay in
            delay = .seconds(1)
            return Response(
                headerFields: ["Cache-Control": "max-age=0, stale-while-revalidate=60"],
                body: Data((request.headerFields["Authorization"] ?? "nobody").utf8))
        }
        for _ in 0..<3 {
            for user in ["ada", "bob"] { #expect(try run.load(list(user)) == "Bearer \(user)") }
            try run.load(Plan.wait(for: .milliseconds(700)))
        }
        #expect(Self.isInOrder(run), "\(run.eventLog)")
    }

    @Test func `a leader that is gone leaves the run to those who follow in later loads`() throws {
        var run = Self.slowToken()
        let quick = Plan.wait(for: .milliseconds(100)).map { "quick" }
        #expect(try run.load(first(of: [Self.text("a").plan, quick])) == "quick")
        #expect(try run.load(all([Self.text("b"), Self.text("c")])) == ["Bearer t", "Bearer t"])
        #expect(run.elapsed == .milliseconds(410))
        #expect(
            run.requests.map(\.url.lastPathComponent) == ["token", "b", "c"], "the loser of the race sends nothing")
    }

    @Test func `what is set between two loads holds for the runs under way`() throws {
        var run = Self.slowToken()
        #expect(throws: DeadlineExceeded.self) { try run.load(Self.text("a").plan.deadline(.milliseconds(300))) }
        run.store["note"] = StoreEntry(data: Data("n".utf8), date: run.start)
        run.fail([2: .status(503)])
        #expect(throws: LoadError.self) { try run.load(Self.text("b")) }
        #expect(run.store["note"] != nil && run.requests.count == 2)
        #expect(try run.load(Self.text("c")) == "Bearer t")
    }

    @Test(arguments: [true, false]) func `an exchange that outlives its load is measured where it began`(
        isMeasuredLater: Bool
    ) throws {
        var run = Self.validating()
        let list = Self.text("list")
        for _ in 0..<4 { _ = try run.load(Self.text("other").refreshed()) }
        #expect(try run.load(list) == "5")
        var fractions: [Double?] = []
        #expect(try run.load(list, progress: { fractions.append($0.fraction) }) == "5")
        let wait = Plan.wait(for: .seconds(2)).flatMap { list }
        let value =
            isMeasuredLater ? try run.load(wait, progress: { fractions.append($0.fraction) }) : try run.load(wait)
        #expect(value == "6")
        #expect(fractions.last == 1)
    }

    @Test func `of two copies one has the runs under way, and both go on`() throws {
        var run = Self.slowToken()
        #expect(throws: DeadlineExceeded.self) { try run.load(Self.text("a").plan.deadline(.milliseconds(300))) }
        var copy = run
        #expect(try run.load(Self.text("b")) == "Bearer t")
        #expect(run.requests.count == 2)
        copy.finishRuns()
        #expect(copy.requests.count == 1 && copy.elapsed == .milliseconds(300))
        #expect(try copy.load(Self.text("b")) == "Bearer t")
        #expect(copy.requests.count == 3, "it asks for a token of its own")
    }

    @Test func `a released run releases what it had under way`() throws {
        final class Server {}
        weak var released: Server?
        do {
            let server = Server()
            released = server
            var run = DryRun(baseURL: Self.api, policies: [Self.bearer]) { [server] _, delay in
                delay = .seconds(1)
                return withExtendedLifetime(server) { Response() }
            }
            _ = try? run.load(Self.text("a").plan.deadline(.milliseconds(300)))
            #expect(run.requests.count == 1)
        }
        #expect(released == nil)
    }

    @Test func `a new order finishes the runs under way`() throws {
        var run = Self.slowToken()
        _ = try? run.load(Self.text("a").plan.deadline(.milliseconds(300)))
        run.order = .drawn(seed: 1)
        #expect(run.elapsed == .milliseconds(400))
        #expect(run.store.keys.contains { $0.hasPrefix("credentials") })
    }

    @Test func `an exploration tries a run in every order with the next load`() throws {
        // The answer to a validation that began before a change may come after it.
        var stored: Set<String> = []
        let exploration = try DryRun.explore(in: { Self.validating() }) { run in
            let list = Self.text("list")
            _ = try run.load(list)
            _ = try run.load(list)
            _ = try run.load(Resource(url: URL(string: "list")!, method: .put) { $0.count })
            run.finishRuns()
            let value = try run.load(list)
            stored.insert("\(value) after \(run.requests.count)")
            return run.requests.count == 4
        }
        #expect(exploration.tried > 1)
        #expect(!stored.contains { $0.hasPrefix("1") || $0.hasPrefix("2") }, "\(stored)")
    }

    @Test func `whatever ends first, events are in the order of time, and each token is asked for once`() throws {
        var numbers = SplitMix64(seed: 56)
        for _ in 0..<Effort.size(reduced: 150, usual: 500, full: 500) {
            var run = DryRun(baseURL: Self.api, policies: [.cache(), Self.bearer]) { request, delay in
                delay = .milliseconds(Int(numbers.next() % 50))
                let isToken = request.url.lastPathComponent == "token"
                return Response(
                    headerFields: isToken ? [:] : ["Cache-Control": "max-age=0, stale-while-revalidate=60"],
                    body: Data(#"{"access_token": "t"}"#.utf8))
            }
            for _ in 0..<6 {
                let deadline = Duration.milliseconds(Int(numbers.next() % 60))
                let before = run.elapsed
                _ = try? run.load(Self.text("\(numbers.next() % 2)").plan.deadline(deadline))
                #expect(run.elapsed - before <= deadline)
            }
            run.finishRuns()
            #expect(Self.isInOrder(run), "\(run.eventLog)")
            #expect(run.requests.filter { $0.method == .post }.count <= 1)
        }
    }
}
