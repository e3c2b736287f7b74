import Foundation
import NIOConcurrencyHelpers
package import ResourcefulTesting

/// What a slow server, and one that hangs, cost the loads of a process.
extension FleetLaws {
    /// What loads saw of a server.
    package struct Waits: Sendable, CustomStringConvertible {
        /// How many loads there were.
        package var loads = 0
        /// How long the slowest load waited for all that it asked.
        package var slowestLoad = Duration.zero
        /// How long the slowest read or change took.
        package var slowest = Duration.zero

        package var description: String { "\(loads) loads, slowest \(slowestLoad), slowest operation \(slowest)" }
    }

    /// So many loads at the same time, one after the other, for some time: each reads a token and a response, and
    /// changes both.
    package static func loads(
        atOnce: Int, for time: Duration, over store: some EntryStore, _ cache: some CacheStore
    ) async -> Waits {
        let clock = ContinuousClock()
        let waits = NIOLockedValueBox(Waits())
        let end = clock.now + time
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<atOnce {
                group.addTask {
                    while clock.now < end {
                        let number = waits.withLockedValue { $0.loads } % 20
                        let key = CacheKey(url: "https://api.example/busy/\(task)/\(number)")
                        let operations: [@Sendable () async -> Void] = [
                            { _ = await cache.entry(for: key) },
                            { _ = await store.read("token") },
                            { await cache.update(key) { _ in response("new") } },
                            {
                                _ = await store.update("rate \(task % 2)") { _ in
                                    StoreEntry(data: Data("\(number)".utf8), date: Date())
                                }
                            },
                        ]
                        let times = await operations.asyncMap { work in await clock.measure { await work() } }
                        waits.withLockedValue { waits in
                            waits.loads += 1
                            waits.slowest = max(waits.slowest, times.max() ?? .zero)
                            waits.slowestLoad = max(waits.slowestLoad, times.reduce(.zero, +))
                        }
                        try? await Task.sleep(for: .milliseconds(5))
                    }
                }
            }
        }
        return waits.withLockedValue { $0 }
    }

    /// How many of so many pages, one each 10 ms, fail within a deadline while something is wrong that begins with them,
    /// and what the slowest takes. Their service answers after 20 ms.
    package static func pages(
        _ count: Int, within deadline: Duration, over store: some EntryStore, _ cache: some CacheStore,
        while begin: @Sendable () -> Void
    ) async throws -> (failed: Int, slowest: Duration) {
        let page = try await Page(over: store, cache, latency: .milliseconds(20))
        try await page.load()
        await cache.remove(.all)
        begin()
        return try await withThrowingTaskGroup(of: (Bool, Duration).self) { group in
            for _ in 0..<count {
                group.addTask {
                    let start = ContinuousClock.now
                    let isLoaded = (try? await page.load(within: deadline)) != nil
                    return (isLoaded, ContinuousClock.now - start)
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            return try await group.reduce(into: (0, .zero)) { sum, page in
                sum.failed += page.0 ? 0 : 1
                sum.slowest = max(sum.slowest, page.1)
            }
        }
    }
}

extension Array {
    fileprivate func asyncMap<New>(_ transform: (Element) async -> New) async -> [New] {
        var new: [New] = []
        for element in self { new.append(await transform(element)) }
        return new
    }
}
