import ResourcefulLab
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Processes that end before one of their effects, and begin again with what they have kept.
struct CrashTests {
    /// A mistake of a program that charges once, whatever happens to its process.
    enum Mistake: CaseIterable {
        /// The key is kept after the charge was sent.
        case keyIsKeptLate
        /// The order counts as done before its charge is answered.
        case isDoneEarly
        /// Each process draws a key of its own.
        case keyIsDrawnAgain
    }

    /// Keeps an order with a key, sends its charge with the key, and notes that it's done.
    private static func order(_ mistake: Mistake? = nil) -> Plan<String> {
        let key = Plan.random.map { "\($0)" }
        @Sendable func send(_ key: String) -> Plan<Response> {
            var charge = Request(url: site.appending(path: "charge"), method: .post)
            charge.headerFields["Idempotency-Key"] = key
            return Plan.send(charge)
        }
        @Sendable func write(_ text: String) -> Plan<Void> { Plan.write(entry(text), to: "order") }
        return Plan<StoreEntry?>.read("order").flatMap { kept -> Plan<String> in
            guard let kept = text(kept) else {
                guard mistake != .keyIsKeptLate else {
                    return key.flatMap { key in send(key).flatMap { _ in write("done") } }.map { "charged" }
                }
                return key.flatMap { key in write(key).flatMap { order(mistake) } }
            }
            guard kept != "done" else { return .value("charged") }
            if mistake == .isDoneEarly { return write("done").flatMap { send(kept) }.map { _ in "charged" } }
            let sent = mistake == .keyIsDrawnAgain ? key.flatMap(send) : send(kept)
            return sent.flatMap { _ in write("done") }.map { "charged" }
        }
    }

    private static func explore(
        _ plan: Plan<String>, failing failures: [ExchangeFailure] = [.crashed, .reset], atMost: Int = 3
    ) throws -> FailureExploration {
        try DryRun.explore(
            plan, against: Shop.init, in: { shop in DryRun(policies: [.retry()], shop.answer) }, failing: failures,
            atMost: atMost,
            always: [.holds("charged exactly once") { world in world.server.charges == 1 }])
    }

    @Test func `an order that is kept before it is sent is charged once, wherever its process ends`() throws {
        let exploration = try Self.explore(Self.order())
        #expect(exploration.isComplete && exploration.combinations > 50, "\(exploration)")
    }

    @Test(arguments: Mistake.allCases) func `a mistake is found, with one crash`(_ mistake: Mistake) throws {
        let plan = Self.order(mistake)
        _ = try Self.explore(plan, failing: [.reset], atMost: 2)
        let violation = try #require(#expect(throws: InvariantViolation.self) { try Self.explore(plan) })
        #expect(violation.crashes.count == 1 && violation.failures.isEmpty)
        #expect(violation.description.contains("✗ the process ended"), "\(violation)")
        #expect(violation.description.split(separator: "\n").count < 15, "\(violation)")

        let shop = Shop()
        var run = DryRun(policies: [.retry()], shop.answer)
        run.crash(before: violation.crashes)
        #expect(violation.replay == "run.crash(before: \(violation.crashes.sorted()))")
        #expect(throws: DryRun.Crashed.self) { try run.load(plan) }
        #expect(try run.load(plan) == "charged")
        #expect(shop.charges == (mistake == .isDoneEarly ? 0 : 2))
        #expect(run.events == violation.events)
    }

