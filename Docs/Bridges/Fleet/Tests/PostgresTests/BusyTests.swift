import FaultyProxy
import Foundation
import LocalPostgres
import ResourcefulFleet
import ResourcefulPostgres
import ResourcefulTesting
import SharedPolicies
import Testing

/// A server that has much to do isn't one that is away, and one that hangs costs a load one wait.
@Suite(.serialized) struct BusyTests {
    /// Stores as those of a service whose pages may take half a second.
    private struct Setting {
        let server: PostgresServer
        let proxy: FaultyProxy
        let store: PostgresStore
        let cache: PostgresCache
        let events = PostgresEvents()
        static let timeout = Duration.milliseconds(166)

        init() async throws {
            server = try await PostgresServer.running()
            proxy = try await FaultyProxy(to: server.socket, .postgres)
            let address = "host=127.0.0.1 port=\(proxy.port) sslmode=disable dbname=postgres user=tester"
            let events = events
            store = PostgresStore(
                at: address, sharing: .everything, timeout: Self.timeout, pause: .milliseconds(200),
                events: { events.add($0) })
            cache = PostgresCache(
                at: address, timeout: Self.timeout, pause: .milliseconds(200), events: { events.add($0) })
            // All connections are open, and know their statements.
            try await Task.sleep(for: .milliseconds(200))
            _ = await FleetLaws.loads(atOnce: 16, for: .seconds(1), over: store, cache)
            try await Task.sleep(for: .seconds(1))
            events.reset()
        }
    }

    @Test func `a busy server, whose statements take 300 ms each, is never away`() async throws {
        let setting = try await Setting()
        setting.proxy.set(.delay(.milliseconds(150)))
        let waits = await FleetLaws.loads(atOnce: 8, for: .seconds(4), over: setting.store, setting.cache)
        setting.proxy.set(.none)
        print("MEASURED postgres, statements of 300 ms: \(waits); events \(setting.events.all)")
        #expect(setting.events.all == [])
        #expect(waits.slowest < Setting.timeout + .milliseconds(100), "\(waits)")
    }

    @Test func `a server that hangs costs each load one wait for all stores, and then none`() async throws {
        let setting = try await Setting()
        setting.proxy.set(.hang)
        let waits = await FleetLaws.loads(atOnce: 8, for: .seconds(1), over: setting.store, setting.cache)
        let later = await FleetLaws.loads(atOnce: 8, for: .seconds(2), over: setting.store, setting.cache)
        print("MEASURED postgres that hangs: \(waits); then \(later); events \(setting.events.all)")
        #expect(waits.slowestLoad < Setting.timeout + .milliseconds(100), "\(waits)")
        #expect(later.slowestLoad < .milliseconds(100), "\(later)")
        #expect(setting.events.all.count == 2 && setting.events.all.allSatisfy { $0.contains("no answer within") })
        setting.proxy.set(.none)
        try await Task.sleep(for: .milliseconds(800))
        #expect(setting.events.all.count == 4, "\(setting.events.all)")
    }

    @Test func `no page fails while the server hangs, and when it is back`() async throws {
        let setting = try await Setting()
        let (store, cache, proxy) = (setting.store, setting.cache, setting.proxy)
        for _ in 0..<3 {
            async let hung = FleetLaws.pages(120, within: .milliseconds(500), over: store, cache) {
                proxy.set(.hang)
                Task {
                    try await Task.sleep(for: .milliseconds(900))
                    proxy.set(.none)
                }
            }
            let pages = try await hung
            print("MEASURED postgres that hangs and returns: \(pages.failed) pages failed, slowest \(pages.slowest)")
            #expect(pages.failed == 0, "\(pages)")
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    @Test func `a server that is stopped for a moment keeps its connections and all changes`() async throws {
        let setting = try await Setting()
        let entry = StoreEntry(data: Data("before".utf8), date: Date(timeIntervalSinceReferenceDate: 0))
        _ = await setting.store.update("a") { _ in entry }
        for round in 0..<5 {
            setting.server.pause()
            let new = StoreEntry(data: Data("\(round)".utf8), date: entry.date)
            _ = await setting.store.update("a") { _ in new }
            // Later than a load waits, and sooner than it counts as away.
            try await Task.sleep(for: .milliseconds(100))
            setting.server.resume()
            try await Task.sleep(for: .milliseconds(300))
            let other = PostgresStore(at: setting.server.address, sharing: .everything, timeout: .seconds(10))
            #expect(await other.read("a") == new)
            #expect(await setting.store.read("a") == new)
        }
        #expect(setting.events.all == [])
    }
}
