import ResourcefulOutbox
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The loop of a Webservice over a value with the changes of writes.
struct OutboxUpdatesLoadTests {
    /// The lists by user, and whether changes arrive.
    private struct Lists {
        var lists: [String: [String]] = [:]
        var (isUp, gets) = (false, 0)
    }

    private let lists = Locked(Lists())

    private func webservice(_ store: some EntryStore = MemoryStore(), policies: [Policy] = []) -> Webservice {
        Webservice(
            baseURL: URL(string: "https://lists.example.org/api"), policies: policies, store: store,
            transport: StubTransport { [lists] request in
                let user = request.headerFields["Authorization"] ?? ""
                guard request.method == .post else {
                    let list = lists.withLock { lists in
                        lists.gets += 1
                        return lists.lists[user] ?? []
                    }
                    return Response(body: try JSON.Encoder.sorted.encode(list))
                }
                let edit = try JSON(parsing: request.body?.data ?? Data()).decode(Edit.self)
                let isUp = lists.withLock { lists in
                    if lists.isUp { edit.change(&lists.lists[user, default: []]) }
                    return lists.isUp
                }
                return Response(status: isUp ? 204 : 503)
            })
    }

    /// Adds an object to the changes, which lives as long as the loop does.
    private final class Canary: Sendable {}

    private func change(_ canary: Canary?) -> OutboxChange<[String]> {
        OutboxChange(Edit.self) { list, edit in if canary != nil { edit.change(&list) } }
    }

    @Test func `a loop shows a write before it is sent, when it is answered, and in the next value`() async throws {
        let webservice = webservice()
        let outbox = webservice.outbox(Outbox(.tried(retries: 0)))
        var shown = outbox.updates(of: Edit.list, showing: [.edit]).makeAsyncIterator()
        #expect(try await shown.next()?.value == [])
        _ = try await outbox.submit(Edit.add("a").write, as: "1", showing: Edit.add("a"))
        let first = try await shown.next()
        #expect(first?.value == ["a"] && first?.pending == ["1"])
        lists.withLock { $0.isUp = true }
        // It was tried once, and stays.
        #expect(await eventually { (try? await webservice.load(Outbox().item("1")))?.attempts == 1 })
        try await outbox.send()
        repeat {
            let next = try #require(try await shown.next())
            #expect(next.value == ["a"])
        } while lists.withLock { $0.gets } < 2
        // The write of an earlier process shows, too.
        lists.withLock { $0.isUp = false }
        try await webservice.load(Outbox().keeping(.add("b"), as: "2"))
        var later = webservice.outbox.updates(of: Edit.list, showing: [.edit]).makeAsyncIterator()
        #expect(try await later.next()?.value == ["a", "b"])
    }

    @Test func `one user's writes never show for another`() async throws {
        let name = Policy(named: "users") { request, next in
            Plan<StoreEntry?>.read("name").flatMap { name in
                next(request.header("Authorization", name.map { String(decoding: $0.data, as: UTF8.self) }))
            }
        }
        let webservice = webservice(policies: [name])
        let (alice, bob) = (webservice.account("alice"), webservice.account("bob"))
        for (account, name) in [(alice, "alice"), (bob, "bob")] {
            try await account.load(Plan.write(StoreEntry(data: Data(name.utf8), date: .distantPast), to: "name"))
        }
        try await alice.load(Outbox().keeping(.add("a"), as: "1"))
        try await bob.load(Outbox().keeping(.add("b"), as: "1"))
        for (account, value) in [(alice, ["a"]), (bob, ["b"]), (webservice, [])] {
            var shown = account.outbox.updates(of: Edit.list, showing: [.edit]).makeAsyncIterator()
            #expect(try await shown.next()?.value == value)
        }
    }

    @Test func `a loop that is canceled, or left, leaves nothing behind`() async throws {
        let webservice = webservice()
        weak var first: Canary?
        weak var second: Canary?
        do {
            let canaries = (Canary(), Canary())
            (first, second) = canaries
            let isShown = Locked(false)
            let changes = (change(canaries.0), change(canaries.1))
            let task = Task {
                for try await _ in webservice.outbox.updates(of: Edit.list, showing: [changes.0]) {
                    isShown.withLock { $0 = true }
                }
            }
            #expect(await eventually { isShown.withLock { $0 } })
            task.cancel()
            try await task.value
            for try await _ in webservice.outbox.updates(of: Edit.list, showing: [changes.1]) { break }
        }
        #expect(await eventually { first == nil && second == nil })
    }

    @Test func `a loop that is canceled while it loads takes nothing from another`() async throws {
        let gate = Locked(false)
        let slow = Policy { request, next in
            Self.waiting(for: gate).flatMap { next(request) }
        }
        let webservice = webservice(policies: [slow])
        let loops = (0..<2).map { _ in
            Task {
                for try await shown in webservice.outbox.updates(of: Edit.list, showing: [.edit]) { return shown.value }
                return ["canceled"]
            }
        }
        loops[0].cancel()
        #expect(try await loops[0].value == ["canceled"])
        gate.withLock { $0 = true }
        #expect(try await loops[1].value == [])
    }

    private static func waiting(for gate: Locked<Bool>) -> Plan<Void> {
        Plan.wait(for: .milliseconds(1)).flatMap { gate.withLock { $0 } ? Plan.value(()) : waiting(for: gate) }
    }
}