    @Test func `a mistake that takes a crash and a failure is replayed with both`() throws {
        // What is lost is sent again with another key, but only by a process that found the order.
        let plan = Plan<StoreEntry?>.read("order").flatMap { kept in
            Plan.write(entry("kept"), to: "order").flatMap {
                Plan.send(Request(url: site.appending(path: "charge"), method: .post)).map { _ in "charged" }
                    .recover { error in
                        guard kept != nil else { throw error }
                        return Plan.send(Request(url: site.appending(path: "charge"), method: .post))
                            .map { _ in "charged" }
                    }
            }
        }
        let violation = try #require(
            #expect(throws: InvariantViolation.self) {
                try DryRun.explore(
                    plan, against: Shop.init, in: { shop in DryRun(shop.answer) }, failing: [.crashed, .reset],
                    always: [
                        .holds("charged once at most, but for a crash at the end") { world in
                            world.server.charges <= 1 || world.requests.count < 2
                                || !world.run.events.contains {
                                    if case .failed = $0.kind { true } else { false }
                                }
                        }
                    ])
            })
        #expect(violation.crashes.count + violation.failures.count == 2)
        let shop = Shop()
        var run = DryRun(shop.answer)
        run.fail(violation.failures)
        run.crash(before: violation.crashes)
        for _ in 0...violation.crashes.count { _ = try? run.load(plan) }
        #expect(run.events == violation.events, "\(violation)")
    }

    /// The number of ways in which a process of `order()` can end up to a number of times, by what is kept.
    private static func ways(from kept: Int, upTo crashes: Int) -> Int {
        // Nothing, the key, or that it's done: what is kept before each of the remaining effects, the end included.
        let states = [[0, 1, 1, 2], [1, 1, 2], [2]][kept]
        return 1 + (crashes == 0 ? 0 : states.reduce(0) { $0 + ways(from: $1, upTo: crashes - 1) })
    }

    @Test(arguments: 0...4) func `every way for processes to end is tried once`(crashes: Int) throws {
        let exploration = try Self.explore(Self.order(), failing: [.crashed], atMost: crashes)
        #expect(exploration.worlds == Self.ways(from: 0, upTo: crashes))
        #expect(exploration.combinations == exploration.worlds && exploration.isComplete)
    }

    @Test func `branches are cut off in every order`() throws {
        var kept: Set<String> = []
        let plan = zip(Plan.write(entry("1"), to: "a"), Plan.write(entry("2"), to: "b"))
        _ = try DryRun.explore(
            plan, in: { DryRun { _ in Response() } }, failing: [.crashed], atMost: 1,
            always: [
                .holds("both are written in the end") { world in
                    let before = world.run.events.prefix { $0.kind != .crashed }
                    let written = ["a", "b"].filter { name in before.contains { $0.kind == .wrote(name) } }
                    if before.count < world.run.events.count { kept.insert(written.joined()) }
                    return world.run.store.count == 2
                }
            ])
        #expect(kept == ["", "a", "b", "ab"])
    }

    @Test func `a crash ends what goes on in the background, and leaves the store and the cache`() throws {
        let slow = Plan<Void>.wait(for: .seconds(5)).flatMap { Plan.write(entry("2"), to: "late") }
        var run = DryRun(policies: [.cache(for: .seconds(60))]) { _ in Response(body: Data("x".utf8)) }
        let plan = Plan.write(entry("1"), to: "early").flatMap { slow.startInBackground(as: "late") }
            .flatMap { get("a") }
        run.crash(before: [4])
        #expect(throws: DryRun.Crashed.self) { try run.load(plan) }
        #expect(run.events.last?.kind == .crashed)
        run.finishRuns()
        try run.load(Plan.wait(for: .seconds(10)))
        #expect(run.store.keys.sorted() == ["early"])
        #expect(try run.load(get("a")) == "x")
        #expect(run.requests.count == 1, "the response was kept")
        #expect(try run.load(plan) == "x")
        run.finishRuns()
        #expect(run.store.keys.sorted() == ["early", "late"])
    }

    @Test func `elsewhere, a crash is a connection that is reset`() throws {
        let failed = try DryRun.everyFailure(of: get("a"), [.crashed, .reset], in: { DryRun { _ in Response() } })
        #expect(failed.count == 2)
        for failed in failed { #expect(throws: LoadError.self) { try failed.outcome.get() } }
    }
}
