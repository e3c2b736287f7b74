import ResourcefulTesting
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The entries of an outbox: those that can't be read, and how many there are.
struct OutboxEntryTests {
    private let server = OrderServer()
    private let outbox = Outbox(.tried())

    private func run() -> DryRun { DryRun(server.answer) }

    @Test func `an entry that can't be read stays, is shown, and stops or is passed`() throws {
        let texts = ["{\"version\": 2, \"soul\": true}": "version 2", "garbage": "damaged"]
        for (text, reason) in texts {
            for refusal in [OutboxRule.Refusal.stop, .skip] {
                let (server, outbox) = (OrderServer(), Outbox(.tried(refusal)))
                var run = DryRun(server.answer)
                for id in ["a", "b"] { try run.load(outbox.keeping(order(id), as: id)) }
                let damaged = StoreEntry(data: Data(text.utf8), date: .distantPast)
                run.store["outbox write a"] = damaged
                try run.load(outbox.sendingAll)
                #expect(server.taken == (refusal == .stop ? [] : ["b"]))
                let items = try run.load(outbox.items)
                #expect(items.map(\.id) == ["a", "b"])
                guard case .unreadable(let told)? = items.first?.state else { Issue.record("\(items)"); continue }
                #expect(told.contains(reason))
                #expect(throws: OutboxError.self) { try run.load(outbox.answer(to: order("a"), as: "a")) }
                #expect(throws: OutboxError.self) { try run.load(outbox.keeping(order("a"), as: "a")) }
                #expect(run.store["outbox write a"] == damaged)
                #expect(try run.load(outbox.dropping("a")))
                try run.load(outbox.sendingAll)
                #expect(server.taken == ["b"])
            }
        }
    }

    @Test func `a lane whose header can't be read stays, is shown, and stops no other`() throws {
        var run = run()
        try run.load(outbox.keeping(order("a"), as: "a", in: "1"))
        try run.load(outbox.keeping(order("b"), as: "b", in: "2"))
        let damaged = StoreEntry(data: Data("{\"version\": 9}".utf8), date: .distantPast)
        run.store["outbox lane 1"] = damaged
        try run.load(outbox.sendingAll)
        #expect(server.taken == ["b"])
        #expect(throws: OutboxError.self) { try run.load(outbox.keeping(order("c"), as: "c", in: "1")) }
        #expect(run.store["outbox lane 1"] == damaged)
        #expect(try run.load(outbox.items).first?.description.contains("unreadable") == true)
    }

    @Test(arguments: [
        ("lane ", #""next":2"#, #""next":9223372036854775807"#), ("write a", #""attempts":0"#, #""attempts":-1"#),
        ("write a", #""attempts":0"#, #""attempts":9223372036854775807"#),
    ]) func `a count that is out of range can't be read, and nothing overflows`(
        entry: String, count: String, damage: String
    ) throws {
        var run = run()
        for id in ["a", "b"] { try run.load(outbox.keeping(order(id), as: id)) }
        let name = try #require(run.store.keys.first { $0.hasPrefix("outbox \(entry)") })
        let text = try #require(run.store[name].map { String(decoding: $0.data, as: UTF8.self) })
        #expect(text.contains(count), "\(text)")
        run.store[name] = StoreEntry(
            data: Data(text.replacing(count, with: damage).utf8), date: .distantPast)
        try run.load(outbox.sendingAll)
        #expect(server.taken == [])
        #expect(try run.load(outbox.items).contains { $0.description.contains("unreadable") })
    }

    @Test(arguments: ["1e300", "-1e300"]) func `a timeout that is out of range traps nothing`(damage: String) throws {
        var run = run()
        try run.load(outbox.keeping(order("a").timeout(.seconds(5)), as: "a"))
        let text = try #require(run.store["outbox write a"].map { String(decoding: $0.data, as: UTF8.self) })
        let damaged = text.replacing(/"timeout":[0-9.]+/, with: "\"timeout\":\(damage)")
        #expect(damaged != text)
        run.store["outbox write a"] = StoreEntry(data: Data(damaged.utf8), date: .distantPast)
        try run.load(outbox.sendingAll)
        #expect(run.requests.count == 1)
    }

    @Test func `the last answers are kept, and the store doesn't grow`() throws {
        var rule = OutboxRule.tried()
        rule.answersKept = 3
        let outbox = Outbox(rule)
        var run = run()
        var counts: Set<Int> = []
        for number in 0..<12 {
            try run.load(outbox.keeping(order("\(number)"), as: "\(number)"))
            try run.load(outbox.sendingAll)
            if number > 3 { counts.insert(run.store.count) }
        }
        #expect(counts.count == 1, "\(counts)")
        #expect(try run.listed(outbox) == ["9: done", "10: done", "11: done"])
    }

    @Test func `submitting and sending takes as many effects for each of many writes as for one of a few`() throws {
        var rule = OutboxRule.tried()
        rule.answersKept = 5
        let outbox = Outbox(rule)
        func cost(of count: Int) throws -> Int {
            var run = DryRun(OrderServer().answer)
            for number in 0..<count { try run.load(outbox.keeping(order("\(number)"), as: "\(number)")) }
            try run.load(outbox.sendingAll)
            // It opens by its header: nothing is read but that, and one that is new.
            let before = run.events.count
            try run.load(outbox.keeping(order("new"), as: "new"))
            #expect(run.events.count - before < 20)
            return run.events.count
        }
        let count = Effort.size(reduced: 160, usual: 400, full: 400)
        let (few, many) = (try cost(of: count / 20), try cost(of: count))
        #expect(Double(many) <= 21 * Double(few), "\(few) and \(many)")
    }
}
