package import FaultyProxy
import Foundation
package import ResourcefulTesting

extension FleetLaws {
    /// What a cache that remembers what it has found for ten seconds says, beside one that another process has.
    ///
    /// - Returns: What doesn't hold.
    package static func remembering(
        _ cache: some CacheStore, beside other: some CacheStore, _ proxy: FaultyProxy
    ) async -> [String] {
        let (key, others) = (CacheKey(url: "https://api.example/page"), [CacheKey(url: "https://api.example/")])
        var faults: [String] = []
        func expect(_ text: String?, _ commands: ClosedRange<Int>, _ what: String) async {
            proxy.reset()
            let found = body(await cache.entry(for: key, invalidatedBy: others))
            let count = proxy.commands.count
            if found != text || !commands.contains(count) {
                faults.append("\(what): \(found ?? "nothing"), \(count) commands")
            }
        }
        await other.update(key) { _ in response("1") }
        await expect("1", 1...9, "at first")
        await expect("1", 0...0, "again")
        await other.update(key) { _ in response("2") }
        await expect("1", 0...0, "after a change of another process")
        await cache.update(key) { entry in response("\(body(entry) ?? "")3") }
        await expect("23", 0...1, "after a change of its own, which has seen the other's")
        await expect("23", 0...0, "after that")
        let date = Date()
        await cache.update(others[0]) { _ in CacheEntry(invalidated: date) }
        proxy.reset()
        if await cache.entry(for: key, invalidatedBy: others)?.invalidated != date {
            faults.append("an invalidation of its own isn't seen")
        }
        await cache.remove(.all)
        await expect(nil, 1...9, "after a removal of its own")
        await other.update(key) { _ in response("4") }
        await expect("4", 1...9, "what wasn't there")
        await cache.update(key) { _ in response("5", maxAge: 0) }
        await expect("5", 1...9, "what is stale")
        await other.update(key) { _ in response("6", maxAge: 0) }
        await expect("6", 1...9, "what is stale and was refreshed by another process")
        return faults
    }

    /// What a cache says after the task of a change was canceled, at some moments, which goes on without it.
    ///
    /// - Returns: What doesn't hold: after the change, what was before it isn't found, and at the end, what the server has.
    package static func canceling(
        _ cache: some CacheStore, beside other: some CacheStore, _ proxy: FaultyProxy
    ) async throws -> [String] {
        var faults: [String] = []
        for wait in [0, 1, 5, 20, 45, 70].map({ Duration.milliseconds($0) }) {
            let key = CacheKey(url: "https://api.example/canceled after \(wait)")
            await cache.update(key) { _ in response("old") }
            if body(await cache.entry(for: key)) != "old" { faults.append("\(wait): it isn't there at first") }
            proxy.set(.delay(.milliseconds(20)))
            let change = Task { await cache.update(key) { _ in response("new") } }
            try await Task.sleep(for: wait)
            change.cancel()
            await change.value
            for _ in 0..<30 {
                if body(await cache.entry(for: key)) == "old" { faults.append("\(wait): the old one after the change") }
                try await Task.sleep(for: .milliseconds(5))
            }
            proxy.set(.none)
            try await Task.sleep(for: .milliseconds(300))
            let (found, kept) = (body(await cache.entry(for: key)), body(await other.entry(for: key)))
            if found != kept || kept == "old" {
                faults.append("\(wait): \(found ?? "nothing") is found, the server has \(kept ?? "nothing")")
            }
        }
        return faults
    }

    /// Whether a cache answers with what it has found, though another process has changed it since.
    package static func remembers(_ cache: some CacheStore, beside other: some CacheStore) async -> Bool {
        let key = CacheKey(url: "https://api.example/remembered")
        await other.update(key) { _ in response("1") }
        guard body(await cache.entry(for: key)) == "1" else { return false }
        await other.update(key) { _ in response("2") }
        return body(await cache.entry(for: key)) == "1"
    }
}
