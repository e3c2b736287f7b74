import FaultyProxy
import Foundation
import LocalRedis
import ResourcefulFleet
import ResourcefulLab
import ResourcefulRedis
import SharedPolicies
import Testing

/// What stores cost, how long they let loads wait, and what an outage costs, over a proxy in front of a real server.
@Suite(.serialized) struct RedisLawTests {
    /// A server, and a proxy in front of it.
    private struct Setting {
        let server: RedisServer
        let proxy: FaultyProxy
        var address: RedisAddress { .host("127.0.0.1", port: proxy.port) }

        init() async throws {
            server = try await RedisServer.running()
            proxy = try await FaultyProxy(to: server.socket, .redis)
        }

        var direct: RedisStore { RedisStore(at: .socket(server.socket), timeout: .seconds(10)) }
        var directCache: RedisCache { RedisCache(at: .socket(server.socket), timeout: .seconds(10)) }

        func store(timeout: Duration = .seconds(10), remembering: Duration = .zero) -> RedisStore {
            RedisStore(
                at: address, remembering: remembering, timeout: timeout, pause: .milliseconds(200))
        }

        func cache(timeout: Duration = .seconds(10), remembering: Duration = .zero) -> RedisCache {
            RedisCache(at: address, remembering: remembering, timeout: timeout, pause: .milliseconds(200))
        }
    }

    @Test(arguments: [1, 2, 10, 100]) func `changes of one entry at the same time cost 1.1 commands each at most`(
        count: Int
    ) async throws {
        let setting = try await Setting()
        let commands = try await FleetLaws.commands(for: count, of: setting.store(), setting.proxy)
        print("MEASURED redis \(count) updates: \(commands) commands")
        #expect(Double(commands) <= max(1.1 * Double(count), 2.5), "\(commands) commands")
    }

    @Test func `writes of three processes arrive once, in their order, though answers are lost`() async throws {
        let setting = try await Setting()
        let stores = (0..<3).map { _ in setting.store() }
        #expect(try await FleetLaws.outbox(over: stores, orders: 20) == [Array(0..<20), Array(0..<20)])
    }

    @Test func `changes of one response at the same time cost a command each`() async throws {
        let setting = try await Setting()
        let commands = try await FleetLaws.commands(for: 50, of: setting.cache(), setting.proxy)
        print("MEASURED redis 50 updates of a response: \(commands) commands")
        #expect(commands <= 55, "\(commands) commands")
    }

    @Test func `a fresh response is remembered, and what this process changes is seen at once`() async throws {
        let setting = try await Setting()
        let cache = setting.cache(remembering: .seconds(10))
        #expect(await FleetLaws.remembering(cache, beside: setting.directCache, setting.proxy) == [])
    }

    @Test(arguments: [Duration.zero, .seconds(10)])
    func `after a change whose task was canceled, what was before it isn't found`(remembering: Duration) async throws {
        let setting = try await Setting()
        let cache = setting.cache(remembering: remembering)
        #expect(try await FleetLaws.canceling(cache, beside: setting.directCache, setting.proxy) == [])
    }

    @Test(arguments: [Duration.zero, .seconds(10)], [Duration.zero, .seconds(10)])
    func `a page costs few commands`(remembering: Duration, responses: Duration) async throws {
        let setting = try await Setting()
        let cache = setting.cache(remembering: responses)
        let page = try await FleetLaws.Page(over: setting.store(remembering: remembering), cache)
        // All connections are open, and nothing is kept.
        for _ in 0..<8 { try await page.load() }
        var (cold, warm) = try await page.commands(setting.proxy, cache, times: 21)
        // On a busy machine, two requests of a page sometimes need a command each; not ten times in a row.
        for _ in 0..<9 where cold.sorted()[10] > 6 {
            (cold, warm) = try await page.commands(setting.proxy, cache, times: 21)
        }
        print("MEASURED redis remembering \(remembering), \(responses): cold pages \(cold), warm \(warm)")
        let saved = [remembering, responses].count { $0 > .zero }
        #expect(cold.sorted()[10] <= 6 && cold.max() ?? 0 <= 10, "\(cold)")
        #expect(warm.sorted()[10] <= 2 - saved && warm.max() ?? 0 <= 4, "\(warm)")
    }

