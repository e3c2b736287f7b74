import ResourcefulLab
import ResourcefulTesting
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Processes that submit two orders and send them, and end before any of their effects.
@Suite(.permit, .blocking) struct OutboxExplorationTests {
    private static let outbox = {
        var outbox = Outbox(.tried())
        // Answers come at any time in an exploration, so deadlines would take part in every order. One process alone
        // doesn't need them.
        outbox.hasDeadlines = false
        return outbox
    }()

    /// Submits both orders unless that is done, and sends them: once, or twice at the same time.
    private static func program(
        drains: Int = 1,
        submitting: @escaping @Sendable (String) -> Plan<Void> = {
            Self.outbox.keeping(order($0), as: $0)
        }
    ) -> Plan<Void> {
        let submitted = Plan<StoreEntry?>.read("submitted").flatMap { known -> Plan<Void> in
            guard known == nil else { return .value(()) }
            return submitting("a").flatMap { submitting("b") }
                .flatMap { Plan.write(StoreEntry(data: Data(), date: .distantPast), to: "submitted") }
        }
        return submitted.flatMap { outbox.sendingAll }
    }

    /// Two processes that send at once what a third has kept. Each tries a write once.
    private static func drains(hasDeadlines: Bool = true) -> Plan<Void> {
        var outbox = Outbox(.tried(retries: 0))
        outbox.hasDeadlines = hasDeadlines
        return zip(outbox.sending(""), outbox.sending("")).map { _ in }
    }

    /// A process that submits beside one that sends. The first number that is drawn is the key of what was kept before.
    private static func drained(beside submission: Plan<Void>) -> Plan<Void> {
        Plan.random.flatMap { _ in zip(submission, outbox.sending("")).map { _ in } }
    }

    /// The store that the third has left.
    private static func kept(_ ids: String...) throws -> [String: StoreEntry] {
        var run = DryRun { _ in Response(status: 500) }
        for id in ids { try run.load(outbox.keeping(order(id), as: id)) }
        return run.store
    }

    /// What is true of every world.
    private static var laws: [Invariant<OrderServer, Void>] {
        [
            .holds("it ends well") { world in (try? world.outcome.get()) != nil },
            .holds("no write is lost") { world in
                try ["a", "b"].allSatisfy { id in
                    let entry = world.run.store[outbox.name(of: id)]
                    let kept = try KeptWrite(entry, named: id)?.state
                    return world.server.taken.contains(id) || kept == .waiting
                }
            },
            .holds("none is left behind by those who have it") { world in
                // Only an attempt that failed as often as the rule allows leaves a write.
                var again = world.run
                again.order = .inTurn
                again.crash(before: [])
                again.fail([:])
                try again.load(outbox.sendingAll)
                return Set(world.server.taken) == ["a", "b"]
            },
            .holds("a write has one key") { world in world.server.keys.values.allSatisfy { $0.count == 1 } },
            .holds("in order") { world in world.server.taken == world.server.taken.sorted() },
            .holds("never twice at once") { world in overlaps(in: world.run) == 0 },
        ]
    }

    /// How often a request was sent while an equal one was under way.
    private static func overlaps(in run: DryRun) -> Int {
        var (underway, count): (Set<String>, Int) = ([], 0)
        for event in run.events {
            switch event.kind {
            case .sent(let request):
                let key = request.headerFields["Idempotency-Key"] ?? ""
                if !underway.insert(key).inserted { count += 1 }
            case .received(_, let request), .failed(let request, _):
                underway.remove(request.headerFields["Idempotency-Key"] ?? "")
            // The deadline of an exchange has passed, which ended it, or the process has ended.
            case .waited(outbox.rule.lease * 9 / 10), .crashed: underway = []
            default: break
            }
        }
        return count
    }

    private static func explore(
        _ plan: Plan<Void>, policies: [Policy] = [], failing: [ExchangeFailure] = [.crashed, .reset, .status(503)],
        atMost: Int = 2, limit: Int = 3_000, from store: [String: StoreEntry] = [:]
    ) throws -> FailureExploration {
        try DryRun.explore(
            plan, against: OrderServer.init,
            in: { server in
                var run = DryRun(policies: policies, server.answer)
                run.store = store
                return run
            }, failing: failing, atMost: atMost, limit: limit, always: laws)
    }

    @Test func `one process at a time loses nothing and sends nothing twice, wherever it ends`() throws {
        let exploration = try Self.explore(Self.program())
        #expect(exploration.isComplete && exploration.worlds > 300, "\(exploration)")
    }

    @Test func `two processes at once lose nothing and send nothing twice`() throws {
        let limit = Effort.size(reduced: 60, usual: 400, full: 400)
        let exploration = try Self.explore(Self.drains(), atMost: 1, limit: limit, from: Self.kept("a", "b"))
        #expect(exploration.worlds > limit * 3 / 4, "\(exploration)")
    }

