import ResourcefulTesting
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Each entry of an outbox, damaged: what it holds is shown, the other lanes go on, and nothing is lost.
@Suite(.permit, .blocking) struct DamagedOutboxTests {
    private static let lanes = ["red": ["a", "b"], "blue": ["c", "d"]]

    @Test(arguments: ["", "garbage", #"{"version": 9}"#, "resourceful entries 2\n\0"])
    func `whatever entry is damaged, the rest goes on, and all arrives when it is as it was`(damage: String) throws {
        for refusal in [OutboxRule.Refusal.stop, .skip] {
            let outbox = Outbox(.tried(refusal))
            var full = DryRun(OrderServer().answer)
            for (lane, ids) in Self.lanes {
                for id in ids { try full.load(outbox.keeping(order(id), as: id, in: lane)) }
            }
            #expect(full.store.count == 4 + 4 + 2 + 2 + 1)
            for name in full.store.keys.sorted() {
                let server = OrderServer()
                var run = DryRun(server.answer)
                run.store = full.store
                let damaged = StoreEntry(data: Data(damage.utf8), date: .distantPast)
                run.store[name] = damaged
                try run.load(outbox.sendingAll)
                let isLaneList = name == "outbox lanes"
                #expect(run.store[name] == damaged, "\(name)")
                let items = try run.load(outbox.items)
                let unreadable = items.filter(Self.isUnreadable).count
                #expect(unreadable == (isLaneList ? 0 : 1), "\(name): \(items)")
                let whole = Self.lanes.values.filter { Set($0).isSubset(of: server.taken) }.count
                #expect(whole == (isLaneList ? 2 : 1), "\(name): \(server.taken)")

                run.store[name] = full.store[name]
                try run.load(outbox.sendingAll)
                // What was passed waits for a person.
                for id in ["a", "b", "c", "d"] where refusal == .skip && !server.taken.contains(id) {
                    #expect(try run.load(outbox.retrying(id)))
                }
                try run.load(outbox.sendingAll)
                #expect(server.taken.sorted() == ["a", "b", "c", "d"], "\(name)")
                #expect(server.keys.values.allSatisfy { $0.count == 1 })
                for ids in Self.lanes.values where refusal == .stop {
                    #expect(server.taken.filter(ids.contains) == ids, "\(name)")
                }
            }
        }
    }

    private static func isUnreadable(_ item: OutboxItem) -> Bool {
        if case .unreadable = item.state { true } else { false }
    }

    @Test func `a new lane isn't opened when the list of lanes is damaged, and says why`() throws {
        var run = DryRun(OrderServer().answer)
        run.store["outbox lanes"] = StoreEntry(data: Data("garbage".utf8), date: .distantPast)
        let error = try #require(throws: OutboxError.self) {
            try run.load(Outbox().keeping(order("a"), as: "a", in: "red"))
        }
        #expect(error.kind == .unreadable && error.message.contains("outbox lanes"))
    }
}
