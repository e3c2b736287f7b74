import ResourcefulOutbox
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The outbox of a Webservice.
struct OutboxLoadTests {
    /// What has arrived: the order and who sent it.
    private let arrived = Locked<[String]>([])

    private func webservice(
        _ store: some EntryStore = MemoryStore(), policies: [Policy] = [],
        status: @escaping @Sendable (String) -> Response.Status = { _ in 201 }
    ) -> Webservice {
        Webservice(
            policies: policies, store: store,
            transport: StubTransport { [arrived] request in
                let id = try JSON(parsing: request.body?.data ?? Data()).id.string
                let user = request.headerFields["Authorization"].map { " by \($0)" } ?? ""
                return arrived.withLock { arrived in
                    arrived.append(id + user)
                    return Response(status: status(id), body: Data(#"{"number": \#(arrived.count)}"#.utf8))
                }
            })
    }

    @Test func `a submission has its value once it is answered, also when it is submitted again`() async throws {
        let webservice = webservice()
        let first = try await webservice.submit(order("a"), as: "a", in: "cart")
        let second = try await webservice.submit(order("b"), as: "b", in: "cart")
        #expect(try await second.value == 2)
        #expect(try await first.value == 1)
        let again = try await webservice.submit(order("a"), as: "a", in: "cart")
        #expect(try await again.value == 1)
        #expect(arrived.withLock { $0 } == ["a", "b"])
    }

    @Test func `a write that is submitted is sent, also without a waiter`() async throws {
        let webservice = webservice()
        _ = try await webservice.submit(order("a"), as: "a")
        #expect(await eventually { arrived.withLock { $0 } == ["a"] })
    }

    @Test func `what another process has kept is sent`() async throws {
        let store = MemoryStore()
        try await webservice(store).load(Outbox().keeping(order("a"), as: "a"))
        try await webservice(store).outbox.send()
        #expect(arrived.withLock { $0 } == ["a"])
    }

    @Test func `sending tries what waits for its next attempt, or was just tried, once and at once`() async throws {
        let isUp = Locked(false)
        let webservice = webservice(status: { _ in isUp.withLock { $0 } ? 201 : 503 })
        var rule = OutboxRule.tried(retries: 1_000)
        rule.retry.waits = .constant(.seconds(3_600))
        let outbox = webservice.outbox(Outbox(rule))
        for id in ["a", "b"] { _ = try await outbox.submit(order(id), as: id) }
        for attempts in 1...3 {
            #expect(await eventually { arrived.withLock { $0 } == Array(repeating: "a", count: attempts) })
            // The run that began with the submission waits for an hour; this waits with it.
            let sending = Task { try await outbox.send() }
            #expect(await eventually { arrived.withLock { $0.count } > attempts })
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
        }
        isUp.withLock { $0 = true }
        let sending = Task { try await outbox.send() }
        #expect(await eventually { arrived.withLock { $0.suffix(2) } == ["a", "b"] })
        sending.cancel()
        _ = try? await sending.value
        #expect(try await outbox.submit(order("b"), as: "b").value > 0)
        #expect(arrived.withLock { $0 } == ["a", "a", "a", "a", "a", "b"])
    }

    @Test func `a program that tries once tries once`() async throws {
        let webservice = webservice(status: { _ in 503 })
        for attempts in 1...20 {
            try await webservice.load(Outbox().keeping(order("a"), as: "a"))
            try await webservice.outbox(Outbox(.tried(retries: 0))).send()
            #expect(arrived.withLock { $0.count } == attempts)
        }
    }

    @Test func `a canceled waiter takes nothing from the others`() async throws {
        let gate = Locked(false)
        let webservice = webservice(status: { _ in gate.withLock { $0 } ? 201 : 503 })
        var rule = OutboxRule.tried(retries: 1_000)
        rule.retry.waits = .constant(.milliseconds(1))
        let submission = try await webservice.outbox(Outbox(rule)).submit(order("a"), as: "a")
        let waiter = Task { try await submission.value }
        #expect(await eventually { arrived.withLock { !$0.isEmpty } })
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        gate.withLock { $0 = true }
        #expect(try await submission.value > 0)
    }

    @Test func `a write is sent with the credentials of the account that submitted it`() async throws {
        let store = MemoryStore()
        let webservice = webservice(
            store,
            policies: [
                Policy(named: "users") { request, next in
                    Plan<StoreEntry?>.read("name").flatMap { name in
                        let name = name.map { String(decoding: $0.data, as: UTF8.self) }
                        return next(request.header("Authorization", name))
                    }
                }
            ])
        let (alice, bob) = (webservice.account("alice"), webservice.account("bob"))
        for (account, name) in [(alice, "alice"), (bob, "bob")] {
            try await account.load(Plan.write(StoreEntry(data: Data(name.utf8), date: .distantPast), to: "name"))
        }
        try await alice.load(Outbox().keeping(order("a"), as: "a"))
        try await bob.load(Outbox().keeping(order("b"), as: "b"))
        try await bob.outbox.send()
        #expect(arrived.withLock { $0 } == ["b by bob"])
        try await webservice.outbox.send()
        #expect(arrived.withLock { $0 } == ["b by bob"])
        try await alice.outbox.send()
        #expect(arrived.withLock { $0 } == ["b by bob", "a by alice"])
    }

    @Test func `a loop shows the writes, and a person retries and drops them`() async throws {
        let isOpen = Locked(false)
        let webservice = webservice(status: { id in isOpen.withLock { $0 } || id == "c" ? 201 : 409 })
        let outbox = webservice.outbox(Outbox(.tried(.skip)))
        for id in ["a", "b", "c"] { try await webservice.load(outbox.keeping(id)) }
        try await outbox.send()
        var items: [String] = []
        for try await item in outbox { items.append("\(item)") }
        #expect(
            items == [
                "a: refused: 409 Conflict (POST https://shop.example.org/orders)",
                "b: refused: 409 Conflict (POST https://shop.example.org/orders)", "c: done",
            ])
        #expect(try await outbox.drop("a"))
        isOpen.withLock { $0 = true }
        #expect(try await outbox.retry("b"))
        #expect(await eventually { arrived.withLock { $0.count } == 4 })
        #expect(try await !outbox.retry("nobody"))
    }
}

extension WebserviceOutbox {
    fileprivate func keeping(_ id: String) -> Plan<Void> { Outbox().keeping(order(id), as: id) }
}