    @Test func `what one process submits while another one sends isn't left behind`() throws {
        let plan = Self.drained(beside: Self.outbox.keeping(order("b"), as: "b"))
        let store = try Self.kept("a")
        var together = 0
        let count = Effort.size(reduced: 120, usual: 2_000, full: 2_000)
        for seed in 0..<count {
            let server = OrderServer()
            var run = DryRun(server.answer)
            (run.store, run.order) = (store, .drawn(seed: UInt64(seed)))
            try run.load(plan)
            together += server.taken.count - 1
            run.order = .inTurn
            try run.load(Self.outbox.sendingAll)
            #expect(server.taken == ["a", "b"], "\(seed)")
        }
        #expect(together > count / 15)
    }

    @Test func `a program that submits again after each crash keeps one write of each name`() throws {
        let plan = Self.outbox.keeping(order("a"), as: "a").flatMap { Self.outbox.keeping(order("b"), as: "b") }
            .flatMap { Self.outbox.sendingAll }
        let exploration = try Self.explore(plan, atMost: Effort.size(reduced: 1, usual: 2, full: 2))
        #expect(exploration.isComplete, "\(exploration)")
        #expect(exploration.worlds > Effort.size(reduced: 20, usual: 300, full: 300), "\(exploration)")
    }

    // Planted mistakes: each is the right outbox but for one step.

    private func expectViolation(
        of law: String, _ plan: Plan<Void>, policies: [Policy] = [], failing: [ExchangeFailure] = [.crashed, .reset],
        from store: [String: StoreEntry] = [:]
    ) throws {
        let violation = try #require(
            #expect(throws: InvariantViolation.self) {
                try Self.explore(plan, policies: policies, failing: failing, from: store)
            })
        #expect(violation.invariant == law, "\(violation)")
    }

    @Test func `a key that is drawn when a write is sent is found`() throws {
        let drawing = Policy { request, next in
            Plan.random.flatMap { number in next(request.header("Idempotency-Key", "\(number)")) }
        }
        try expectViolation(of: "a write has one key", Self.program(), policies: [drawing])
    }

    @Test func `a write that is removed before its answer is found`() throws {
        let removing = Policy { request, next in
            let id = try JSON(parsing: request.body?.data ?? Data()).id.string
            return Plan.write(nil, to: Self.outbox.name(of: id)).flatMap { next(request) }
        }
        try expectViolation(of: "no write is lost", Self.program(), policies: [removing])
    }

    @Test func `a header that counts a write before its reference is written is found`() throws {
        let queue = Self.outbox.queue("")
        let kept = Self.outbox.contentKept(order("b"), as: "b", in: "")
        let mistaken = kept.flatMap { _ in queue.head }.flatMap { head in
            queue.count(head.next).flatMap { _ in queue.write("b", at: head.next) }.map { _ in }
        }
        try expectViolation(
            of: "none is left behind by those who have it", Self.drained(beside: mistaken), failing: [],
            from: Self.kept("a"))
    }

    @Test func `a claim that another process ignores is found`() throws {
        // The first claim is over before the request is sent.
        let freeing = Policy { request, next in
            let name = Self.outbox.name(of: try JSON(parsing: request.body?.data ?? Data()).id.string)
            let freed = Plan<StoreEntry?>.update(name) { entry in
                guard let entry, let kept = try? JSON(parsing: entry.data), (try? kept.attempts.int) == 1,
                    let json = try? kept.setting("deadline", to: 0), let data = try? JSON.Encoder.sorted.encode(json)
                else { return entry }
                return StoreEntry(data: data, date: entry.date)
            }
            return freed.flatMap { _ in next(request) }
        }
        // Orders at random find it sooner than all orders, one after the other.
        func count(_ policies: [Policy]) throws -> Int {
            let store = try Self.kept("a", "b")
            return (0..<Effort.size(reduced: 90, usual: 500, full: 500)).count { seed in
                var run = DryRun(policies: policies, OrderServer().answer)
                (run.store, run.order) = (store, .drawn(seed: UInt64(seed)))
                _ = try? run.load(Self.drains())
                return Self.overlaps(in: run) > 0
            }
        }
        let (mistaken, right) = (try count([freeing]), try count([]))
        #expect(mistaken > 0 && right == 0, "\(mistaken) and \(right)")
    }

    @Test func `an exchange that outlasts its claim is found`() throws {
        let drains = Self.drains(hasDeadlines: false)
        try expectViolation(of: "never twice at once", drains, failing: [], from: Self.kept("a", "b"))
    }
}
