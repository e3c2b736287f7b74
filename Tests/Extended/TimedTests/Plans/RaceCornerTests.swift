import ResourcefulLab
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Races at the edges: deep, long and wide ones, and those around what loads share.
@Suite(.permit, .serialized) struct RaceCornerTests {
    private static let depth = Effort.isReduced ? 20_000 : 100_000
    private static let zips = Effort.size(reduced: 4_000, usual: 10_000, full: 100_000)

    private static let site = URL(string: "http://example.org/")!

    /// The text of a response.
    private static func text(_ path: String) -> Resource<String> {
        Resource(url: URL(string: path)!) { String(decoding: $0, as: UTF8.self) }
    }

    /// A Webservice whose responses have the path of their request as body. `slow` takes until it is canceled.
    private static func webservice(_ policies: [Policy] = [], _ slow: Counted = Counted()) -> Webservice {
        Webservice(
            baseURL: site, policies: policies,
            transport: StubTransport { request in
                guard request.url.path != "/slow" else {
                    slow.add()
                    try await Task.sleep(for: .seconds(600))
                    return Response()
                }
                return Response(body: Data(request.url.path.utf8))
            })
    }

    private final class Counted: Sendable {
        private let count = Locked(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    /// Races in a row, and plans in a race.
    private static let count = Effort.size(reduced: 1_000, usual: 10_000, full: 20_000)

    // MARK: Deep, long and wide

    @Test func `a hundred thousand races within each other are freed`() {
        var plan = Plan.value(0)
        for _ in 0..<Self.depth { plan = first(of: [plan, plan]) }
        plan = .value(0)
        #expect(plan.result != nil)
        for _ in 0..<Self.depth { plan = plan.deadline(.seconds(1)) }
        plan = .value(0)
        #expect(plan.result != nil)
    }

    @Test func `thousands of races within each other run under both interpreters`() async throws {
        var plan = Plan.value(0)
        for _ in 0..<Self.zips {
            plan = first(of: [plan, Plan.wait(for: .seconds(60)).map { -1 }]).map { $0 + 1 }
        }
        var run = DryRun { _ in Response() }
        #expect(try run.load(plan) == Self.zips)
        #expect(run.elapsed == .zero)
        #expect(try await Self.webservice().load(plan) == Self.zips)
    }

    @Test func `thousands of races within each other are canceled`() async {
        let slow = Counted()
        var plan = Self.text("slow").plan
        for _ in 0..<Self.zips { plan = first(of: [plan]).map { $0 } }
        let task = Task { [plan] in try await Self.webservice([], slow).load(plan) }
        while slow.value == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `thousands of races in a row run under both interpreters`() async throws {
        @Sendable func racing(_ count: Int) -> Plan<Int> {
            first(of: [Plan.value(count), Plan.wait(for: .seconds(60)).map { count }]).flatMap {
                $0 == 0 ? Plan.value(0) : racing($0 - 1)
            }
        }
        var run = DryRun { _ in Response() }
        #expect(try run.load(racing(Self.count)) == 0)
        #expect(run.elapsed == .zero)
        #expect(try await Self.webservice().load(racing(Self.count)) == 0)
    }

    @Test func `a race of thousands has one winner under both interpreters`() async throws {
        let plans = (0..<Self.count).map { number in
            number == Self.count / 2 ? Plan.value(number) : Plan.wait(for: .seconds(60)).map { -1 }
        }
        var run = DryRun { _ in Response() }
        #expect(try run.load(first(of: plans)) == Self.count / 2)
        #expect(try await Self.webservice().load(first(of: plans)) == Self.count / 2)
        // All fail: the last one counts.
        struct Lost: Error, Equatable { let number: Int }
        let failing = (0..<Self.count).map { Plan<Int>.failure(Lost(number: $0)) }
        #expect(throws: Lost(number: Self.count - 1)) { try run.load(first(of: failing)) }
        #expect(throws: Lost(number: Self.count - 1)) { try run.load(first(of: failing, staggeredBy: .seconds(1))) }
        await #expect(throws: Lost(number: Self.count - 1)) {
            try await Self.webservice().load(first(of: failing, staggeredBy: .seconds(1)))
        }
    }

    // MARK: Requests

    @Test func `relative URLs and the modifiers of a plan are those of every racer`() throws {
        var run = DryRun(baseURL: Self.site.appending(path: "v1")) { _, delay in
            delay = .seconds(1)
            return Response()
        }
        let plan = first(of: [Self.text("a"), Self.text("b")], staggeredBy: .milliseconds(1)).header("X-A", "1")
            .timeout(.seconds(7)).deadline(.seconds(5)).header("X-B", "2")
        #expect(try run.load(plan) == "")
        #expect(run.requests.map { "\($0)" } == ["GET http://example.org/v1/a", "GET http://example.org/v1/b"])
        #expect(run.requests.allSatisfy { $0.headerFields["X-A"] == "1" && $0.headerFields["X-B"] == "2" })
        #expect(run.requests.allSatisfy { $0.timeout == .seconds(7) })
    }

    @Test func `racers that are equal are one exchange, and the race has its outcome`() async throws {
        var run = DryRun(baseURL: Self.site) { _ in Response(body: Data("one".utf8)) }
        #expect(try run.load(first(of: [Self.text("a"), Self.text("a")])) == "one")
        #expect(run.requests.count == 1)
        let runs = (0..<3).map { Plan.wait(for: .seconds($0 + 1)).map { 5 }.shared(as: "run") }
        #expect(try run.load(first(of: runs)) == 5)
        #expect(run.elapsed == .seconds(1))
        #expect(try await Self.webservice().load(first(of: [Self.text("a"), Self.text("a")])) == "/a")
    }

    @Test func `when a racer that others joined is canceled, one of them sends again`() async throws {
        let slow = Counted()
        let transport = StubTransport { request in
            slow.add()
            if slow.value == 1 { try await Task.sleep(for: .seconds(600)) }
            return Response(body: Data("sent again".utf8))
        }
        let webservice = Webservice(baseURL: Self.site, transport: transport)
        let led = Self.text("a").deadline(.milliseconds(200)).recover { _ in "late" }
        let joining = Plan.wait(for: .milliseconds(5)).flatMap { Self.text("a") }
        let texts = try await webservice.load(zip(led, joining))
        #expect(texts == ("late", "sent again"))
        #expect(slow.value == 2)
        // In every order.
        let plan = zip(
            first(of: [Self.text("a").plan, Self.text("b").plan]), Self.text("a")
        ).flatMap { texts in Plan.read("any").map { _ in texts } }
        let exploration = try DryRun.explore(
            plan, in: { DryRun(baseURL: Self.site) { Response(body: Data($0.url.path.utf8)) } }
        ) { outcome, run in
            let texts = try outcome.get()
            return texts.1 == "/a" && run.requests.count { $0.url.path == "/a" } <= 2
        }
        #expect(exploration.isComplete)
    }

    @Test func `a run that was begun in the background survives its deadline and its race`() throws {
        let write = Plan.write(StoreEntry(data: Data(), date: Date(timeIntervalSinceReferenceDate: 0)), to: "done")
        let background = Plan.wait(for: .seconds(10)).flatMap { write }.map { true }.startInBackground(as: "background")
        let racers = [
            background.flatMap { Plan.wait(for: .seconds(60)) }, Plan.wait(for: .seconds(1)),
        ]
        var run = DryRun { _ in Response() }
        let plan = first(of: racers).deadline(.seconds(2)).flatMap {
            Plan.wait(for: .seconds(20)).flatMap { Plan.read("done") }
        }
        #expect(try run.load(plan) != nil)
        #expect(run.elapsed == .seconds(21))
    }

    @Test func `racers under the permit that they need don't wait for themselves`() async throws {
        let racers = (0..<3).map { number in Self.text("\(number)").plan.limited(to: 1, under: "key") }
        let plan = first(of: racers).limited(to: 1, under: "key").deadline(.seconds(60))
        var run = DryRun(baseURL: Self.site) { Response(body: Data($0.url.path.utf8)) }
        #expect(try run.load(plan) == "/0")
        #expect(try await Self.webservice().load(plan).hasPrefix("/"))
    }
}