    @Test func `warm pages at the same time share their commands`() async throws {
        let setting = try await Setting()
        let page = try await FleetLaws.Page(over: setting.store(), setting.cache())
        try await page.load()
        setting.proxy.reset()
        for _ in 0..<10 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<32 { group.addTask { try await page.load() } }
                try await group.waitForAll()
            }
        }
        let commands = setting.proxy.commands.count
        print("MEASURED redis 320 warm pages, 32 at once: \(commands)")
        #expect(commands <= 320)
    }

    @Test func `no operation outlives its task while the server hangs`() async throws {
        let setting = try await Setting()
        let (store, cache) = (setting.store(), setting.cache())
        let (key, entry) = (CacheKey(url: "https://api.example/"), StoreEntry(data: Data([1]), date: Date()))
        let operations: [@Sendable () async -> Void] = [
            { _ = await store.read("a") }, { _ = await store.update("a") { _ in entry } },
            { _ = await cache.entry(for: key) }, { await cache.update(key) { _ in CacheEntry(invalidated: Date()) } },
            { await cache.remove(.under(URL(string: "https://api.example/")!)) },
        ]
        for operation in operations { await operation() }
        for (index, operation) in operations.enumerated() {
            // Other suites and programs delay some, and one that finds the server away doesn't wait at all.
            var best = Duration.seconds(10)
            for _ in 0..<10 where best > .milliseconds(20) {
                let excess = try await FleetLaws.excess(setting.proxy, operation)
                if excess > .zero { best = min(best, excess) }
                try await Task.sleep(for: .milliseconds(400))
            }
            print("MEASURED redis operation \(index) outlives its task by \(best)")
            #expect(best < .milliseconds(20), "operation \(index): \(best)")
        }
    }

    @Test func `what a canceled task changes is changed, though it doesn't wait for a slow server`() async throws {
        let setting = try await Setting()
        try await FleetLaws.changesAreCarriedOut(
            setting.store(), setting.cache(), beside: setting.direct, setting.directCache, setting.proxy)
    }

    @Test func `a load ends with its deadline, and only the first ones wait for a server that hangs`() async throws {
        let setting = try await Setting()
        let (store, cache) = (setting.store(timeout: .milliseconds(250)), setting.cache(timeout: .milliseconds(250)))
        let page = try await FleetLaws.Page(over: store, cache)
        try await page.load()
        var late = Duration.seconds(1)
        for _ in 0..<3 {
            setting.proxy.set(.hang)
            late = min(late, await page.time(within: .milliseconds(100)))
            setting.proxy.set(.none)
            try await Task.sleep(for: .milliseconds(600))
        }
        print("MEASURED redis page with a deadline of 100 ms: \(late)")
        #expect(late < .milliseconds(150))
        var (first, slowest) = (Duration.seconds(9), Duration.seconds(9))
        for _ in 0..<3 {
            setting.proxy.set(.hang)
            first = min(first, await page.time(within: .seconds(9)))
            let start = ContinuousClock.now
            var last = Duration.zero
            while ContinuousClock.now - start < .seconds(1) {
                last = max(last, await page.time(within: .seconds(9)))
                try await Task.sleep(for: .milliseconds(10))
            }
            slowest = min(slowest, last)
            setting.proxy.set(.none)
            try await Task.sleep(for: .milliseconds(600))
        }
        print("MEASURED redis hanging server: first page \(first), slowest of the next \(slowest)")
        #expect(first < .milliseconds(1_500) && slowest < .milliseconds(200), "\(first), \(slowest)")
    }

    @Test(arguments: [500, 1_500]) func `an outage costs no load at its end, and destroys nothing that others keep`(
        missed: Int
    ) async throws {
        let setting = try await Setting()
        let cache = setting.cache(timeout: .milliseconds(250))
        let other = setting.directCache
        let outage = try await FleetLaws.outage(
            missing: missed, others: 500, cache, beside: other, setting.proxy)
        print("MEASURED redis outage with \(missed) missed: \(outage)")
        #expect(outage.successes == 32 && outage.stale == 0 && outage.kept == 500, "\(outage)")
        #expect(outage.slowest < .milliseconds(250))
    }

    @Test(arguments: FleetLaws.Trouble.allCases) func `no trouble between a store and its server loses a change`(
        trouble: FleetLaws.Trouble
    ) async throws {
        let setting = try await Setting()
        try await FleetLaws.survives(
            trouble, setting.store(timeout: .milliseconds(250)), beside: setting.direct, setting.proxy)
    }

    @Test(arguments: FleetLaws.Trouble.allCases, [Duration.zero, .milliseconds(50)])
    func `after no trouble an old response is found`(
        trouble: FleetLaws.Trouble, remembering: Duration
    ) async throws {
        let setting = try await Setting()
        let cache = setting.cache(timeout: .milliseconds(250), remembering: remembering)
        try await FleetLaws.survives(trouble, cache, beside: setting.directCache, setting.proxy)
    }
}
