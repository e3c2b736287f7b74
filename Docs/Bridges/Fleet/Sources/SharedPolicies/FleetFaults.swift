package import FaultyProxy
import Foundation
package import ResourcefulTesting

extension FleetLaws {
    /// Something that goes wrong between a store and its server.
    package enum Trouble: String, CaseIterable, Sendable {
        case hang, refusal, halfAnswer, cut, silence

        func begin(_ proxy: FaultyProxy) {
            switch self {
            case .hang, .silence: proxy.set(.hang)
            case .refusal:
                proxy.set(.refusal)
                proxy.cut()
            case .halfAnswer: proxy.set(.half(3))
            case .cut: proxy.cut()
            }
        }

        func end(_ proxy: FaultyProxy) {
            // What was held back never arrives.
            if case .silence = self { proxy.cut() }
            proxy.set(.none)
        }
    }

    /// Changes entries before, during and after a trouble: no change is lost, and another process finds the last one.
    package static func survives(
        _ trouble: Trouble, _ store: some EntryStore, beside other: some EntryStore, _ proxy: FaultyProxy
    ) async throws {
        for name in ["a", "b"] { _ = await store.update(name) { _ in entry("before") } }
        trouble.begin(proxy)
        for round in 0..<3 {
            let seen = text(await store.update("a") { _ in entry("during \(round)") })
            let expected = round == 0 ? "before" : "during \(round - 1)"
            try require(seen == expected, "during \(trouble), a change returns \(seen) instead of \(expected)")
            try require(text(await store.read("b")) == "before", "during \(trouble), an entry isn't read")
        }
        trouble.end(proxy)
        _ = await eventually { text(await other.read("a")) == "during 2" }
        // Nothing that was sent earlier arrives later.
        try await Task.sleep(for: .milliseconds(300))
        let found = text(await other.read("a"))
        try require(found == "during 2", "after \(trouble), another process finds \(found)")
        _ = await store.update("a") { _ in entry("after") }
        try require(text(await other.read("a")) == "after", "after \(trouble), a change isn't found")
    }

    /// Invalidates responses during a trouble: nobody finds the old one after it.
    package static func survives(
        _ trouble: Trouble, _ cache: some CacheStore, beside other: some CacheStore, _ proxy: FaultyProxy
    ) async throws {
        let keys = ["kept", "changed", "invalidated", "removed"].map { CacheKey(url: "https://api.example/\($0)?q=1") }
        for key in keys { await cache.update(key) { _ in response("old") } }
        // What applies to all users stands under the URL alone.
        let url = CacheKey(url: "https://api.example/users")
        let user = CacheKey(url: url.url, qualifier: "user")
        await cache.update(user) { _ in response("old") }
        trouble.begin(proxy)
        let changed = Date()
        await cache.update(url) { _ in CacheEntry(invalidated: changed) }
        await cache.update(keys[1]) { _ in response("new") }
        await cache.update(keys[2]) { _ in CacheEntry(invalidated: Date()) }
        if let url = URL(string: keys[3].url) { await cache.remove(.url(url)) }
        trouble.end(proxy)
        // What was missed is removed, and then the server is used again.
        _ = await eventually {
            let probe = CacheKey(url: "https://api.example/probe")
            await cache.update(probe) { _ in response("kept") }
            return await other.entry(for: probe) != nil
        }
        for key in keys.dropFirst() {
            try require(body(await other.entry(for: key)) != "old", "after \(trouble), \(key) is still there")
            try require(body(await cache.entry(for: key)) != "old", "after \(trouble), \(key) is still there here")
        }
        for (name, cache) in [("here", cache as any CacheStore), ("there", other)] {
            let found = await cache.entry(for: user, invalidatedBy: [url])
            let isOld = found.map { $0.invalidated ?? .distantPast < changed } ?? false
            try require(!isOld, "after \(trouble), the response of a user is still valid \(name)")
        }
        try require(body(await other.entry(for: keys[0])) == "old", "after \(trouble), \(keys[0]) is gone")
        await cache.update(keys[1]) { _ in response("newer") }
        try require(body(await other.entry(for: keys[1])) == "newer", "after \(trouble), nothing is kept")
    }

    private static func text(_ entry: StoreEntry?) -> String {
        entry.map { String(decoding: $0.data, as: UTF8.self) } ?? "nothing"
    }

    private static func entry(_ text: String) -> StoreEntry {
        StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSinceReferenceDate: 0))
    }

    /// Changes an entry and a response from a canceled task while the server doesn't answer: the task ends before it
    /// does.
    package static func changesAreCarriedOut(
        _ store: some EntryStore, _ cache: some CacheStore, beside other: some EntryStore,
        _ otherCache: some CacheStore, _ proxy: FaultyProxy
    ) async throws {
        let key = CacheKey(url: "https://api.example/")
        _ = await store.update("a") { _ in entry("before") }
        await cache.update(key) { _ in response("before") }
        proxy.set(.hang)
        let new = response("canceled")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = await store.update("a") { _ in entry("canceled") }
            await cache.update(key) { _ in new }
            return (await store.read("a"), await cache.entry(for: key))
        }
        let start = ContinuousClock.now
        let found = await task.value
        // Both give up after ten seconds.
        try require(ContinuousClock.now - start < .seconds(9), "the task waits for the server")
        try require(text(found.0) == "canceled", "the task reads \(text(found.0)) after its change")
        try require(found.1 == new, "the task finds \(body(found.1) ?? "nothing") after its change")
        proxy.set(.none)
        _ = await eventually {
            let shared = (await other.read("a"), await otherCache.entry(for: key))
            return text(shared.0) == "canceled" && shared.1 == new
        }
        let shared = (await other.read("a"), await otherCache.entry(for: key))
        try require(text(shared.0) == "canceled", "another process reads \(text(shared.0))")
        try require(shared.1 == new, "another process finds \(body(shared.1) ?? "nothing")")
    }

    private static func require(_ condition: Bool, _ message: String) throws {
        if !condition { throw SharedPolicies.Problem(description: message) }
    }
}
