import ResourcefulLab
import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes whose order a person changes.
@Suite(.permit, .blocking) struct OutboxMovingTests {
    private let server = OrderServer()
    private let outbox = Outbox(.tried())

    private func waiting(_ ids: String...) throws -> DryRun {
        var run = DryRun(server.answer)
        for id in ids { try run.load(outbox.keeping(order(id), as: id)) }
        return run
    }

    private func listed(_ run: inout DryRun) throws -> [String] { try run.load(outbox.items).map(\.id) }

    @Test func `a write that is moved is listed and sent before the other one`() throws {
        var run = try waiting("a", "b", "c", "d")
        #expect(try run.load(outbox.moving("d", before: "a")))
        #expect(try listed(&run) == ["d", "a", "b", "c"])
        #expect(try run.load(outbox.moving("c", before: "a")))
        #expect(try run.load(outbox.moving("d", before: "a")))
        #expect(try listed(&run) == ["c", "d", "a", "b"])
        #expect(try run.load(outbox.moving("a", before: "b")))
        #expect(try run.load(outbox.moving("d", before: "b")))
        // It is before already.
        #expect(try listed(&run) == ["c", "d", "a", "b"])
        try run.load(outbox.sendingAll)
        #expect(server.taken == ["c", "d", "a", "b"])
        #expect(server.keys.values.allSatisfy { $0.count == 1 })
    }

    @Test func `what doesn't wait, is in another lane, or isn't there, isn't moved`() throws {
        var run = try waiting("a", "b")
        try run.load(outbox.keeping(order("x"), as: "x", in: "other"))
        for (id, other) in [("a", "a"), ("a", "x"), ("x", "a"), ("a", "none"), ("none", "a")] {
            #expect(try !run.load(outbox.moving(id, before: other)), "\(id) before \(other)")
        }
        server.refusals["b"] = Response(status: 409)
        try run.load(outbox.sendingAll)
        try run.load(outbox.keeping(order("c"), as: "c"))
        for (id, other) in [("c", "a"), ("c", "b"), ("b", "c")] {
            #expect(try !run.load(outbox.moving(id, before: other)), "\(id) before \(other)")
        }
        #expect(try run.load(outbox.retrying("b")))
        #expect(try run.load(outbox.moving("c", before: "b")))
        server.refusals = [:]
        try run.load(outbox.sendingAll)
        #expect(server.taken == ["a", "x", "c", "b"])
    }

    @Test func `moved writes are removed as others are, when their answers are old`() throws {
        var rule = OutboxRule.tried()
        rule.answersKept = 2
        let outbox = Outbox(rule)
        var run = DryRun(server.answer)
        var counts: Set<Int> = []
        for round in 0..<8 {
            let ids = ["\(round) a", "\(round) b", "\(round) c"]
            for id in ids { try run.load(outbox.keeping(order(id), as: id)) }
            #expect(try run.load(outbox.moving(ids[2], before: ids[0])))
            try run.load(outbox.sendingAll)
            #expect(server.taken.suffix(3) == [ids[2], ids[0], ids[1]])
            if round > 2 { counts.insert(run.store.count) }
        }
        #expect(counts.count == 1, "\(counts)")
    }

    @Test func `wherever a process ends while it moves a write, each arrives once, in one of the two orders`() throws {
        var outbox = Outbox(.tried(retries: 0))
        outbox.hasDeadlines = false
        var kept = DryRun { _ in Response(status: 500) }
        for id in ["a", "b", "c"] { try kept.load(outbox.keeping(order(id), as: id)) }
        let (moving, start) = (outbox, kept.store)
        let program = zip(moving.moving("c", before: "a"), moving.sendingAll).map { _ in }
        let exploration = try DryRun.explore(
            program, against: OrderServer.init,
            in: { server in
                var run = DryRun(server.answer)
                run.store = start
                return run
            },
            failing: [.crashed, .status(503)], atMost: 2, limit: Effort.size(reduced: 150, usual: 4_000, full: 40_000),
            always: [
                .holds("each arrives once, in order") { world in
                    var again = world.run
                    again.order = .inTurn
                    again.crash(before: [])
                    again.fail([:])
                    for _ in 0..<3 { try again.load(moving.sendingAll) }
                    let taken = world.server.taken
                    return taken.count == 3 && taken.filter { $0 != "c" } == ["a", "b"]
                }
            ])
        #expect(exploration.worlds > 100, "\(exploration)")
    }
}
