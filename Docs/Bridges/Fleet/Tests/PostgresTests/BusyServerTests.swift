import Foundation
import LocalPostgres
import ResourcefulFleet
import ResourcefulLab
import ResourcefulPostgres
import SharedPolicies
import Testing

/// A server that answers, though not everything in time; and the end of a store.
@Suite(.serialized) struct BusyServerTests {
    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 1.5))
    }

    /// Another client of the server, which holds an entry.
    private struct Holder {
        let process: Process

        init(_ name: String, on server: PostgresServer) async throws {
            process = try server.begin(
                "BEGIN; UPDATE resourceful_entries SET value = value WHERE name = '\(name)'; SELECT pg_sleep(600)")
            while try server.answer(to: "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") != "1" {
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// Ends it, and what it has begun.
        func end(on server: PostgresServer) async throws {
            _ = try server.answer(
                to: "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
            process.waitUntilExit()
        }
    }

    /// Reads an entry again and again until a task has ended.
    private static func reading<Value: Sendable>(
        _ name: String, in store: PostgresStore, until task: Task<Value, Never>
    ) async throws -> [StoreEntry?] {
        let reading = Task {
            var found: [StoreEntry?] = []
            while !Task.isCancelled {
                found.append(await store.read(name))
                try? await Task.sleep(for: .milliseconds(10))
            }
            return found
        }
        _ = await task.value
        reading.cancel()
        return await reading.value
    }

    @Test func `an entry that another client holds is no outage, and its change comes back`() async throws {
        let server = try await PostgresServer.running()
        let events = PostgresEvents()
        let store = PostgresStore(
            at: server.address, timeout: .milliseconds(500), pause: .milliseconds(100), events: { events.add($0) })
        for name in ["held", "free"] { _ = await store.update(name) { _ in Self.entry("before") } }
        let holder = try await Holder("held", on: server)
        let change = Task { await store.update("held") { _ in Self.entry("changed") } }
        let found = try await Self.reading("free", in: store, until: change)
        #expect(found.count > 3 && found.allSatisfy { $0 == Self.entry("before") }, "\(found)")
        #expect(await change.value == Self.entry("before"))
        #expect(events.all.isEmpty, "\(events.all)")
        try await holder.end(on: server)
        let other = PostgresStore(at: server.address, timeout: .seconds(10))
        #expect(await eventually { await other.read("held") == Self.entry("changed") })
        #expect(events.all.isEmpty, "\(events.all)")
    }

    @Test func `an answer that comes late is nobody else's, and its connection is used further`() async throws {
        let server = try await PostgresServer.running()
        let store = PostgresStore(
            at: server.address, connections: 2, timeout: .milliseconds(500), pause: .seconds(600))
        let names = (0..<20).map { "\($0)" }
        for name in names + ["held"] { _ = await store.update(name) { _ in Self.entry(name) } }
        let clients = """
            SELECT string_agg(pid::text, ' ' ORDER BY pid) FROM pg_stat_activity
            WHERE query LIKE '%resourceful_%' AND pid <> pg_backend_pid()
            """
        let before = try server.answer(to: clients)
        let holder = try await Holder("held", on: server)
        let change = Task { await store.update("held") { _ in Self.entry("changed") } }
        _ = try await Self.reading("0", in: store, until: change)
        try await holder.end(on: server)
        for _ in 0..<3 {
            for name in names { #expect(await store.read(name) == Self.entry(name)) }
        }
        #expect(try server.answer(to: clients) == before)
        #expect(before.split(separator: " ").count == 2, "\(before)")
    }

    @Test func `a store that is closed ends its connections, after its commands, and loads go on`() async throws {
        let server = try await PostgresServer.running()
        let events = PostgresEvents()
        let store = PostgresStore(at: server.address, timeout: .seconds(10), events: { events.add($0) })
        let cache = PostgresCache(at: server.address, timeout: .seconds(10), events: { events.add($0) })
        let key = CacheKey(url: "https://api.example/")
        for _ in 0..<8 { await cache.update(key) { _ in CacheEntry(invalidated: Date()) } }
        for _ in 0..<4 { _ = await store.update("a") { _ in Self.entry("before") } }
        let clients = "SELECT count(*) FROM pg_stat_activity WHERE client_port IS NOT NULL AND pid <> pg_backend_pid()"
        #expect(try server.answer(to: clients) == "6")
        let late = Task { await store.update("a") { _ in Self.entry("last") } }
        try await Task.sleep(for: .milliseconds(5))
        await store.close()
        await cache.close()
        _ = await late.value
        // The server notices it a moment later.
        #expect(try await eventually { try server.answer(to: clients) == "0" })
        #expect(await cache.entry(for: key) == nil)
        #expect(await store.update("a") { _ in Self.entry("after") } == Self.entry("last"))
        #expect(await store.read("a") == Self.entry("after"))
        try await Task.sleep(for: .milliseconds(100))
        #expect(try server.answer(to: clients) == "0")
        #expect(events.all.isEmpty, "\(events.all)")
        #expect(await PostgresStore(at: server.address).read("a") == Self.entry("last"))
    }
}
